import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, NS } from './api.ts';
import type { Api, Fields, Json } from './api.ts';

const MAP = `${NS}/configmaps/a`;

async function newMap(api: Api, metadata: Fields = {}): Promise<Json> {
  return await api.ok('POST', `${NS}/configmaps`, { metadata: { name: 'a', ...metadata } });
}

async function newPod(api: Api, spec: Fields = {}): Promise<void> {
  const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
  await api.ok('POST', `${NS}/pods`, pod);
}

async function bind(api: Api): Promise<void> {
  await api.ok('POST', `${NS}/pods/p/binding`, {
    metadata: { name: 'p' },
    target: { kind: 'Node', name: 'n' },
  });
}

suite('DELETE', (test) => {
  test('removes the object and answers with a Status', async (t) => {
    const api = await newApi(t);
    const { metadata } = await newMap(api);
    const { status, body } = await api.call('DELETE', MAP);
    equal(
      [status, body['status'], body['details']],
      [200, 'Success', { name: 'a', kind: 'configmaps', uid: metadata.uid }],
    );
    is((await api.call('DELETE', MAP)).status, 404);
  });

  test('answers with the object where the kind does', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', `${NS}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } });
    is((await api.ok('DELETE', `${NS}/services/s`))['kind'], 'Service');
  });

  test('leaves an object with finalizers to those who put them there', async (t) => {
    const api = await newApi(t);
    await newMap(api, { finalizers: ['a.io/x', 'a.io/y'] });
    const first = await api.ok('DELETE', MAP);
    ok(first['metadata'].deletionTimestamp);
    is(first['metadata'].deletionGracePeriodSeconds, 0);
    equal(await api.ok('DELETE', MAP), first);
    const again = await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'a' } });
    equal(
      [again.status, again.body['message']],
      [409, 'object is being deleted: configmaps "a" already exists'],
    );
    const added = await api.call('PATCH', MAP, { metadata: { finalizers: ['a.io/x', 'a.io/z'] } });
    is(added.status, 422);
    match(
      added.body['message'],
      /no new finalizers can be added if the object is being deleted, found new finalizers \[\]string\{"a\.io\/z"\}/u,
    );
    await api.ok('PATCH', MAP, { metadata: { finalizers: ['a.io/y'] }, data: { late: '1' } });
    const last = await api.ok('PATCH', MAP, { metadata: { finalizers: null, deletionTimestamp: null } });
    equal([last['metadata'].finalizers, last['data']], [undefined, { late: '1' }]);
    is((await api.call('GET', MAP)).status, 404);
  });

  test('keeps to preconditions', async (t) => {
    const api = await newApi(t);
    const { metadata } = await newMap(api);
    const refusal = async (preconditions: Fields): Promise<readonly [number, string]> => {
      const { status, body } = await api.call('DELETE', MAP, { preconditions });
      return [status, body['message']];
    };
    equal(await refusal({ uid: 'x' }), [
      409,
      `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    ]);
    match(
      (await refusal({ resourceVersion: '1' }))[1],
      /the ResourceVersion in the precondition \(1\) does not match/u,
    );
    const { uid, resourceVersion } = metadata;
    is((await api.call('DELETE', MAP, { preconditions: { uid, resourceVersion } })).status, 200);
  });

  test('refuses options that make no sense', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    const messageOf = async (options: Fields): Promise<string> =>
      (await api.call('DELETE', MAP, options)).body['message'];
    match(await messageOf({ propagationPolicy: 'Nope' }), /propagationPolicy: Unsupported value: "Nope"/u);
    match(await messageOf({ propagationPolicy: 'Orphan', orphanDependents: true }), /cannot be both set/u);
    match(await messageOf({ kind: 'Foo', apiVersion: 'v1' }), /^no kind "Foo" is registered/u);
    is((await api.call('GET', MAP)).status, 200);
  });

  test('does nothing in a dry run', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    is((await api.call('DELETE', MAP, { dryRun: ['All'] })).status, 200);
    is((await api.call('DELETE', `${MAP}?dryRun=All`)).status, 200);
    is((await api.call('GET', MAP)).status, 200);
  });

  test('gives Pods that run time to end, less if asked, never more', async (t) => {
    const clock = new VirtualClock({ startMs: Date.parse('2026-01-01T00:00:00Z') });
    const api = await newApi(t, { clock });
    await newPod(api);
    await bind(api);
    const deleted = async (options?: Fields): Promise<readonly [string, number]> => {
      const { metadata } = await api.ok('DELETE', `${NS}/pods/p`, options);
      return [metadata.deletionTimestamp, metadata.deletionGracePeriodSeconds];
    };
    equal(await deleted(), ['2026-01-01T00:00:30Z', 30]);
    equal(await deleted({ gracePeriodSeconds: 100 }), ['2026-01-01T00:00:30Z', 30]);
    equal(await deleted({ gracePeriodSeconds: 5 }), ['2026-01-01T00:00:05Z', 5]);
    equal(await deleted({ gracePeriodSeconds: 0 }), ['2026-01-01T00:00:00Z', 0]);
    is((await api.call('GET', `${NS}/pods/p`)).status, 404);
  });

  test('removes Pods at once that are on no node, or over', async (t) => {
    const api = await newApi(t);
    await newPod(api);
    await api.ok('DELETE', `${NS}/pods/p`);
    is((await api.call('GET', `${NS}/pods/p`)).status, 404);
    await newPod(api);
    await bind(api);
    await api.ok('PATCH', `${NS}/pods/p/status`, { status: { phase: 'Succeeded' } });
    await api.ok('DELETE', `${NS}/pods/p`);
    is((await api.call('GET', `${NS}/pods/p`)).status, 404);
  });

  test('eviction deletes', async (t) => {
    const api = await newApi(t);
    await newPod(api);
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
    is((await api.call('POST', `${NS}/pods/p/eviction`, eviction)).status, 201);
    is((await api.call('POST', `${NS}/pods/p/eviction`, eviction)).status, 404);
  });

  test('of a collection deletes what is selected, and answers with it', async (t) => {
    const api = await newApi(t);
    for (const [name, team] of [
      ['x', 'a'],
      ['y', 'a'],
      ['z', 'b'],
    ])
      await api.ok('POST', `${NS}/configmaps`, { metadata: { name, labels: { team } } });
    const deleted = await api.ok('DELETE', `${NS}/configmaps?labelSelector=team%3Da`);
    equal(
      deleted['items'].map(({ metadata }: Json) => metadata.name),
      ['x', 'y'],
    );
    const left = await api.ok('GET', `${NS}/configmaps?labelSelector=team`);
    equal(
      left['items'].map(({ metadata }: Json) => metadata.name),
      ['z'],
    );
    is((await api.call('DELETE', '/api/v1/namespaces')).status, 405);
    is((await api.call('DELETE', '/api/v1/configmaps')).status, 405);
  });

  test('protects the namespaces of the system', async (t) => {
    const api = await newApi(t);
    const { status, body } = await api.call('DELETE', '/api/v1/namespaces/default');
    equal(
      [status, body['message']],
      [403, 'namespaces "default" is forbidden: this namespace may not be deleted'],
    );
  });
});
