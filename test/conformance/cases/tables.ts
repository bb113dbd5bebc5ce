import type { JsonObject } from '../../../lib/object/json.ts';
import { TABLE_CASES } from '../../lib/apiserver/golden/table-cases.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post } from '../steps.ts';
import { CUSTOM, KINDS_DEFINITIONS } from './kinds.ts';

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const KUBECTL = {
  accept:
    'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
};
const METADATA = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
const METADATA_LIST = { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' };
const MAPS = core('configmaps');
const THINGS = grouped(CUSTOM, 'things');
const MADE = post(MAPS, configMap('one', { metadata: { labels: { case: '<id>' } }, data: { a: '1' } }), {
  quiet: true,
});
const OURS = `${MAPS}?labelSelector=case=<id>`;

function thing(name: string, spec: JsonObject): Step {
  return post(THINGS, { apiVersion: CUSTOM, kind: 'Thing', metadata: { name }, spec }, { quiet: true });
}

/** The golden rows of built-in kinds that no controller touches meanwhile. */
const UNTOUCHED = new Set([
  'configmaps',
  'secrets',
  'services',
  'ingresses',
  'roles',
  'rolebindings',
  'leases',
  'podtemplates',
  'networkpolicies',
  'limitranges',
  'endpointslices',
  'events',
]);

function goldenRows(): Readonly<Record<string, readonly Step[]>> {
  const wanted = Object.entries(TABLE_CASES).filter(([, { plural }]) => UNTOUCHED.has(plural));
  return Object.fromEntries(
    wanted.map(([name, { groupVersion, plural, kind, object }]) => {
      const path = groupVersion.includes('/') ? grouped(groupVersion, plural) : core(plural);
      const made = { apiVersion: groupVersion, kind, metadata: { name: 'one' }, ...object };
      return [
        `row of ${name}`,
        [post(path, made, { quiet: true }), get(`${path}/one`, { headers: TABLE })],
      ] as const;
    }),
  );
}

export const TABLES: Topic = {
  name: 'tables',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'a list': [MADE, get(OURS, { headers: TABLE })],
    'as kubectl asks': [MADE, get(OURS, { headers: KUBECTL })],
    'an object': [MADE, get(`${MAPS}/one`, { headers: TABLE })],
    'an empty list': [get(`${MAPS}?labelSelector=none`, { headers: TABLE })],
    'an empty list, custom': [get(THINGS, { headers: TABLE })],
    pages: [
      MADE,
      post(MAPS, configMap('two', { metadata: { labels: { case: '<id>' } } }), { quiet: true }),
      get(`${OURS}&limit=1`, { headers: TABLE }),
    ],
    'includeObject Object': [MADE, get(`${OURS}&includeObject=Object`, { headers: TABLE })],
    'includeObject None': [MADE, get(`${OURS}&includeObject=None`, { headers: TABLE })],
    'includeObject that is none': [MADE, get(`${OURS}&includeObject=Nope`, { headers: TABLE })],
    'a missing object': [get(`${MAPS}/none`, { headers: TABLE })],
    'columns of a custom kind': [
      thing('a', { size: 1, list: [{ name: 'x' }, { name: 'y' }], free: { a: 1 } }),
      thing('b', { size: 20_000_000, color: 'blue', free: 'text' }),
      patch('merge', `${THINGS}/b/status`, { status: { ready: true } }, { quiet: true }),
      get(THINGS, { headers: TABLE }),
      get(`${THINGS}/b`, { headers: TABLE }),
    ],
    'a custom kind without columns': [
      post(
        `/apis/${CUSTOM}/places`,
        { apiVersion: CUSTOM, kind: 'Place', metadata: { name: 'one-<id>' }, spec: { size: 1 } },
        { quiet: true },
      ),
      get(`/apis/${CUSTOM}/places/one-<id>`, { headers: TABLE }),
    ],
    'the answer to a POST': [post(MAPS, configMap('one'), { headers: TABLE })],
    'the answer to a PATCH': [MADE, patch('merge', `${MAPS}/one`, { data: { b: '2' } }, { headers: TABLE })],
    'the answer to a DELETE': [MADE, del(`${MAPS}/one`, undefined, { headers: TABLE })],
    'a version of Table that nobody knows': [
      get(MAPS, { headers: { accept: 'application/json;as=Table;v=v9;g=meta.k8s.io' } }),
    ],
    'metadata of an object': [
      MADE,
      get(`${MAPS}/one`, { headers: METADATA }),
      post(MAPS, configMap('two'), { headers: METADATA }),
    ],
    'metadata of a list': [MADE, get(OURS, { headers: METADATA_LIST })],
    'metadata of a list, asked for as an object': [MADE, get(OURS, { headers: METADATA })],
    'metadata of a custom kind': [
      thing('a', { size: 1 }),
      get(`${THINGS}/a`, { headers: METADATA }),
      get(THINGS, { headers: METADATA_LIST }),
    ],
    'metadata of an object, asked for as a list': [MADE, get(`${MAPS}/one`, { headers: METADATA_LIST })],
    ...goldenRows(),
  },
};
