import { defined, equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { newApi, newSiteApi, NS, site, SITES } from './api.ts';
import type { Api, Json } from './api.ts';

const MAPS = `${NS}/configmaps`;
const MINE = `${MAPS}?labelSelector=mine`;

async function newMaps(api: Api, names: readonly string[]): Promise<void> {
  for (const name of names) await api.ok('POST', MAPS, { metadata: { name, labels: { mine: 'yes', name } } });
}

function namesOf(list: Json): readonly string[] {
  return list['items'].map(({ metadata }: Json) => metadata.name);
}

const REFUSALS: Readonly<Record<string, readonly [query: string, status: number, message: RegExp | string]>> =
  {
    'a limit that is no number': ['limit=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    'a version that is no number': [
      'resourceVersion=x',
      400,
      'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    ],
    'a version from the future': [
      'resourceVersion=999999',
      504,
      /^Timeout: Too large resource version: 999999, current: \d+$/u,
    ],
    'a match without a version': [
      'resourceVersionMatch=Exact',
      422,
      'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    ],
    'an unknown match': [
      'resourceVersion=1&resourceVersionMatch=Bad',
      422,
      /Unsupported value: "Bad": supported values: "Exact", "NotOlderThan", ""$/u,
    ],
    'exactly any version': [
      'resourceVersion=0&resourceVersionMatch=Exact',
      422,
      /"exact" is forbidden for resourceVersion "0"/u,
    ],
    'initial events': ['sendInitialEvents=true', 422, /sendInitialEvents is forbidden for list/u],
    'a malformed token': ['continue=junk', 400, /^invalid continue token: continue key is not valid/u],
    'a malformed label selector': [
      'labelSelector=a%3D%3D%3D',
      400,
      "unable to parse requirement: found '=', expected: identifier",
    ],
    'an unknown field selector': [
      'fieldSelector=data.x%3D1',
      400,
      /"data\.x" is not a known field selector/u,
    ],
  };

suite('GET of a collection', (test) => {
  test('lists in order of the names, with the revision of the state', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['c', 'a', 'b']);
    const list = await api.ok('GET', MINE);
    equal([list['kind'], list['apiVersion'], namesOf(list)], ['ConfigMapList', 'v1', ['a', 'b', 'c']]);
    equal(list['metadata'], { resourceVersion: String(api.server.storage.revision) });
    equal(Object.keys(list['items'][0]), ['metadata']);
  });

  test('lists over all namespaces, and nothing in one that does not exist', async (t) => {
    const api = await newApi(t);
    is(namesOf(await api.ok('GET', '/api/v1/configmaps')).length, 4);
    equal(namesOf(await api.ok('GET', '/api/v1/namespaces/none/configmaps')), []);
  });

  test('gives items of custom resources their kind', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    const { kind, items } = await api.ok('GET', SITES);
    equal([kind, items[0].kind, items[0].apiVersion], ['SiteList', 'Site', 'example.com/v1']);
  });

  test('pages show one state, whatever happens between them', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'b', 'c', 'd', 'e']);
    const first = await api.ok('GET', `${MAPS}?limit=2`);
    equal([namesOf(first), first['metadata'].remainingItemCount], [['a', 'b'], 4]);
    await newMaps(api, ['aa', 'cc']);
    await api.ok('DELETE', `${MAPS}/d`);
    const url = `${MAPS}?limit=3&continue=${first['metadata'].continue}`;
    const second = await api.ok('GET', url);
    equal([namesOf(second), second['metadata'].remainingItemCount], [['c', 'd', 'e'], 1]);
    is(second['metadata'].resourceVersion, first['metadata'].resourceVersion);
    const last = await api.ok('GET', `${MAPS}?limit=3&continue=${second['metadata'].continue}`);
    equal([namesOf(last), last['metadata'].continue], [['kube-root-ca.crt'], undefined]);
    const refused = await api.call('GET', `${url}&resourceVersion=5`);
    equal(
      [refused.status, refused.body['message']],
      [400, 'specifying resource version is not allowed when using continue'],
    );
  });

  test('says nothing of what remains when it selects', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'b', 'c']);
    const { metadata } = await api.ok('GET', `${MINE}&limit=2`);
    ok(metadata.continue);
    is(metadata.remainingItemCount, undefined);
  });

  test('a token whose state is forgotten gets 410 with another one for the present state', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'b', 'c']);
    const first = await api.ok('GET', `${MAPS}?limit=1`);
    await newMaps(api, ['bb']);
    api.server.faults.compact();
    const gone = await api.call('GET', `${MAPS}?limit=1&continue=${first['metadata'].continue}`);
    equal([gone.status, gone.body['reason']], [410, 'Expired']);
    match(gone.body['message'], /^The provided continue parameter is too old/u);
    const rest = await api.ok('GET', `${MAPS}?continue=${gone.body['metadata'].continue}`);
    equal(namesOf(rest), ['b', 'bb', 'c', 'kube-root-ca.crt']);
  });

  test('answers "any state" at once and whole', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'b']);
    is(namesOf(await api.ok('GET', `${MAPS}?resourceVersion=0&limit=1`)).length, 3);
  });

  test('answers exactly a past state, or that it is forgotten', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a']);
    const { revision } = api.server.storage;
    await newMaps(api, ['b']);
    const exact = `${MINE}&resourceVersion=${revision}&resourceVersionMatch=Exact`;
    equal(namesOf(await api.ok('GET', exact)), ['a']);
    equal(namesOf(await api.ok('GET', `${MINE}&resourceVersion=${revision}`)), ['a', 'b']);
    equal(namesOf(await api.ok('GET', `${MINE}&resourceVersion=${revision}&limit=9`)), ['a']);
    api.server.faults.compact();
    const { status, body } = await api.call('GET', exact);
    equal([status, body['message']], [410, 'The resourceVersion for the provided list is too old.']);
  });

  for (const [name, [query, status, message]] of Object.entries(REFUSALS))
    test(`refuses ${name}`, async (t) => {
      const api = await newApi(t);
      const answer = await api.call('GET', `${MAPS}?${query}`);
      is(answer.status, status);
      match(answer.body['message'], message);
    });

  test('selects by labels and by fields', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'b', 'c']);
    equal(namesOf(await api.ok('GET', `${MAPS}?labelSelector=name+in+(a,c)`)), ['a', 'c']);
    equal(namesOf(await api.ok('GET', `${MAPS}?fieldSelector=metadata.name%3Db`)), ['b']);
    equal(namesOf(await api.ok('GET', '/api/v1/configmaps?fieldSelector=metadata.name%3Db')), ['b']);
    equal(namesOf(await api.ok('GET', `${MAPS}?fieldSelector=metadata.name%3Db&labelSelector=name%3Da`)), []);
  });

  test('does not take a name for the beginning of another', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a', 'aa']);
    equal(namesOf(await api.ok('GET', `${MAPS}?fieldSelector=metadata.name%3Da`)), ['a']);
  });
});

const META = 'g=meta.k8s.io;v=v1';

suite('content negotiation', (test) => {
  test('shows tables', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a']);
    const accept = `application/json;as=Table;${META}`;
    const table = await api.ok('GET', MINE, undefined, { accept });
    equal(
      [table['kind'], table['columnDefinitions'].map(({ name }: Json) => name)],
      ['Table', ['Name', 'Data', 'Age']],
    );
    equal(
      [table['rows'][0].cells.slice(0, 2), table['rows'][0].object.kind],
      [['a', 0], 'PartialObjectMetadata'],
    );
    is(table['metadata'].resourceVersion, String(api.server.storage.revision));
    const whole = await api.ok('GET', `${MAPS}/a?includeObject=Object`, undefined, { accept });
    is(whole['rows'][0].object.kind, 'ConfigMap');
  });

  test('shows metadata alone', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a']);
    const one = await api.ok('GET', `${MAPS}/a`, undefined, {
      accept: `application/json;as=PartialObjectMetadata;${META}`,
    });
    equal(
      [one['kind'], one['apiVersion'], one['metadata'].name, one['data']],
      ['PartialObjectMetadata', 'meta.k8s.io/v1', 'a', undefined],
    );
    const list = await api.ok('GET', MINE, undefined, {
      accept: `application/json;as=PartialObjectMetadataList;${META}`,
    });
    equal(
      [list['kind'], defined(list['items'][0]).kind],
      ['PartialObjectMetadataList', 'PartialObjectMetadata'],
    );
    is(
      (
        await api.call('GET', MINE, undefined, {
          accept: `application/json;as=PartialObjectMetadata;${META}`,
        })
      ).status,
      406,
    );
  });

  test('writes YAML', async (t) => {
    const api = await newApi(t);
    await newMaps(api, ['a']);
    const { headers, body } = await api.call('GET', `${MAPS}/a`, undefined, { accept: 'application/yaml' });
    is(headers['content-type'], 'application/yaml');
    match(body['text'], /^kind: ConfigMap\napiVersion: v1\nmetadata:\n {2}name: a\n/u);
  });
});
