import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { grouped, patch, post } from '../steps.ts';

/** What is wrong with objects of kinds that operators make beside workloads. */

const NETWORKING = 'networking.k8s.io/v1';
const ACCESS = 'rbac.authorization.k8s.io/v1';
const INGRESSES = grouped(NETWORKING, 'ingresses');
const POLICIES = grouped(NETWORKING, 'networkpolicies');
const BUDGETS = grouped('policy/v1', 'poddisruptionbudgets');
const DEPLOYMENTS = grouped('apps/v1', 'deployments');
const LEASES = grouped('coordination.k8s.io/v1', 'leases');
const ROLES = grouped(ACCESS, 'roles');
const BINDINGS = grouped(ACCESS, 'rolebindings');
const CLUSTER_ROLES = `/apis/${ACCESS}/clusterroles`;
const CLUSTER_BINDINGS = `/apis/${ACCESS}/clusterrolebindings`;

function object(apiVersion: string, kind: string, rest: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: 'one' }, ...rest };
}

/** Tries each; nothing is stored. */
function specs(
  collection: string,
  apiVersion: string,
  kind: string,
  ...all: readonly JsonObject[]
): readonly Step[] {
  return all.map((spec) => post(`${collection}?dryRun=All`, object(apiVersion, kind, { spec })));
}

const BAD_SELECTOR: JsonObject = { matchLabels: { '/': '' } };
const SERVICE: JsonObject = { service: { name: 'a', port: { number: 80 } } };

function ingress(...all: readonly JsonObject[]): readonly Step[] {
  return specs(INGRESSES, NETWORKING, 'Ingress', ...all);
}

function path(pathType: string | undefined, text: string, backend: JsonObject = SERVICE): JsonObject {
  return { ...(pathType === undefined ? {} : { pathType }), path: text, backend };
}

function paths(...all: readonly JsonObject[]): JsonObject {
  return { rules: [{ http: { paths: all } }] };
}

function service(name: string, port: JsonObject): JsonObject {
  return path('Prefix', '/', { service: { name, port } });
}

function policy(...all: readonly JsonObject[]): readonly Step[] {
  return specs(POLICIES, NETWORKING, 'NetworkPolicy', ...all);
}

function ports(...all: readonly JsonValue[]): JsonObject {
  return { podSelector: {}, ingress: [{ ports: all }] };
}

function peers(...all: readonly JsonValue[]): JsonObject {
  return { podSelector: {}, egress: [{ to: all }] };
}

function budget(...all: readonly JsonObject[]): readonly Step[] {
  return specs(BUDGETS, 'policy/v1', 'PodDisruptionBudget', ...all);
}

function roles(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((rule) => post(`${ROLES}?dryRun=All`, object(ACCESS, 'Role', { rules: [rule] })));
}

function clusterRole(rest: JsonObject): Step {
  return post(`${CLUSTER_ROLES}?dryRun=All`, object(ACCESS, 'ClusterRole', rest));
}

function binding(rest: JsonObject): Step {
  return post(`${BINDINGS}?dryRun=All`, object(ACCESS, 'RoleBinding', rest));
}

const ROLE: JsonObject = { kind: 'Role', name: 'a', apiGroup: 'rbac.authorization.k8s.io' };

const SUBJECTS: readonly JsonObject[] = [
  { kind: 'User', name: '' },
  { kind: 'ServiceAccount', name: 'a' },
  { kind: 'Other', name: 'a' },
  { kind: 'ServiceAccount', name: 'A_', namespace: 'x', apiGroup: 'z' },
  { kind: 'Group', name: 'g', apiGroup: 'q' },
];

/** What containers ask for and may use. */
function resources(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((one) => {
    const container = { name: 'main', image: 'main:1', resources: one };
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
    const spec = { selector: { matchLabels: { a: 'b' } }, template };
    return post(`${DEPLOYMENTS}?dryRun=All`, object('apps/v1', 'Deployment', { spec }));
  });
}

export const VALIDATED_KINDS: Topic = {
  name: 'validated-kinds',
  cases: {
    'deployments: resources': resources(
      { requests: { 'example.com/gpu': '1' } },
      { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '2' } },
      { limits: { 'example.com/gpu': '500m' } },
      { limits: { 'example.com/gpu': '1' } },
      { limits: { 'requests.example.com/gpu': '1', gpu: '1', pods: '1', storage: '1' } },
      { limits: { 'hugepages-2Mi': '2Mi' } },
      { limits: { 'hugepages-2Mi': '3Mi', memory: '1Gi' } },
      { limits: { 'hugepages-2Mi': '4Mi', memory: '1Gi' }, requests: { 'hugepages-2Mi': '2Mi' } },
      { limits: { cpu: '1', 'kubernetes.io/x': '1' }, requests: { cpu: '1100m', 'kubernetes.io/x': '2' } },
    ),
    'ingress: backends and hosts': ingress(
      {},
      { rules: [{}] },
      { defaultBackend: {} },
      { rules: [{ host: 'A_b' }, { host: '10.0.0.1' }, { host: '*.example.com' }, { host: '*x' }] },
      {
        defaultBackend: SERVICE,
        tls: [{ hosts: ['*.a.b', 'X', ''], secretName: 'A' }],
        ingressClassName: 'A_B',
      },
    ),
    'ingress: paths': ingress(
      { rules: [{ http: { paths: [] } }] },
      paths(path(undefined, '/'), path('Other', '/'), path('Exact', 'x'), path('Prefix', '')),
      paths(
        path('Exact', '/a//b'),
        path('Exact', '/a/..'),
        path('Prefix', '/%2f/.'),
        path('Prefix', '/a/./b'),
      ),
      paths(path('ImplementationSpecific', 'x'), path('ImplementationSpecific', '')),
    ),
    'ingress: services': ingress(
      paths(service('', {}), service('A', { number: 70_000 }), service('a', { name: 'A_' })),
      paths(service('a', { name: 'a', number: 1 }), path('Exact', '/', {})),
      paths(path('Exact', '/', { ...SERVICE, resource: { kind: 'A', name: 'a' } })),
      paths(path('Exact', '/', { resource: { kind: '', name: '' } })),
    ),
    'ingress: status': [
      post(INGRESSES, object(NETWORKING, 'Ingress', { spec: { defaultBackend: SERVICE } }), { quiet: true }),
      patch('merge', `${INGRESSES}/one/status`, {
        status: { loadBalancer: { ingress: [{ ip: 'x', hostname: 'a' }, { hostname: '1.1.1.1' }] } },
      }),
    ],
    'network policy: pods and types': policy(
      {},
      { podSelector: BAD_SELECTOR },
      { podSelector: {}, policyTypes: ['Other'] },
      { podSelector: {}, egress: [{}] },
    ),
    'network policy: ports': policy(
      ports({ port: 0, protocol: 'X', endPort: 3 }, { port: 'A_', endPort: 3 }, { endPort: 3 }),
      ports({ port: 80, endPort: 70 }, { port: 80, endPort: 70_000 }),
      ports({ port: 80 }, { port: 'web' }),
    ),
    'network policy: peers': policy(
      peers({}, { ipBlock: { cidr: 'x', except: ['10.0.0.0/8'] } }, { ipBlock: { cidr: '10.0.0.0/33' } }),
      peers({ ipBlock: { cidr: '10.0.0.0/16', except: ['10.0.0.0/8', '10.0.0.0/16', 'x', '10.0.1.0/24'] } }),
      peers({ ipBlock: { cidr: '10.0.0.0/16' }, podSelector: {} }, { namespaceSelector: BAD_SELECTOR }),
    ),
    'disruption budget: spec': budget(
      {},
      { minAvailable: -1, maxUnavailable: '101%' },
      { minAvailable: '1', selector: BAD_SELECTOR },
      { maxUnavailable: '-1%', unhealthyPodEvictionPolicy: 'x' },
      { minAvailable: '101%' },
      { minAvailable: '50%', selector: {} },
    ),
    'lease: times': specs(
      LEASES,
      'coordination.k8s.io/v1',
      'Lease',
      { renewTime: 'x' },
      { renewTime: '2020-01-01T00:00:00Z' },
      { renewTime: '2020-01-01T00:00:00.1Z' },
      { renewTime: '2020-01-01T00:00:00.1+02:00' },
      { renewTime: '2020-01-01T00:00:00.1234567Z' },
      { renewTime: '2020-01-01T00:00:00.123456' },
      { acquireTime: '2020-01-01T00:00:00.123456Z' },
    ),
    'lease: what is off by default': specs(LEASES, 'coordination.k8s.io/v1', 'Lease', {
      strategy: 'Other',
      preferredHolder: 'b',
    }),
    'role: rules': roles(
      {},
      { verbs: ['get'] },
      { verbs: ['get'], nonResourceURLs: ['/x'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'] },
      { verbs: ['get'], resources: ['pods'] },
      { verbs: ['get'], apiGroups: [''] },
      { verbs: [], apiGroups: [''], resources: ['pods'] },
    ),
    'cluster role: rules and aggregation': [
      clusterRole({ rules: [{ verbs: ['get'], nonResourceURLs: ['x', '*'] }], aggregationRule: {} }),
      clusterRole({ aggregationRule: { clusterRoleSelectors: [BAD_SELECTOR, {}] } }),
      clusterRole({ rules: [{ verbs: ['get'], nonResourceURLs: ['/x'] }] }),
    ],
    'binding: roles': [
      binding({}),
      binding({ roleRef: { kind: 'Other', name: '', apiGroup: 'y' } }),
      binding({ roleRef: { kind: 'Role', name: 'a/b' } }),
      binding({ roleRef: { kind: 'Role', name: 'a' } }),
    ],
    'binding: subjects': [
      binding({ roleRef: ROLE, subjects: SUBJECTS }),
      post(
        `${CLUSTER_BINDINGS}?dryRun=All`,
        object(ACCESS, 'ClusterRoleBinding', { roleRef: ROLE, subjects: SUBJECTS }),
      ),
    ],
    'binding: another role': [
      post(BINDINGS, object(ACCESS, 'RoleBinding', { roleRef: ROLE })),
      patch('merge', `${BINDINGS}/one`, { roleRef: { name: 'b' } }),
    ],
  },
};
