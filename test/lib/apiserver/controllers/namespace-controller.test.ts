import { equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi, newSiteApi, site } from '../api.ts';
import type { Json } from '../api.ts';

const NAMESPACES = '/api/v1/namespaces';
const MAPS = `${NAMESPACES}/n/configmaps`;

function namesOf(list: Json): readonly string[] {
  return list['items'].map(({ metadata }: Json) => metadata.name);
}

suite('NamespaceController', (test) => {
  test('a server starts with its namespaces, and they with their objects', async (t) => {
    const api = await newApi(t);
    equal(namesOf(await api.ok('GET', NAMESPACES)), [
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
    is(namesOf(await api.ok('GET', '/api/v1/serviceaccounts')).length, 4);
    is((await api.ok('GET', `${NAMESPACES}/default/services/kubernetes`))['spec'].clusterIP, '10.96.0.1');
  });

  test('a new namespace gets its service account and its root certificate, also again', async (t) => {
    const api = await newApi(t);
    const created = await api.ok('POST', NAMESPACES, { metadata: { name: 'n' } });
    equal([created['spec'], created['status']], [{ finalizers: ['kubernetes'] }, { phase: 'Active' }]);
    is(created['metadata'].labels['kubernetes.io/metadata.name'], 'n');
    await api.server.idle();
    equal(namesOf(await api.ok('GET', `${NAMESPACES}/n/serviceaccounts`)), ['default']);
    equal(namesOf(await api.ok('GET', MAPS)), ['kube-root-ca.crt']);
    await api.ok('DELETE', `${MAPS}/kube-root-ca.crt`);
    await api.server.idle();
    equal(namesOf(await api.ok('GET', MAPS)), ['kube-root-ca.crt']);
  });

  test('a deleted namespace takes all that is in it along', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', NAMESPACES, { metadata: { name: 'n' } });
    await api.ok('POST', MAPS, { metadata: { name: 'a' } });
    await api.ok('POST', '/apis/example.com/v1/namespaces/n/sites', site('s'));
    const deleted = await api.ok('DELETE', `${NAMESPACES}/n`);
    equal([deleted['status'].phase, deleted['spec'].finalizers], ['Terminating', ['kubernetes']]);
    await api.server.idle();
    is((await api.call('GET', `${NAMESPACES}/n`)).status, 404);
    equal(namesOf(await api.ok('GET', '/apis/example.com/v1/sites')), []);
    equal(namesOf(await api.ok('GET', MAPS)), []);
  });

  test('a deleted namespace waits for what has finalizers, and takes in nothing new', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', NAMESPACES, { metadata: { name: 'n' } });
    await api.ok('POST', MAPS, { metadata: { name: 'a', finalizers: ['a.io/x'] } });
    await api.ok('DELETE', `${NAMESPACES}/n`);
    await api.server.idle();
    const { status, body } = await api.call('POST', MAPS, { metadata: { name: 'b' } });
    equal(
      [status, body['message']],
      [
        403,
        'configmaps "b" is forbidden: unable to create new content in namespace n because it is being terminated',
      ],
    );
    equal(body['details'].causes, [
      {
        reason: 'NamespaceTerminating',
        message: 'namespace n is being terminated',
        field: 'metadata.namespace',
      },
    ]);
    ok((await api.ok('GET', `${MAPS}/a`))['metadata'].deletionTimestamp);
    await api.ok('PATCH', `${MAPS}/a`, { metadata: { finalizers: null } });
    await api.server.idle();
    is((await api.call('GET', `${NAMESPACES}/n`)).status, 404);
  });

  test('finalizers in the spec are changed by finalize alone', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', NAMESPACES, { metadata: { name: 'n' } });
    await api.ok('PATCH', `${NAMESPACES}/n`, { spec: { finalizers: ['kubernetes', 'a.io/x'] } });
    equal((await api.ok('GET', `${NAMESPACES}/n`))['spec'].finalizers, ['kubernetes']);
    await api.ok('PUT', `${NAMESPACES}/n/finalize`, {
      metadata: { name: 'n' },
      spec: { finalizers: ['kubernetes', 'a.io/x'] },
    });
    await api.ok('DELETE', `${NAMESPACES}/n`);
    await api.server.idle();
    equal((await api.ok('GET', `${NAMESPACES}/n`))['spec'].finalizers, ['a.io/x']);
    await api.ok('PUT', `${NAMESPACES}/n/finalize`, { metadata: { name: 'n' }, spec: {} });
    is((await api.call('GET', `${NAMESPACES}/n`)).status, 404);
  });
});
