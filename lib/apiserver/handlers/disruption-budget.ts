import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { selects } from '../builtin/kinds/causes/selector-causes.ts';
import { at, listAt, numberAt, objectAt, textAt, withAt } from '../fields.ts';
import { timestamp } from '../objects/metadata.ts';
import { StatusError } from '../status-error.ts';
import { transitionTime } from '../transition-time.ts';
import type { ApiParts } from './api-parts.ts';

/** Of evictions that no controller has seen yet, a budget knows no more than these. */
const MOST_DISRUPTED_PODS = 2000;
const BUSY_SECONDS = 10;
const CONDITION = 'DisruptionAllowed';

/**
 * Takes one from what the Pod's disruption budget allows, if it has one, and notes the Pod there.
 *
 * @param dryRun takes nothing. @throws 403, 429, 500.
 * @see kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go (checkAndDecrement)
 */
export function spendDisruption(parts: ApiParts, pod: ApiObject, dryRun: boolean): void {
  const [budget, ...more] = budgetsOf(parts, pod);
  if (budget === undefined) return;
  if (more.length > 0)
    throw new StatusError(
      500,
      '',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  if (!isReady(pod) && mayGoUnready(budget)) return;
  check(budget);
  if (dryRun) return;
  const { name } = pod.metadata;
  const { namespace } = budget.metadata;
  const definition = parts.registry.ofKind('policy', 'PodDisruptionBudget');
  if (definition === undefined) return;
  parts.objects.update(
    { definition, namespace, name: budget.metadata.name },
    (old) => spent(old, name, timestamp(parts.clock.now())),
    {
      scope: 'status',
      ownership: parts.owners.tracking({ manager: 'kube-apiserver', subresource: 'status' }),
    },
  );
}

/** A budget without a selector is nobody's; with an empty one, everybody's. */
function budgetsOf({ storage }: ApiParts, pod: ApiObject): readonly ApiObject[] {
  const { namespace = '', labels = {} } = pod.metadata;
  const { items } = storage.list('poddisruptionbudgets.policy', { prefix: `${namespace}/` });
  return items.filter((budget) => {
    const selector = at(budget, 'spec', 'selector');
    return selector !== undefined && selects(objectAt({ selector }, 'selector'), labels);
  });
}

function isReady(pod: ApiObject): boolean {
  return listAt(pod, 'status', 'conditions').some(
    (one) => textAt(one, 'type') === 'Ready' && textAt(one, 'status') === 'True',
  );
}

/** A Pod that is not ready may go if that is the budget's policy, or if enough others are healthy. */
function mayGoUnready(budget: ApiObject): boolean {
  if (textAt(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true;
  const desired = numberAt(budget, 'status', 'desiredHealthy');
  return desired > 0 && numberAt(budget, 'status', 'currentHealthy') >= desired;
}

function check(budget: ApiObject): void {
  const { name, generation = 0 } = budget.metadata;
  const status = objectAt(budget, 'status');
  if (numberAt(status, 'observedGeneration') < generation)
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`, BUSY_SECONDS);
  if (Object.keys(objectAt(status, 'disruptedPods')).length > MOST_DISRUPTED_PODS) throw full(name);
  if (numberAt(status, 'disruptionsAllowed') === 0) throw tooMany(refusalText(name, status));
}

function tooMany(why: string, seconds?: number): StatusError {
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  return new StatusError(429, 'TooManyRequests', message, {
    causes: [{ reason: 'DisruptionBudget', message: why }],
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  });
}

function full(name: string): StatusError {
  const kind = 'poddisruptionbudget';
  const why = 'DisruptedPods map too big - too many evictions not confirmed by PDB controller';
  const message = `${kind}.policy ${JSON.stringify(name)} is forbidden: ${why}`;
  return new StatusError(403, 'Forbidden', message, { name, group: 'policy', kind });
}

function refusalText(name: string, status: JsonObject): string {
  const subject = `The disruption budget ${name}`;
  const desired = numberAt(status, 'desiredHealthy');
  const current = numberAt(status, 'currentHealthy');
  if (current <= desired) return `${subject} needs ${desired} healthy pods and has ${current} currently`;
  const refusal = `${subject} does not allow evicting pods currently`;
  const condition = listAt(status, 'conditions').find((one) => textAt(one, 'type') === CONDITION);
  if (condition === undefined || textAt(condition, 'status') !== 'False') return refusal;
  const reason = textAt(condition, 'reason');
  const message = textAt(condition, 'message');
  return reason === 'SyncFailed'
    ? `${refusal} because it failed sync: ${message}`
    : `${refusal} (${reason}): ${message}`;
}

function spent(budget: ApiObject, pod: string, now: string): ApiObject {
  const left = numberAt(budget, 'status', 'disruptionsAllowed') - 1;
  const noted = withAt(budget, ['status', 'disruptedPods', pod], now);
  const lessened = withAt(noted, ['status', 'disruptionsAllowed'], left);
  // Only the last one is told.
  return left > 0 ? lessened : withAt(lessened, ['status', 'conditions'], spentConditions(budget, now));
}

function spentConditions(budget: ApiObject, now: string): readonly JsonObject[] {
  const conditions = listAt(budget, 'status', 'conditions').map((one) => objectAt({ one }, 'one'));
  const before = conditions.find((one) => textAt(one, 'type') === CONDITION);
  const condition = {
    type: CONDITION,
    status: 'False',
    observedGeneration: numberAt(budget, 'status', 'observedGeneration'),
    reason: 'InsufficientPods',
    message: '',
    lastTransitionTime: transitionTime(before, 'False', now),
  };
  return before === undefined
    ? [...conditions, condition]
    : conditions.map((one) => (one === before ? condition : one));
}
