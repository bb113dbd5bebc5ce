import { equal, is, match, notEqual, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, newSiteApi, NS, site, SITES } from './api.ts';
import type { CallOptions, Fields } from './api.ts';

const CONFIG_MAPS = `${NS}/configmaps`;

/** What a request is refused with. Messages are those of a real kube-apiserver, unless the name says "ours". */
interface Refusal {
  readonly url?: string;
  readonly body?: unknown;
  readonly options?: CallOptions;
  readonly want: readonly [status: number, reason: string | undefined, message: RegExp | string];
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'no name': {
    body: { metadata: {} },
    want: [
      422,
      'Invalid',
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
  },
  'a malformed name': {
    body: { metadata: { name: 'A_b' } },
    want: [422, 'Invalid', /a lowercase RFC 1123 subdomain/u],
  },
  'a name that is too long': {
    body: { metadata: { name: 'a'.repeat(254) } },
    want: [422, 'Invalid', /must be no more than 253 characters/u],
  },
  'another namespace': {
    body: { metadata: { name: 'a', namespace: 'other' } },
    want: [
      400,
      'BadRequest',
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
  },
  'another kind': {
    body: { kind: 'Secret', metadata: { name: 'a' } },
    want: [400, 'BadRequest', /cannot be handled as a ConfigMap/u],
  },
  'another version': {
    body: { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } },
    want: [
      400,
      'BadRequest',
      'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:111"',
    ],
  },
  'a resourceVersion': {
    body: { metadata: { name: 'a', resourceVersion: '5' } },
    want: [500, undefined, 'resourceVersion should not be set on objects to be created'],
  },
  'a missing namespace': {
    url: '/api/v1/namespaces/none/configmaps',
    body: { metadata: { name: 'a' } },
    want: [404, 'NotFound', 'namespaces "none" not found'],
  },
  'no namespace at all': {
    url: '/api/v1/configmaps',
    body: {},
    want: [405, 'MethodNotAllowed', /does not allow this method/u],
  },
  'an unknown resource': {
    url: `${NS}/nothings`,
    body: {},
    want: [404, 'NotFound', 'the server could not find the requested resource'],
  },
  'malformed JSON': {
    options: { text: '{"apiVersion":"v1","kind":"ConfigMap",' },
    want: [
      400,
      'BadRequest',
      'the object provided is unrecognized (must be of type ConfigMap): couldn\'t get version/kind; json parse error: unexpected end of JSON input ({"apiVersion":"v1","kind":"Con ...)',
    ],
  },
  'an empty body': {
    options: { text: '' },
    want: [400, 'BadRequest', /unexpected end of JSON input \(<empty>\)/u],
  },
  'a list': { options: { text: '[1]' }, want: [400, 'BadRequest', /cannot unmarshal array into Go value/u] },
  'malformed YAML': {
    options: { text: 'x: [}', type: 'application/yaml' },
    want: [400, 'BadRequest', /the object provided is unrecognized \(must be of type ConfigMap\): yaml: /u],
  },
  'a text': {
    options: { text: 'x', type: 'text/plain' },
    want: [415, 'UnsupportedMediaType', /the body of the request was in an unknown format/u],
  },
  'no protobuf': {
    options: { text: 'k8s', type: 'application/vnd.kubernetes.protobuf' },
    want: [
      400,
      'BadRequest',
      /^the object provided is unrecognized \(must be of type ConfigMap\): provided data does not appear to be a protobuf message, expected prefix \[107 56 115 0\] \(6b3873\)$/u,
    ],
  },
  'a wrong type': {
    body: { metadata: { name: 'a' }, data: { a: 1 } },
    want: [400, 'BadRequest', /json: cannot unmarshal number into Go struct field ConfigMap\.data/u],
  },
  'labels of a wrong type': {
    body: { metadata: { name: 'a', labels: { a: 1 } } },
    want: [
      400,
      'BadRequest',
      /cannot unmarshal number into Go struct field ObjectMeta\.metadata\.labels of type string/u,
    ],
  },
  'a malformed label': {
    body: { metadata: { name: 'a', labels: { 'a b': 'c' } } },
    want: [422, 'Invalid', /metadata\.labels: Invalid value: "a b"/u],
  },
  'a finalizer without a domain': {
    body: { metadata: { name: 'a', finalizers: ['x'] } },
    want: [
      422,
      'Invalid',
      /metadata\.finalizers\[0\]: Invalid value: "x": name is neither a standard finalizer/u,
    ],
  },
  'an owner without a uid': {
    body: { metadata: { name: 'a', ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p' }] } },
    want: [422, 'Invalid', /metadata\.ownerReferences\.uid: Invalid value: "": must not be empty/u],
  },
  'annotations that are too large': {
    body: { metadata: { name: 'a', annotations: { a: 'x'.repeat(300_000) } } },
    want: [422, 'Invalid', /metadata\.annotations: Too long: may not be more than 262144 bytes/u],
  },
  'an unknown field, strictly': {
    url: `${CONFIG_MAPS}?fieldValidation=Strict`,
    options: { text: '{"metadata":{"name":"a","foo":1},"data":{"a":"1","a":"2"},"nope":1}' },
    want: [
      400,
      'BadRequest',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.foo", duplicate field "data.a", unknown field "nope"',
    ],
  },
  'an unknown dryRun': {
    url: `${CONFIG_MAPS}?dryRun=Some`,
    body: { metadata: { name: 'a' } },
    want: [
      422,
      'Invalid',
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    ],
  },
  'an unknown fieldValidation': {
    url: `${CONFIG_MAPS}?fieldValidation=Maybe`,
    body: { metadata: { name: 'a' } },
    want: [422, 'Invalid', /fieldValidation: Unsupported value: "Maybe"/u],
  },
};

suite('POST of a built-in kind', (test) => {
  test('completes the metadata and answers with the object', async (t) => {
    const api = await newApi(t);
    const { status, body } = await api.call('POST', CONFIG_MAPS, {
      metadata: { name: 'a' },
      data: { x: '1' },
    });
    is(status, 201);
    const { uid, resourceVersion, creationTimestamp } = body['metadata'];
    match(uid, /^[0-9a-f-]{36}$/u);
    match(resourceVersion, /^\d+$/u);
    match(creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
    const { managedFields } = body['metadata'];
    const metadata = {
      name: 'a',
      namespace: 'default',
      uid,
      resourceVersion,
      creationTimestamp,
      managedFields,
    };
    equal(body, { kind: 'ConfigMap', apiVersion: 'v1', metadata, data: { x: '1' } });
    equal((await api.call('GET', `${CONFIG_MAPS}/a`)).body, body);
  });

  for (const [name, { url = CONFIG_MAPS, body, options, want }] of Object.entries(REFUSALS))
    test(`refuses ${name}`, async (t) => {
      const api = await newApi(t);
      const answer = await api.call('POST', url, body, options);
      const [status, reason, message] = want;
      equal(
        [answer.status, answer.body['code'], answer.body['reason'], answer.body['kind']],
        [status, status, reason, 'Status'],
      );
      if (typeof message === 'string') is(answer.body['message'], message);
      else match(answer.body['message'], message);
    });

  test('takes its namespace from what can have none', async (t) => {
    const api = await newApi(t);
    const metadata = { name: 'a', namespace: 'b' };
    const { status, body } = await api.call('POST', '/api/v1/namespaces', { metadata });
    is(status, 201);
    is('namespace' in body['metadata'], false);
  });

  test('refuses a second object of the same name', async (t) => {
    const api = await newApi(t);
    await api.ok('POST', CONFIG_MAPS, { metadata: { name: 'a' } });
    const { status, body } = await api.call('POST', CONFIG_MAPS, { metadata: { name: 'a' } });
    equal([status, body['reason'], body['message']], [409, 'AlreadyExists', 'configmaps "a" already exists']);
    equal(body['details'], { name: 'a', kind: 'configmaps' });
  });

  test('generates names', async (t) => {
    const api = await newApi(t);
    const names = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { metadata } = await api.ok('POST', CONFIG_MAPS, { metadata: { generateName: 'g-' } });
        return metadata.name;
      }),
    );
    is(new Set(names).size, 20);
    ok(names.every((name) => /^g-[bcdfghjklmnpqrstvwxz2456789]{5}$/u.test(name)));
  });

  test('ignores what only the server may set', async (t) => {
    const api = await newApi(t);
    const { metadata } = await api.ok('POST', CONFIG_MAPS, {
      metadata: {
        name: 'a',
        uid: 'mine',
        creationTimestamp: '2001-01-01T00:00:00Z',
        deletionTimestamp: '2001-01-01T00:00:00Z',
        selfLink: '/x',
      },
    });
    notEqual(metadata.uid, 'mine');
    notEqual(metadata.creationTimestamp, '2001-01-01T00:00:00Z');
    equal([metadata.deletionTimestamp, metadata.selfLink], [undefined, undefined]);
  });

  test('takes null for absent', async (t) => {
    const api = await newApi(t);
    const created = await api.ok('POST', CONFIG_MAPS, {
      metadata: { name: 'a', creationTimestamp: null, labels: null, annotations: {} },
      data: null,
    });
    equal(Object.keys(created).toSorted(), ['apiVersion', 'kind', 'metadata']);
    equal([created['metadata'].labels, created['metadata'].annotations], [undefined, undefined]);
  });

  test('warns of unknown and duplicate fields, and drops them', async (t) => {
    const api = await newApi(t);
    const text = '{"metadata":{"name":"a","foo":1},"data":{"a":"1","a":"2"},"nope":1}';
    const { headers, body } = await api.call('POST', CONFIG_MAPS, undefined, { text });
    equal(headers['warning'], [
      String.raw`299 - "unknown field \"metadata.foo\""`,
      String.raw`299 - "duplicate field \"data.a\""`,
      String.raw`299 - "unknown field \"nope\""`,
    ]);
    equal([body['data'], body['nope'], body['metadata'].foo], [{ a: '2' }, undefined, undefined]);
    const again = await api.call('POST', CONFIG_MAPS, undefined, { text });
    equal([again.status, again.headers['warning']], [409, headers['warning']]);
    const ignored = await api.call('POST', `${CONFIG_MAPS}?fieldValidation=Ignore&dryRun=All`, undefined, {
      text: text.replace('"a"', '"b"'),
    });
    is(ignored.headers['warning'], undefined);
  });

  test('does nothing in a dry run, and says what it would have done', async (t) => {
    const api = await newApi(t);
    const { revision } = api.server.storage;
    const { metadata } = await api.ok('POST', `${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'dry' } });
    ok(metadata.uid);
    is(metadata.resourceVersion, undefined);
    equal(
      [(await api.call('GET', `${CONFIG_MAPS}/dry`)).status, api.server.storage.revision],
      [404, revision],
    );
    await api.ok('POST', CONFIG_MAPS, { metadata: { name: 'dry' } });
    is((await api.call('POST', `${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'dry' } })).status, 409);
  });

  test('reads YAML', async (t) => {
    const api = await newApi(t);
    const text = 'metadata: {name: y}\ndata:\n  a: "1"\n';
    is((await api.ok('POST', CONFIG_MAPS, undefined, { text, type: 'application/yaml' }))['data'].a, '1');
  });

  test('starts counting generations only where the kind counts them', async (t) => {
    const api = await newApi(t);
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    is((await api.ok('POST', `${NS}/pods`, pod))['metadata'].generation, 1);
    is((await api.ok('POST', CONFIG_MAPS, { metadata: { name: 'a' } }))['metadata'].generation, undefined);
  });
});

const SITE_REFUSALS: Readonly<
  Record<string, { readonly body: Fields; readonly want: readonly [number, string] }>
> = {
  'no kind': {
    body: { metadata: { name: 'a' } },
    want: [
      400,
      `the object provided is unrecognized (must be of type Site): Object 'Kind' is missing in '{"metadata":{"name":"a"}}' ({"metadata":{"name":"a"}})`,
    ],
  },
  'another kind': {
    body: { ...site('a'), kind: 'Page' },
    want: [422, 'Page.example.com "a" is invalid: kind: Invalid value: "Page": must be Site'],
  },
  'another version': {
    body: { ...site('a'), apiVersion: 'example.com/v2' },
    want: [
      400,
      'the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)',
    ],
  },
  'a missing field': {
    body: { ...site('a'), spec: {} },
    want: [422, 'Site.example.com "a" is invalid: spec.host: Required value'],
  },
  'a wrong type': {
    body: site('a', { spec: { host: 1 } }),
    want: [
      422,
      'Site.example.com "a" is invalid: spec.host: Invalid value: "integer": spec.host in body must be of type string: "integer"',
    ],
  },
};

suite('POST of a custom resource', (test) => {
  test('applies defaults, prunes with a warning, and drops the status', async (t) => {
    const api = await newSiteApi(t);
    const sent = site('a', { spec: { color: 'red' }, status: { replicas: 3 } });
    const { headers, body } = await api.call('POST', SITES, sent);
    equal([body['spec'], body['status']], [{ host: 'a.example.com', replicas: 1 }, undefined]);
    equal(headers['warning'], [String.raw`299 - "unknown field \"spec.color\""`]);
    is(body['metadata'].generation, 1);
  });

  for (const [name, { body, want }] of Object.entries(SITE_REFUSALS))
    test(`refuses ${name}`, async (t) => {
      const api = await newSiteApi(t);
      const answer = await api.call('POST', SITES, body);
      equal([answer.status, answer.body['message']], want);
    });
});
