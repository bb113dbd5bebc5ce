import { siteDefinition } from '../../lib/apiserver/api.ts';

/** A request in the parts that mutations work on. Text in them is written as bytes, one per character. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, escaped. */
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const NS = '/api/v1/namespaces/default';
const SITES = '/apis/example.com/v1/namespaces/default/sites';
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '100m', memory: '1Gi' } } }] },
};
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', annotations: { note: 'ü' } },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: POD.spec },
  },
};
const SITE = {
  apiVersion: 'example.com/v1',
  kind: 'Site',
  metadata: { name: 's', namespace: 'default' },
  spec: { host: 'h', replicas: 2 },
};
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '1' } };
const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'svc' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] },
};
const YAML =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: y-}\ndata:\n  a: |\n    1\n  b: &x "2"\n  c: *x\n';
const OPERATIONS = [
  { op: 'test', path: '/metadata/name', value: 'c' },
  { op: 'add', path: '/data/b~1c', value: 'x' },
  { op: 'copy', from: '/data/a', path: '/data/d' },
  { op: 'move', from: '/data/d', path: '/data/e' },
  { op: 'remove', path: '/data/e' },
];

type Content = object | string;

function write(method: string, target: string, content: Content, type = 'application/json'): WireRequest {
  const body = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const length = ['content-length', String(body.length)] as const;
  return { method, target, version: 'HTTP/1.1', headers: [HOST, ['content-type', type], length], body };
}

const HOST = ['host', 'localhost'] as const;

function read(target: string, headers: WireRequest['headers'] = [], method = 'GET'): WireRequest {
  return { method, target, version: 'HTTP/1.1', headers: [HOST, ...headers], body: Buffer.alloc(0) };
}

function generated(content: { readonly metadata: object }): object {
  return { ...content, metadata: { ...content.metadata, name: undefined, generateName: 'g-' } };
}

/** What must be there for {@link CORPUS} to be answered well. */
export const FIXTURES: readonly WireRequest[] = [
  write('POST', CRDS, siteDefinition()),
  write('POST', `${NS}/configmaps`, CONFIG_MAP),
  write('POST', `${NS}/pods`, POD),
  write('POST', `${NS}/services`, SERVICE),
  write('POST', '/apis/apps/v1/namespaces/default/deployments', DEPLOYMENT),
  write('POST', SITES, SITE),
];

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

/** Requests of every kind, each of which the server understands before it is mutated. */
export const CORPUS: readonly WireRequest[] = [
  read('/version'),
  read('/readyz?verbose'),
  read('/api'),
  read('/apis', [['accept', 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList']]),
  read('/apis/apps/v1'),
  read('/openapi/v3'),
  read(`${NS}/configmaps/c`),
  read(`${NS}/configmaps/c`, [['accept', 'application/yaml']]),
  read(`${NS}/configmaps/c`, [['user-agent', 'curl/8']]),
  read(`${NS}/pods`, [['accept', TABLE]]),
  read(`${NS}/pods?labelSelector=app%20in%20(a,b),!c&fieldSelector=status.phase!=Failed&limit=5`),
  read(`${NS}/configmaps?limit=1&resourceVersion=0`),
  read(
    '/api/v1/configmaps?limit=1&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiL2RlZmF1bHQvYlx1MDAwMCJ9',
  ),
  read(`${NS}/configmaps?watch=1&timeoutSeconds=1&allowWatchBookmarks=true`),
  read(`${SITES}?watch=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&timeoutSeconds=1`),
  read(`${SITES}/s`),
  read(`${SITES}/s/scale`),
  read('/api/v1/namespaces/default'),
  write('POST', `${NS}/configmaps?fieldValidation=Strict`, generated(CONFIG_MAP)),
  write('POST', `${NS}/configmaps`, YAML, 'application/yaml'),
  write('POST', `${NS}/pods?dryRun=All`, generated(POD)),
  write('POST', `${NS}/services?dryRun=All`, generated(SERVICE)),
  write('POST', '/apis/apps/v1/namespaces/default/deployments?dryRun=All', generated(DEPLOYMENT)),
  write('POST', `${SITES}?dryRun=All`, generated(SITE)),
  write('POST', `${CRDS}?dryRun=All`, siteDefinition()),
  write('POST', `${NS}/pods/a/eviction?dryRun=All`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'a' },
  }),
  write('PUT', `${NS}/configmaps/c`, CONFIG_MAP),
  write('PUT', `${SITES}/s`, { ...SITE, metadata: { ...SITE.metadata, resourceVersion: '1' } }),
  write('PUT', `${SITES}/s/status`, { ...SITE, status: { replicas: 1 } }),
  write('PATCH', `${NS}/configmaps/c`, { data: { a: null, b: '2' } }, 'application/merge-patch+json'),
  write('PATCH', `${NS}/configmaps/c`, OPERATIONS, 'application/json-patch+json'),
  write(
    'PATCH',
    '/apis/apps/v1/namespaces/default/deployments/web?fieldManager=m',
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'c', image: 'j' },
              { $patch: 'delete', name: 'd' },
            ],
          },
        },
      },
    },
    'application/strategic-merge-patch+json',
  ),
  write('PATCH', `${NS}/configmaps/c?fieldManager=m&force=true`, CONFIG_MAP, 'application/apply-patch+yaml'),
  write('PATCH', `${SITES}/s/scale`, { spec: { replicas: 4 } }, 'application/merge-patch+json'),
  write('DELETE', `${NS}/configmaps/none`, { propagationPolicy: 'Foreground', gracePeriodSeconds: 0 }),
  write('DELETE', `${NS}/secrets?labelSelector=none%3Dx`, { preconditions: { uid: 'x' } }),
];
