import type { JsonObject } from '../../../lib/object/json.ts';
import { isJsonObject } from '../../../lib/object/json.ts';
import type { Seen, Step, Topic } from '../step.ts';
import { core, get, grouped, patch, post } from '../steps.ts';

/**
 * Evictions. A real cluster's controller writes the status of budgets, so that only such are recorded whose status is what it
 * would write; test/lib/apiserver/handlers/eviction.test.ts has the others.
 */

const PODS = core('pods');
const BUDGETS = grouped('policy/v1', 'poddisruptionbudgets');
const KEPT = { finalizers: ['example.com/keep'] };

function pod(name: string, metadata: JsonObject = {}): Step {
  const spec = { terminationGracePeriodSeconds: 0, containers: [{ name: 'a', image: 'a' }] };
  const labels = { app: 'a' };
  const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels, ...metadata }, spec };
  return post(PODS, body, { quiet: true });
}

function running(name: string): Step {
  const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
  return patch('strategic', `${PODS}/${name}/status`, { status }, { quiet: true });
}

function released(name: string): Step {
  return patch('merge', `${PODS}/${name}`, { metadata: { finalizers: null } }, { quiet: true });
}

function budget(name: string, spec: JsonObject = {}): Step {
  const selector = { matchLabels: { app: 'a' } };
  return post(
    BUDGETS,
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable: 1, selector, ...spec },
    },
    { quiet: true },
  );
}

/** Writes what the controller finds, and waits until that is there. */
function counted(name: string, healthy: number): readonly Step[] {
  const status = {
    observedGeneration: 1,
    currentHealthy: healthy,
    desiredHealthy: 1,
    expectedPods: healthy,
    disruptionsAllowed: healthy - 1,
  };
  const isCounted = ({ body }: Seen): boolean =>
    isJsonObject(body) && isJsonObject(body['status']) && body['status']['currentHealthy'] === healthy;
  return [
    patch('merge', `${BUDGETS}/${name}/status`, { status }, { quiet: true }),
    get(`${BUDGETS}/${name}`, { quiet: true, until: isCounted }),
  ];
}

function evict(name: string, rest: JsonObject = {}, query: string = ''): Step {
  return post(`${PODS}/${name}/eviction${query}`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
    ...rest,
  });
}

function look(name: string): Step {
  return get(`${PODS}/${name}`, { hide: ['spec', 'metadata.resourceVersion'] });
}

export const EVICTIONS: Topic = {
  name: 'evictions',
  cases: {
    'of a Pod that runs': [pod('one'), running('one'), evict('one'), look('one')],
    'of a Pod that is kept': [
      pod('one', KEPT),
      evict('one'),
      look('one'),
      evict('one'),
      look('one'),
      released('one'),
    ],
    'of nothing': [evict('one')],
    'by another kind': [
      post(`${PODS}/one/eviction`, { apiVersion: 'v1', kind: 'Pod' }),
      post(`${PODS}/one/eviction`, '{"'),
    ],
    'of another Pod': [
      pod('one'),
      evict('one', { metadata: { name: 'two' } }),
      evict('one', { metadata: { name: 'one', namespace: 'other' } }),
      evict('one', { metadata: {} }),
      post(`${PODS}/one/eviction`, {}),
    ],
    'by the version before': [pod('one'), evict('one', { apiVersion: 'policy/v1beta1' })],
    'with unknown fields': [
      pod('one'),
      evict('one', { other: 1 }, '?fieldValidation=Strict'),
      evict('one', { other: 1 }),
    ],
    'in a dry run': [
      pod('one', KEPT),
      evict('one', {}, '?dryRun=All'),
      evict('one', { deleteOptions: { dryRun: ['All'] } }, '?dryRun=All'),
      look('one'),
      released('one'),
    ],
    'with options that are none': [
      pod('one'),
      evict('one', {}, '?dryRun=x'),
      evict('one', { deleteOptions: { dryRun: ['x'] } }),
      evict('one', { deleteOptions: { propagationPolicy: 'x' } }),
      look('one'),
    ],
    'with preconditions': [
      pod('one', KEPT),
      evict('one', { deleteOptions: { preconditions: { uid: 'wrong' } } }),
      evict('one', { deleteOptions: { preconditions: { resourceVersion: '1' } } }),
      look('one'),
      released('one'),
    ],
    'of several budgets': [pod('one'), running('one'), budget('a'), budget('b'), evict('one'), look('one')],
    'of a budget for no Pods': [pod('one'), running('one'), budget('a', { selector: null }), evict('one')],
    'of a Pod that is not counted': [pod('one'), budget('a'), evict('one')],
    'of a budget that is spent': [
      pod('one'),
      running('one'),
      budget('a'),
      ...counted('a', 1),
      evict('one'),
      evict('one', {}, '?dryRun=All'),
      look('one'),
    ],
    'of a budget that allows one': [
      pod('one'),
      pod('two'),
      running('one'),
      running('two'),
      budget('a'),
      ...counted('a', 2),
      evict('one', {}, '?dryRun=All'),
      evict('one'),
      { ...evict('two'), quiet: true },
      look('two'),
    ],
  },
};
