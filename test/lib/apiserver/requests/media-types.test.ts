import {
  aggregatedDiscoveryVersion,
  type AnswerFormat,
  answerFormat,
  PROTOBUF,
  wantsProtobuf,
} from '../../../../lib/apiserver/requests/media-types.ts';
import { equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const AS_TABLE = 'as=Table;v=v1;g=meta.k8s.io';
const AS_METADATA = 'as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const TABLE = `application/json;${AS_TABLE}`;

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

  for (const accept of ['text/html', PROTOBUF, 'application/json;as=Nope', `${PROTOBUF};${AS_TABLE}`])
    test(`refuses "${accept}"`, () => {
      throws(() => answerFormat(accept), /only the following media types are accepted/u);
    });

  test('writes as protobuf what can be, where nothing else is accepted', () => {
    equal(answerFormat(PROTOBUF, { protobuf: true }), { shape: 'Object', yaml: false });
    is(answerFormat(`${PROTOBUF};${AS_METADATA}`).shape, 'PartialObjectMetadata');
    is(wantsProtobuf(PROTOBUF), true);
    is(wantsProtobuf(`${PROTOBUF};stream=watch`), true);
    is(wantsProtobuf(`${PROTOBUF};${AS_TABLE}`), false);
    is(wantsProtobuf(`${PROTOBUF},application/json`), false);
    is(wantsProtobuf(undefined), false);
  });

  test('writes metadata as protobuf where that is preferred', () => {
    is(wantsProtobuf(`${PROTOBUF};${AS_METADATA},application/json;${AS_METADATA}`), true);
    is(wantsProtobuf(`application/json;${AS_METADATA},${PROTOBUF};${AS_METADATA}`), false);
  });

  test('refuses what no route of a built-in kind has', () => {
    const refused = (streams: boolean): unknown => answerFormat('text/plain', { protobuf: true, streams });
    throws(() => refused(false), /^406: Not Acceptable\n\nAvailable representations: [^;]+protobuf$/u);
    throws(() => refused(true), /application\/json;stream=watch, [^ ]+protobuf;stream=watch$/u);
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
