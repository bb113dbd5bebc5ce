import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';
import { newApi, NS } from '../api.ts';
import type { Api } from '../api.ts';

/** Budgets whose status a cluster's controller would write otherwise: asked of a real API server without controllers. */

const POD = `${NS}/pods/one`;
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

interface Setting {
  readonly ready?: boolean;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
}

async function withBudget(t: TestContext, { ready = true, spec = {}, status = {} }: Setting): Promise<Api> {
  const api = await newApi(t);
  const labels = { app: 'a' };
  const metadata = { name: 'one', labels, finalizers: ['example.com/keep'] };
  const containers = [{ name: 'a', image: 'a' }];
  await api.ok('POST', `${NS}/pods`, { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  await api.ok('PATCH', `${POD}/status`, { status: { phase: 'Running', conditions } });
  const budget = { selector: { matchLabels: labels }, minAvailable: 1, ...spec };
  await api.ok('POST', BUDGETS, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'b' },
    spec: budget,
  });
  const counts = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };
  await api.ok('PATCH', `${BUDGETS}/b/status`, { status: { ...counts, disruptionsAllowed: 0, ...status } });
  return api;
}

function evict(api: Api, query: string = ''): ReturnType<Api['call']> {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'one' } };
  return api.call('POST', `${POD}/eviction${query}`, body);
}

async function statusOf(api: Api): Promise<JsonObject> {
  const { body } = await api.call('GET', `${BUDGETS}/b`);
  return body['status'] as unknown as JsonObject;
}

function condition(status: string, reason: string, message: string): JsonObject {
  const lastTransitionTime = '2020-01-01T00:00:00Z';
  return { type: 'DisruptionAllowed', status, reason, message, lastTransitionTime };
}

const BUSY = 'The disruption budget b does not allow evicting pods currently';

suite('evictPod', (test) => {
  for (const [name, given, want] of [
    ['none are left', { status: { currentHealthy: 3 } }, BUSY],
    ['too few are healthy', {}, 'The disruption budget b needs 1 healthy pods and has 1 currently'],
    [
      'the budget has changed since',
      { status: { observedGeneration: 0 } },
      'The disruption budget b is still being processed by the server.',
    ],
    [
      'the controller has failed',
      { status: { currentHealthy: 3, conditions: [condition('False', 'SyncFailed', 'no scale')] } },
      `${BUSY} because it failed sync: no scale`,
    ],
    [
      'the controller says why',
      { status: { currentHealthy: 3, conditions: [condition('False', 'InsufficientPods', 'x')] } },
      `${BUSY} (InsufficientPods): x`,
    ],
    [
      'a Pod that is not ready is of an unhealthy budget',
      { ready: false, status: { currentHealthy: 0 } },
      'The disruption budget b needs 1 healthy pods and has 0 currently',
    ],
    [
      'a budget for all Pods is spent',
      { spec: { selector: {} } },
      'The disruption budget b needs 1 healthy pods and has 1 currently',
    ],
  ] as const satisfies readonly (readonly [string, Setting, string])[])
    test(`answers 429 when ${name}`, async (t) => {
      const api = await withBudget(t, given);
      const { status, body } = await evict(api);
      equal([status, body.reason], [429, 'TooManyRequests']);
      equal(body['message'], "Cannot evict pod as it would violate the pod's disruption budget.");
      equal(body['details'], {
        causes: [{ reason: 'DisruptionBudget', message: want }],
        ...(want.includes('processed') ? { retryAfterSeconds: 10 } : {}),
      });
      is((await api.call('GET', POD)).body.metadata.deletionTimestamp, undefined);
    });

  for (const [name, given] of [
    ['enough others are healthy', { ready: false }],
    [
      'the policy lets it go',
      { ready: false, spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' }, status: { currentHealthy: 0 } },
    ],
  ] as const satisfies readonly (readonly [string, Setting])[])
    test(`takes nothing from the budget for a Pod that is not ready when ${name}`, async (t) => {
      const api = await withBudget(t, given);
      const before = await statusOf(api);
      is((await evict(api)).status, 201);
      equal(await statusOf(api), before);
    });

  test('takes one from what the budget allows, and says when it was the last', async (t) => {
    const api = await withBudget(t, { status: { disruptionsAllowed: 1, currentHealthy: 2 } });
    is((await evict(api)).status, 201);
    const { disruptionsAllowed, disruptedPods, conditions } = await statusOf(api);
    equal([disruptionsAllowed, Object.keys(disruptedPods as JsonObject)], [0, ['one']]);
    const [{ lastTransitionTime, ...rest } = {}] = conditions as readonly JsonObject[];
    equal(rest, {
      type: 'DisruptionAllowed',
      status: 'False',
      observedGeneration: 1,
      reason: 'InsufficientPods',
      message: '',
    });
    is(typeof lastTransitionTime, 'string');
  });

  test('leaves the conditions of the budget while it allows more', async (t) => {
    const conditions = [condition('True', 'SufficientPods', '')];
    const api = await withBudget(t, { status: { disruptionsAllowed: 2, currentHealthy: 3, conditions } });
    is((await evict(api)).status, 201);
    const status = await statusOf(api);
    equal([status['disruptionsAllowed'], status['conditions']], [1, conditions]);
  });

  test('takes nothing in a dry run', async (t) => {
    const api = await withBudget(t, { status: { disruptionsAllowed: 1, currentHealthy: 2 } });
    const before = await statusOf(api);
    is((await evict(api, '?dryRun=All')).status, 201);
    equal(await statusOf(api), before);
  });

  test('answers 403 when the budget knows of too many evictions that nobody has seen', async (t) => {
    const pods = Array.from({ length: 2001 }, (_, index) => [`p${index}`, '2030-01-01T00:00:00Z']);
    const disruptedPods = Object.fromEntries(pods) as JsonObject;
    const api = await withBudget(t, { status: { disruptionsAllowed: 1, disruptedPods } });
    const { status, body } = await evict(api);
    equal(
      [status, body['message']],
      [
        403,
        'poddisruptionbudget.policy "b" is forbidden: DisruptedPods map too big - too many evictions not confirmed by PDB controller',
      ],
    );
  });
});
