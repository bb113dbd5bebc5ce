import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, grouped, patch, post, put } from '../steps.ts';

/** What is wrong with objects of kinds that bound what others may do: limits, quotas, budgets, networks. */

const NETWORKING = 'networking.k8s.io/v1';
const DISCOVERY = 'discovery.k8s.io/v1';
const POLICY = 'policy/v1';
const RANGES = core('limitranges');
const QUOTAS = core('resourcequotas');
const SLICES = grouped(DISCOVERY, 'endpointslices');
const POLICIES = grouped(NETWORKING, 'networkpolicies');
const INGRESSES = grouped(NETWORKING, 'ingresses');
const BUDGETS = grouped(POLICY, 'poddisruptionbudgets');

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

const RANGE: Kind = { apiVersion: 'v1', kind: 'LimitRange' };
const QUOTA: Kind = { apiVersion: 'v1', kind: 'ResourceQuota' };
const SLICE: Kind = { apiVersion: DISCOVERY, kind: 'EndpointSlice' };
const NETWORK_POLICY: Kind = { apiVersion: NETWORKING, kind: 'NetworkPolicy' };
const INGRESS: Kind = { apiVersion: NETWORKING, kind: 'Ingress' };
const BUDGET: Kind = { apiVersion: POLICY, kind: 'PodDisruptionBudget' };

function named(kind: Kind, rest: JsonObject): JsonObject {
  return { ...kind, metadata: { name: 'one' }, ...rest };
}

/** Tries an object; nothing is stored. */
function attempt(collection: string, kind: Kind, rest: JsonObject): Step {
  return post(`${collection}?dryRun=All`, named(kind, rest));
}

function range(...limits: readonly JsonObject[]): Step {
  return attempt(RANGES, RANGE, { spec: { limits } });
}

function quota(spec: JsonObject): Step {
  return attempt(QUOTAS, QUOTA, { spec });
}

function scoped(hard: JsonObject, ...matchExpressions: readonly JsonObject[]): Step {
  return quota({ hard, scopeSelector: { matchExpressions } });
}

function slice(addressType: string, ...endpoints: readonly JsonObject[]): Step {
  return attempt(SLICES, SLICE, { addressType, endpoints });
}

function addresses(addressType: string, ...all: readonly string[]): Step {
  return slice(addressType, { addresses: all });
}

function ports(...all: readonly JsonObject[]): Step {
  return attempt(SLICES, SLICE, { addressType: 'IPv4', endpoints: [], ports: all });
}

function block(cidr: string, ...except: readonly string[]): JsonObject {
  return { podSelector: {}, egress: [{ to: [{ ipBlock: { cidr, except } }] }] };
}

function backend(resource: JsonObject): Step {
  return attempt(INGRESSES, INGRESS, { spec: { defaultBackend: { resource } } });
}

function conditions(...all: readonly JsonObject[]): Step {
  return patch('merge', `${BUDGETS}/one/status?dryRun=All`, { status: { conditions: all } });
}

const CONDITION: JsonObject = {
  type: 'Ready',
  status: 'True',
  reason: 'Done',
  message: '',
  lastTransitionTime: '2020-01-01T00:00:00Z',
};
const ENDPOINT: JsonObject = { addresses: ['10.0.0.1'] };

export const SMALL_KIND_CHECKS: Topic = {
  name: 'small-kind-checks',
  cases: {
    'limit range: nothing, and no limits': [
      attempt(RANGES, RANGE, {}),
      attempt(RANGES, RANGE, { spec: {} }),
      range(),
    ],
    'limit range: types': [
      range({ type: '' }, { type: 'Other' }, { type: 'example.com/other' }),
      range({ type: 'Pod' }, { type: 'Pod' }),
      range({ type: 'PersistentVolumeClaim', default: { storage: '1Gi' } }),
      range({ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { gold: '1' } }),
    ],
    'limit range: defaults': [
      range({ type: 'Container', max: { cpu: '2' }, min: { cpu: '1', memory: '1Gi' } }),
      range({ type: 'Container', default: { cpu: '2' }, defaultRequest: { memory: '1Gi' } }),
      range({ type: 'Pod', max: { cpu: '2' } }),
      range({ type: 'Pod', default: { cpu: '2' }, defaultRequest: { gold: '1' } }),
    ],
    'limit range: names of resources': [
      range({ type: 'Container', max: { gold: '1', storage: '1', 'a b': '1', 'example.com/x': '1' } }),
      range({ type: 'example.com/other', max: { gold: '1', storage: '1', 'requests.hugepages-2Mi': '1' } }),
    ],
    'limit range: amounts': [
      range({ type: 'Pod', min: { cpu: '3' }, max: { cpu: '2' } }),
      range({ type: 'Container', min: { cpu: '3' }, max: { cpu: '5' }, default: { cpu: '1' } }),
      range({ type: 'Container', max: { cpu: '2' }, default: { cpu: '3' }, defaultRequest: { cpu: '4' } }),
      range({
        type: 'Container',
        default: { 'example.com/x': '3' },
        defaultRequest: { 'example.com/x': '2' },
      }),
    ],
    'limit range: ratios': [
      range({ type: 'Pod', maxLimitRequestRatio: { cpu: '500m' } }),
      range({ type: 'Pod', min: { cpu: '300m' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '4' } }),
      range({ type: 'Pod', min: { cpu: '0' }, max: { cpu: '1' }, maxLimitRequestRatio: { cpu: '4' } }),
      range({
        type: 'Pod',
        min: { memory: '1Pi' },
        max: { memory: '3Ei' },
        maxLimitRequestRatio: { memory: '4000' },
      }),
    ],
    'limit range: an update': [
      post(RANGES, named(RANGE, { spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } })),
      patch('merge', `${RANGES}/one?dryRun=All`, { spec: { limits: [{ type: 'Other' }] } }),
      patch('merge', `${RANGES}/one`, { spec: null }),
    ],
    'quota: amounts': [
      quota({ hard: { pods: '-1', gold: '1', storage: '1', 'a b': '1' } }),
      quota({
        hard: { pods: '500m', 'example.com/x': '1', 'count/x.example.com': '1', 'hugepages-2Mi': '1' },
      }),
    ],
    'quota: more requests than limits': [
      quota({ hard: { cpu: '2', 'limits.cpu': '1', 'requests.memory': '2Gi', 'limits.memory': '1Gi' } }),
      quota({ hard: { 'requests.ephemeral-storage': '2', 'limits.ephemeral-storage': '1' } }),
    ],
    'quota: scopes': [
      quota({ scopes: ['Other', ''] }),
      quota({ scopes: ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating'] }),
      quota({ scopes: ['BestEffort'], hard: { pods: '1', cpu: '1', services: '1', 'example.com/x': '1' } }),
      quota({ scopes: ['VolumeAttributesClass'], hard: { pods: '1', 'requests.storage': '1' } }),
    ],
    'quota: selected scopes': [
      scoped({}, { scopeName: 'Other', operator: 'Like' }, { scopeName: 'BestEffort', operator: 'In' }),
      scoped({ services: '1' }, { scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
      scoped({}, { scopeName: 'PriorityClass', operator: 'NotIn' }),
      scoped(
        {},
        { scopeName: 'Terminating', operator: 'Exists' },
        { scopeName: 'NotTerminating', operator: 'Exists' },
      ),
    ],
    'quota: an update': [
      post(QUOTAS, named(QUOTA, { spec: { scopes: ['Terminating', 'BestEffort'] } })),
      patch('merge', `${QUOTAS}/one?dryRun=All`, { spec: { scopes: ['BestEffort', 'Terminating'] } }),
      patch('merge', `${QUOTAS}/one?dryRun=All`, { spec: { scopes: null } }),
      patch('merge', `${QUOTAS}/one/status?dryRun=All`, {
        status: { hard: { pods: '-1' }, used: { gold: '1', pods: '500m' } },
      }),
    ],
    'endpoints: types of addresses': [
      slice('', ENDPOINT),
      slice('Other', { addresses: ['x'] }, {}),
      addresses('FQDN', 'example.com', 'a.b.', 'example', '', 'A_.b', '10.0.0.1'),
    ],
    'endpoints: addresses of IPv4': [
      addresses('IPv4', 'x', '', '::1', '10.0.0.01', '::ffff:10.0.0.1', '1.2.3'),
      addresses('IPv4', '0.0.0.0', '127.0.0.2', '169.254.1.1', '224.0.0.1', '224.0.1.1'),
    ],
    'endpoints: addresses of IPv6': [
      addresses('IPv6', 'x', '10.0.0.1', '2001:DB8::1', '2001:db8:0:0::1', '::ffff:10.0.0.1'),
      addresses('IPv6', '::', '::1', 'fe80::1', 'ff02::1', 'ff05::1', '2001:db8::1'),
    ],
    'endpoints: what belongs to them': [
      slice('IPv4', { ...ENDPOINT, hostname: 'A_', nodeName: 'B_', zone: '' }, { addresses: [] }),
      slice('IPv4', {
        ...ENDPOINT,
        hints: {
          forZones: [{ name: 'a' }, { name: 'a' }, { name: '-' }],
          forNodes: [{ name: 'a' }, { name: 'a' }, { name: 'A_' }],
        },
      }),
      slice('IPv4', { ...ENDPOINT, hints: { forZones: Array.from('abcdefghi', (name) => ({ name })) } }),
      slice('IPv4', { addresses: Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`) }),
    ],
    'endpoints: ports': [
      ports({ name: 'A_', port: 0 }, {}, { name: '', port: 70_000 }),
      ports({ name: 'a', protocol: 'Other', appProtocol: '' }, { name: 'a', appProtocol: 'a b' }),
    ],
    'endpoints: an update': [
      post(SLICES, named(SLICE, { addressType: 'IPv4', endpoints: [ENDPOINT] })),
      patch('merge', `${SLICES}/one?dryRun=All`, { addressType: 'FQDN' }),
      patch('merge', `${SLICES}/one?dryRun=All`, { endpoints: [{ addresses: ['127.0.0.1'] }] }),
      patch('merge', `${SLICES}/one`, { metadata: { annotations: { a: 'b' } } }),
      patch('merge', `${SLICES}/one`, { metadata: { labels: { a: 'b' } } }),
    ],
    'network policy: ranges of addresses': [
      attempt(POLICIES, NETWORK_POLICY, { spec: block('10.0.0.1/8', '10.1.0.1/16', '11.0.0.0/16', 'x') }),
      attempt(POLICIES, NETWORK_POLICY, { spec: block('2001:db8::1/64', '2001:db8::/64') }),
      attempt(POLICIES, NETWORK_POLICY, { spec: block('10.0.0.0/08') }),
      attempt(POLICIES, NETWORK_POLICY, { spec: block('::ffff:10.0.0.0/104') }),
      attempt(POLICIES, NETWORK_POLICY, { spec: block('0.0.0.0/0', '::/1', '128.0.0.0/1') }),
    ],
    'ingress: resources': [
      backend({ apiGroup: 'A_', kind: 'a/b', name: '..' }),
      backend({ apiGroup: '', kind: '', name: '' }),
      attempt(INGRESSES, INGRESS, {
        spec: { rules: [{ http: { paths: [{ backend: { service: {} } }, { pathType: '' }] } }] },
      }),
    ],
    'budget: conditions': [
      post(BUDGETS, named(BUDGET, { spec: {} })),
      conditions({}),
      conditions(CONDITION, { ...CONDITION, reason: 'a b', observedGeneration: -1 }),
      conditions({ ...CONDITION, lastTransitionTime: null, reason: 'a'.repeat(1025) }),
      put(`${BUDGETS}/one?dryRun=All`, named(BUDGET, { spec: { minAvailable: 1 } })),
      put(`${BUDGETS}/one/status?dryRun=All`, named(BUDGET, { status: { conditions: [CONDITION] } })),
    ],
  },
};
