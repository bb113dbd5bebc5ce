import { equal, is, match } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, newSiteApi, NS, site, SITES } from './api.ts';
import type { Api, Fields, Json } from './api.ts';

const MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again';

async function newMap(api: Api, more: Fields = {}): Promise<Json> {
  return await api.ok('POST', `${NS}/configmaps`, { metadata: { name: 'a', ...more }, data: { x: '1' } });
}

const PUT_REFUSALS: Readonly<
  Record<string, { readonly body: Fields; readonly want: readonly [number, RegExp | string] }>
> = {
  'another name': {
    body: { metadata: { name: 'b' } },
    want: [400, 'the name of the object (b) does not match the name on the URL (a)'],
  },
  'no name': {
    body: { metadata: {} },
    want: [400, 'the name of the object (a based on URL) was undeterminable: name must be provided'],
  },
  'another namespace': {
    body: { metadata: { name: 'a', namespace: 'x' } },
    want: [400, /does not match the namespace sent/u],
  },
  'a stale version': {
    body: { metadata: { name: 'a', resourceVersion: '1' } },
    want: [409, `Operation cannot be fulfilled on configmaps "a": ${MODIFIED}`],
  },
  'a malformed version': {
    body: { metadata: { name: 'a', resourceVersion: 'x' } },
    want: [500, 'strconv.ParseUint: parsing "x": invalid syntax'],
  },
  'another uid': {
    body: { metadata: { name: 'a', uid: 'other' } },
    want: [409, /Precondition failed: UID in precondition: other/u],
  },
  'a deletionTimestamp': {
    body: { metadata: { name: 'a', deletionTimestamp: '2001-01-01T00:00:00Z' } },
    want: [422, /metadata\.deletionTimestamp: Invalid value: "2001-01-01T00:00:00Z": field is immutable/u],
  },
};

suite('PUT', (test) => {
  test("replaces the object and keeps what is the server's", async (t) => {
    const api = await newApi(t);
    const old = await newMap(api, { labels: { a: 'b' } });
    const body = await api.ok('PUT', `${NS}/configmaps/a`, {
      metadata: { name: 'a', creationTimestamp: null, generation: 7, uid: '' },
      data: { y: '2' },
    });
    const { resourceVersion, labels: _, managedFields: _m, ...kept } = old['metadata'];
    const { resourceVersion: newer, managedFields: _n, ...metadata } = body['metadata'];
    equal([metadata, body['data'], Number(newer) > Number(resourceVersion)], [kept, { y: '2' }, true]);
  });

  test('keeps the version when nothing changes', async (t) => {
    const api = await newApi(t);
    const old = await newMap(api);
    equal(await api.ok('PUT', `${NS}/configmaps/a`, old), old);
    equal(
      await api.ok('PUT', `${NS}/configmaps/a`, { metadata: { name: 'a', labels: {} }, data: { x: '1' } }),
      old,
    );
    is(String(api.server.storage.revision), old['metadata'].resourceVersion);
  });

  for (const [name, { body, want }] of Object.entries(PUT_REFUSALS))
    test(`refuses ${name}`, async (t) => {
      const api = await newApi(t);
      await newMap(api);
      const answer = await api.call('PUT', `${NS}/configmaps/a`, body);
      is(answer.status, want[0]);
      match(answer.body['message'], want[1]);
    });

  test('does not create', async (t) => {
    const api = await newApi(t);
    is((await api.call('PUT', `${NS}/configmaps/a`, { metadata: { name: 'a' } })).status, 404);
  });

  test('of a custom resource must say the version it knows', async (t) => {
    const api = await newSiteApi(t);
    const old = await api.ok('POST', SITES, site('a'));
    const { status, body } = await api.call('PUT', `${SITES}/a`, site('a'));
    equal(
      [status, body['message']],
      [
        422,
        'sites.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      ],
    );
    const { resourceVersion } = old['metadata'];
    const changed = site('a', { metadata: { resourceVersion }, spec: { replicas: 2 } });
    is((await api.ok('PUT', `${SITES}/a`, changed))['spec'].replicas, 2);
    is((await api.call('PUT', `${SITES}/a`, changed)).status, 409);
  });

  test('refuses another kind of custom resource only after it has looked for the object and its version', async (t) => {
    const api = await newSiteApi(t);
    const { metadata } = await api.ok('POST', SITES, site('a'));
    const resourceVersion = (metadata as unknown as Fields)['resourceVersion'];
    const put = async (name: string, version: unknown): Promise<readonly unknown[]> => {
      const body = { ...site(name), kind: 'Sight', metadata: { name, resourceVersion: version } };
      const answer = await api.call('PUT', `${SITES}/${name}`, body);
      return [answer.status, answer.body['reason']];
    };
    equal(await put('b', '1'), [404, 'NotFound']);
    equal(await put('a', '1'), [409, 'Conflict']);
    equal(await put('a', resourceVersion), [422, 'Invalid']);
  });

  test('counts a generation for each change of the spec, and for no other', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    const generationAfter = async (url: string, patch: Fields): Promise<number> =>
      (await api.ok('PATCH', url, patch))['metadata'].generation;
    is(await generationAfter(`${SITES}/a`, { spec: { replicas: 2 } }), 2);
    is(await generationAfter(`${SITES}/a`, { spec: { replicas: 2 } }), 2);
    is(await generationAfter(`${SITES}/a`, { metadata: { labels: { a: 'b' } } }), 2);
    is(await generationAfter(`${SITES}/a/status`, { status: { replicas: 2 } }), 2);
    is(await generationAfter(`${SITES}/a`, { metadata: { generation: 9 } }), 2);
  });
});

suite('PATCH', (test) => {
  test('merges, and a null removes', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    equal((await api.ok('PATCH', `${NS}/configmaps/a`, { data: { x: null, y: '2' } }))['data'], { y: '2' });
  });

  test('applies JSON patches, all steps or none', async (t) => {
    const api = await newApi(t);
    await newMap(api, { labels: { 'a/b': '1' } });
    const type = 'application/json-patch+json';
    const steps = [
      { op: 'test', path: '/data/x', value: '1' },
      { op: 'replace', path: '/metadata/labels/a~1b', value: '2' },
    ];
    equal((await api.ok('PATCH', `${NS}/configmaps/a`, steps, { type }))['metadata'].labels, { 'a/b': '2' });
    const failing = [
      { op: 'remove', path: '/data/x' },
      { op: 'test', path: '/metadata/labels/a~1b', value: 'no' },
    ];
    const { status, body } = await api.call('PATCH', `${NS}/configmaps/a`, failing, { type });
    equal([status, body['message']], [422, 'the server rejected our request due to an error in our request']);
    is((await api.ok('GET', `${NS}/configmaps/a`))['data'].x, '1');
  });

  test('merges lists of built-in kinds by their keys', async (t) => {
    const api = await newApi(t);
    const containers = [
      { name: 'c', image: 'one' },
      { name: 'd', image: 'two' },
    ];
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers } };
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    await api.ok('POST', deployments, {
      metadata: { name: 'w' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    const patch = { spec: { template: { spec: { containers: [{ name: 'd', image: 'three' }] } } } };
    const patched = await api.ok('PATCH', `${deployments}/w`, patch, {
      type: 'application/strategic-merge-patch+json',
    });
    equal(
      patched['spec'].template.spec.containers.map(({ name, image }: Json) => [name, image]),
      [
        ['c', 'one'],
        ['d', 'three'],
      ],
    );
  });

  test('refuses types of patches that it does not know, and for custom resources those with strategies', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    const refusal = async (type: string): Promise<readonly [number, string]> => {
      const { status, body } = await api.call('PATCH', `${SITES}/a`, {}, { type });
      return [status, body['message']];
    };
    match(
      (await refusal('application/strategic-merge-patch+json'))[1],
      /accepted media types include: application\/json-patch\+json/u,
    );
    is((await refusal('application/json'))[0], 415);
  });

  test('refuses malformed bodies', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    const refusal = async (text: string, type: string): Promise<readonly [number, string]> => {
      const { status, body } = await api.call('PATCH', `${NS}/configmaps/a`, undefined, { text, type });
      return [status, body['message']];
    };
    const merge = 'application/merge-patch+json';
    equal(await refusal('{"a":', merge), [400, 'error decoding patch: unexpected end of JSON input']);
    match((await refusal('[1]', merge))[1], /cannot unmarshal array into Go value of type map/u);
    match(
      (await refusal('{}', 'application/json-patch+json'))[1],
      /cannot unmarshal object into Go value of type \[\]/u,
    );
    equal((await refusal('{"data":{"x":1}}', merge))[0], 422);
    equal((await refusal('{"kind":"Secret"}', merge))[0], 422);
  });

  test('fails on a stale version, another name and another uid', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    const statusOf = async (metadata: Fields): Promise<number> =>
      (await api.call('PATCH', `${NS}/configmaps/a`, { metadata })).status;
    equal(
      [await statusOf({ resourceVersion: '1' }), await statusOf({ name: 'b' }), await statusOf({ uid: 'b' })],
      [409, 400, 422],
    );
  });

  test('warns of unknown fields, or refuses them', async (t) => {
    const api = await newApi(t);
    await newMap(api);
    const warned = await api.call('PATCH', `${NS}/configmaps/a`, { nope: 1 });
    equal(warned.headers['warning'], [String.raw`299 - "unknown field \"nope\""`]);
    const refused = await api.call('PATCH', `${NS}/configmaps/a?fieldValidation=Strict`, { nope: 1 });
    is(refused.status, 422);
    match(refused.body['message'], /strict decoding error: unknown field "nope"$/u);
  });

  test('does nothing in a dry run', async (t) => {
    const api = await newApi(t);
    const old = await newMap(api);
    is((await api.ok('PATCH', `${NS}/configmaps/a?dryRun=All`, { data: { dry: '1' } }))['data'].dry, '1');
    equal(await api.ok('GET', `${NS}/configmaps/a`), old);
  });
});

suite('subresources', (test) => {
  test('the status of a custom resource changes through its subresource alone, and nothing else does', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    await api.ok('PATCH', `${SITES}/a`, { status: { replicas: 1 } });
    is((await api.ok('GET', `${SITES}/a/status`))['status'], undefined);
    const patch = {
      spec: { replicas: 9 },
      status: { replicas: 7 },
      metadata: { labels: { a: 'b' }, finalizers: ['a.io/b'] },
    };
    const { metadata, spec, status } = await api.ok('PATCH', `${SITES}/a/status`, patch);
    equal(
      [spec.replicas, status, metadata.labels, metadata.finalizers],
      [1, { replicas: 7 }, undefined, undefined],
    );
  });

  test('the status of a Pod may change its labels too', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', `${NS}/pods`, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const patch = { status: { phase: 'Running' }, metadata: { labels: { a: 'b' } } };
    const { metadata, status } = await api.ok('PATCH', `${NS}/pods/p/status`, patch);
    equal([metadata.labels, status.phase], [{ a: 'b' }, 'Running']);
  });

  test('scale reads and writes replicas', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    await api.ok('PATCH', `${SITES}/a/status`, { status: { replicas: 1, selector: 'a=b' } });
    const { kind, spec, status } = await api.ok('GET', `${SITES}/a/scale`);
    equal([kind, spec, status], ['Scale', { replicas: 1 }, { replicas: 1, selector: 'a=b' }]);
    is((await api.ok('PATCH', `${SITES}/a/scale`, { spec: { replicas: 5 } }))['spec'].replicas, 5);
    const put = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a' },
      spec: { replicas: 6 },
    };
    is((await api.ok('PUT', `${SITES}/a/scale`, put))['spec'].replicas, 6);
    const { spec: scaled, metadata } = await api.ok('GET', `${SITES}/a`);
    equal([scaled.replicas, metadata.generation], [6, 3]);
    const negative = await api.call('PUT', `${SITES}/a/scale`, { ...put, spec: { replicas: -1 } });
    equal([negative.status, negative.body['reason']], [422, 'Invalid']);
    is(
      (await api.call('PUT', `${SITES}/a/scale`, { ...put, metadata: { name: 'a', resourceVersion: '1' } }))
        .status,
      409,
    );
  });

  test('scale of a Deployment shows its selector as a text', async (t) => {
    const api = await newApi(t);
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await api.ok('POST', deployments, {
      metadata: { name: 'd' },
      spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template },
    });
    const { spec, status } = await api.ok('GET', `${deployments}/d/scale`);
    equal([spec, status], [{ replicas: 3 }, { replicas: 0, selector: 'a=b' }]);
  });

  test('binding puts a Pod on a node, once', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', `${NS}/pods`, {
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n1' },
    };
    is((await api.call('POST', `${NS}/pods/p/binding`, binding)).status, 201);
    const { spec, status } = await api.ok('GET', `${NS}/pods/p`);
    equal([spec.nodeName, status.conditions.map(({ type }: Json) => type)], ['n1', ['PodScheduled']]);
    const again = await api.call('POST', `${NS}/pods/p/binding`, binding);
    equal(
      [again.status, again.body['message']],
      [409, 'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"'],
    );
  });

  test('what is not there answers as a real server does', async (t) => {
    const api = await newSiteApi(t);
    is(
      (await api.call('GET', `${NS}/configmaps/a/status`)).body['message'],
      'the server could not find the requested resource',
    );
    is((await api.call('GET', `${SITES}/none/scale`)).body['message'], 'sites.example.com "none" not found');
    is((await api.call('POST', `${SITES}/none/status`)).status, 405);
  });
});
