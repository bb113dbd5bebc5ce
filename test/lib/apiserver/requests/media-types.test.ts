import {
  aggregatedDiscoveryVersion,
  type AnswerFormat,
  answerFormat,
} from '../../../../lib/apiserver/requests/media-types.ts';
import { equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const ACCEPTED: Readonly<Record<string, AnswerFormat>> = {
  '': { shape: 'Object', yaml: false },
  '*/*': { shape: 'Object', yaml: false },
  'application/json': { shape: 'Object', yaml: false },
  'application/yaml': { shape: 'Object', yaml: true },
  'application/vnd.kubernetes.protobuf,application/json': { shape: 'Object', yaml: false },
  [TABLE]: { shape: 'Table', yaml: false },
  [`application/json;as=Table;v=v1beta1;g=meta.k8s.io,${TABLE},application/json`]: {
    shape: 'Table',
    yaml: false,
    metaVersion: 'v1beta1',
  },
  'application/json;as=Nope;g=meta.k8s.io;v=v1, application/json': { shape: 'Object', yaml: false },
  'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1': {
    shape: 'PartialObjectMetadata',
    yaml: false,
  },
};

suite('answerFormat', (test) => {
  for (const [accept, want] of Object.entries(ACCEPTED))
    test(`serves ${want.yaml ? 'YAML' : want.shape} to "${accept}"`, () => {
      equal(answerFormat(accept), want);
    });

  for (const accept of ['text/html', 'application/vnd.kubernetes.protobuf', 'application/json;as=Nope'])
    test(`refuses "${accept}"`, () => {
      throws(() => answerFormat(accept), /only the following media types are accepted/u);
    });
});

suite('aggregatedDiscoveryVersion', (test) => {
  test('finds the first version that we have', () => {
    const entry = (version: string): string =>
      `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
    is(aggregatedDiscoveryVersion(`${entry('v3')},${entry('v2')},${entry('v2beta1')}`), 'v2');
    is(aggregatedDiscoveryVersion(entry('v2beta1')), 'v2beta1');
    is(aggregatedDiscoveryVersion('application/json'), undefined);
    is(aggregatedDiscoveryVersion(undefined), undefined);
  });
});
