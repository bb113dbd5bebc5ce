import type { ApiObject } from '../../../../lib/apiserver/api-object.ts';
import { nameInSelector, parseFieldSelector } from '../../../../lib/apiserver/selectors/field-selector.ts';
import { is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const POD: ApiObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
  spec: { nodeName: 'n1', hostNetwork: true },
  status: { phase: 'Running' },
};

const MATCHES: Readonly<Record<string, boolean>> = {
  '': true,
  'metadata.name=p': true,
  'metadata.name==p': true,
  'metadata.name!=p': false,
  'metadata.namespace=ns,status.phase!=Failed': true,
  'spec.nodeName=': false,
  'spec.schedulerName=': true,
  'spec.hostNetwork=true': true,
  'status.phase=Running,spec.nodeName=n2': false,
};

suite('parseFieldSelector', (test) => {
  for (const [selector, want] of Object.entries(MATCHES))
    test(`"${selector}" ${want ? 'selects' : 'does not select'} the Pod`, () => {
      is(parseFieldSelector(selector, 'pods')(POD), want);
    });

  test('refuses what cannot be read, and fields that the kind does not select by', () => {
    throws(() => parseFieldSelector('foo', 'pods'), /invalid selector: 'foo'; can't understand 'foo'/u);
    throws(() => parseFieldSelector('spec.x=1', 'pods'), /^field label not supported: spec\.x$/u);
    throws(
      () => parseFieldSelector('spec.x=1', 'jobs.batch'),
      /^field label "spec\.x" not supported for Job$/u,
    );
    throws(
      () => parseFieldSelector('data.x=1', 'configmaps'),
      /^"data\.x" is not a known field selector: only "metadata\.name", "metadata\.namespace"$/u,
    );
  });

  test('knows escaped separators', () => {
    const odd = { ...POD, status: { phase: String.raw`a,b=c\d` } };
    is(parseFieldSelector(String.raw`status.phase=a\,b\=c\\d`, 'pods')(odd), true);
  });

  test('finds the name that a selector pins down', () => {
    is(nameInSelector('status.phase=x,metadata.name=p'), 'p');
    is(nameInSelector('metadata.name!=p'), undefined);
  });
});
