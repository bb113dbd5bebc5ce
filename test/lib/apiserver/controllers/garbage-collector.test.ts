import { equal, is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi, newSiteApi, NS, site, SITES } from '../api.ts';
import type { Api, Json } from '../api.ts';

const MAPS = `${NS}/configmaps`;

/** What an owner reference is made of. */
interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

interface MapOptions {
  readonly owners?: readonly Owner[];
  readonly finalizers?: readonly string[];
  readonly block?: boolean;
}

/** A config map that is owned by others. */
async function newMap(
  api: Api,
  name: string,
  { owners = [], finalizers = [], block = false }: MapOptions = {},
): Promise<Json> {
  const ownerReferences = owners.map(({ apiVersion, kind, metadata }) => ({
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    blockOwnerDeletion: block,
  }));
  return await api.ok('POST', MAPS, { metadata: { name, ownerReferences, finalizers } });
}

async function exists(api: Api, name: string): Promise<boolean> {
  return (await api.call('GET', `${MAPS}/${name}`)).status === 200;
}

async function remove(api: Api, name: string, propagationPolicy?: string): Promise<void> {
  await api.ok(
    'DELETE',
    `${MAPS}/${name}`,
    propagationPolicy === undefined ? undefined : { propagationPolicy },
  );
}

async function release(api: Api, name: string): Promise<void> {
  await api.ok('PATCH', `${MAPS}/${name}`, { metadata: { finalizers: null } });
  await api.server.idle();
}

suite('GarbageCollector', (test) => {
  test('deletes what the deleted object owned, and what that owned', async (t) => {
    const api = await newApi(t);
    const owner = await newMap(api, 'owner');
    const child = await newMap(api, 'child', { owners: [owner] });
    await newMap(api, 'grandchild', { owners: [child] });
    await newMap(api, 'stranger');
    await remove(api, 'owner');
    ok(await exists(api, 'child'));
    await api.server.idle();
    equal(
      [await exists(api, 'child'), await exists(api, 'grandchild'), await exists(api, 'stranger')],
      [false, false, true],
    );
  });

  test('deletes what names an owner that never was, or was another object of that name', async (t) => {
    const api = await newApi(t);
    const owner = await newMap(api, 'owner');
    await newMap(api, 'absent', {
      owners: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'none', uid: 'none' } }],
    });
    await newMap(api, 'namesake', {
      owners: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner', uid: 'other' } }],
    });
    await newMap(api, 'child', { owners: [owner] });
    await api.server.idle();
    equal(
      [await exists(api, 'absent'), await exists(api, 'namesake'), await exists(api, 'child')],
      [false, false, true],
    );
  });

  test('takes an owner in another namespace for absent', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
    const owner = await api.ok('POST', '/api/v1/namespaces/other/configmaps', {
      metadata: { name: 'owner' },
    });
    await newMap(api, 'child', { owners: [owner] });
    await api.server.idle();
    is(await exists(api, 'child'), false);
  });

  test('leaves alone what names an owner of a kind that it does not know', async (t) => {
    const api = await newApi(t);
    await newMap(api, 'child', {
      owners: [{ apiVersion: 'x.io/v1', kind: 'X', metadata: { name: 'x', uid: 'x' } }],
    });
    await api.server.idle();
    ok(await exists(api, 'child'));
  });

  test('keeps what has another owner, and takes the reference away', async (t) => {
    const api = await newApi(t);
    const [one, two] = [await newMap(api, 'one'), await newMap(api, 'two')];
    await newMap(api, 'child', { owners: [one, two] });
    await remove(api, 'one');
    await api.server.idle();
    const { metadata } = await api.ok('GET', `${MAPS}/child`);
    equal(
      metadata.ownerReferences.map(({ name }: Json) => name),
      ['two'],
    );
  });

  test('in the foreground keeps the owner until those that block it are gone', async (t) => {
    const api = await newApi(t);
    const owner = await newMap(api, 'owner');
    await newMap(api, 'blocking', { owners: [owner], block: true, finalizers: ['a.io/hold'] });
    await newMap(api, 'other', { owners: [owner] });
    await remove(api, 'owner', 'Foreground');
    await api.server.idle();
    const { metadata } = await api.ok('GET', `${MAPS}/owner`);
    equal(metadata.finalizers, ['foregroundDeletion']);
    ok((await api.ok('GET', `${MAPS}/blocking`))['metadata'].deletionTimestamp);
    await release(api, 'blocking');
    equal(
      [await exists(api, 'owner'), await exists(api, 'blocking'), await exists(api, 'other')],
      [false, false, false],
    );
  });

  test('in the foreground goes down the whole tree before the root', async (t) => {
    const api = await newApi(t);
    const root = await newMap(api, 'root');
    const child = await newMap(api, 'child', { owners: [root], block: true });
    await newMap(api, 'leaf', { owners: [child], block: true, finalizers: ['a.io/hold'] });
    await remove(api, 'root', 'Foreground');
    await api.server.idle();
    equal(
      [await exists(api, 'root'), await exists(api, 'child'), await exists(api, 'leaf')],
      [true, true, true],
    );
    await release(api, 'leaf');
    equal(
      [await exists(api, 'root'), await exists(api, 'child'), await exists(api, 'leaf')],
      [false, false, false],
    );
  });

  test('orphans when told to', async (t) => {
    const api = await newApi(t);
    const owner = await newMap(api, 'owner');
    await newMap(api, 'child', { owners: [owner] });
    await remove(api, 'owner', 'Orphan');
    await api.server.idle();
    is(await exists(api, 'owner'), false);
    is((await api.ok('GET', `${MAPS}/child`))['metadata'].ownerReferences, undefined);
  });

  test('collects the built-in children of custom resources', async (t) => {
    const api = await newSiteApi(t);
    const owner = await api.ok('POST', SITES, site('a'));
    await newMap(api, 'child', { owners: [owner] });
    await api.ok('DELETE', `${SITES}/a`);
    await api.server.idle();
    is(await exists(api, 'child'), false);
  });

  test('leaves the Pods of a Job behind unless told otherwise, with a warning', async (t) => {
    const api = await newApi(t);
    const jobs = '/apis/batch/v1/namespaces/default/jobs';
    const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };
    const job = await api.ok('POST', jobs, { metadata: { name: 'j' }, spec });
    await newMap(api, 'child', { owners: [job] });
    const { headers } = await api.call('DELETE', `${jobs}/j`);
    ok(String(headers['warning']).includes('child pods are preserved by default'));
    await api.server.idle();
    ok(await exists(api, 'child'));
    is((await api.call('GET', `${jobs}/j`)).status, 404);
  });

  test(
    'is done with a thousand dependents when idle',
    async (t) => {
      const api = await newApi(t);
      const owner = await newMap(api, 'owner');
      for (let index = 0; index < 1000; index++) await newMap(api, `child-${index}`, { owners: [owner] });
      await remove(api, 'owner');
      await api.server.idle();
      is((await api.ok('GET', MAPS))['items'].length, 1);
    },
    { timeoutMs: 20_000 },
  );
});
