import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, objectAt, textAt } from '../fields.ts';
import { transitionTime } from '../transition-time.ts';
import { judgeNames, type NameConflict } from './names.ts';

type ConditionType = 'NamesAccepted' | 'Established';

function conditionOf(crd: ApiObject, type: ConditionType): JsonValue | undefined {
  return listAt(crd, 'status', 'conditions').find((one) => textAt(one, 'type') === type);
}

function isTrue(crd: ApiObject, type: ConditionType): boolean {
  return textAt(conditionOf(crd, type), 'status') === 'True';
}

/** Whether the kind is served. */
export function isEstablished(crd: ApiObject): boolean {
  return isTrue(crd, 'Established');
}

function namesCondition(conflict: NameConflict | undefined): JsonObject {
  if (conflict !== undefined) return { type: 'NamesAccepted', status: 'False', ...conflict };
  return { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' };
}

/** Once established, a kind stays so. */
function establishedCondition(
  crd: ApiObject,
  conflict: NameConflict | undefined,
  settled: boolean,
): JsonObject {
  if (isEstablished(crd)) return objectAt({ known: conditionOf(crd, 'Established') }, 'known');
  if (conflict !== undefined)
    return {
      type: 'Established',
      status: 'False',
      reason: 'NotAccepted',
      message: 'not all names are accepted',
    };
  return {
    type: 'Established',
    status: settled ? 'True' : 'False',
    reason: settled ? 'InitialNamesAccepted' : 'Installing',
    message: 'the initial names have been accepted',
  };
}

/** Keeps the time of the last transition where the status did not change. */
function timed(crd: ApiObject, condition: JsonObject, now: string): JsonObject {
  const { type, status, reason, message } = condition;
  const old = conditionOf(crd, type as ConditionType);
  const lastTransitionTime = transitionTime(old, textAt(condition, 'status'), now);
  return { type, status, lastTransitionTime, reason, message };
}

/**
 * The next status of a CustomResourceDefinition: first its names are accepted, or not, then it is established.
 * Undefined when there is nothing left to do. Call it again with what it returned until then: a watcher of a
 * real API server sees both steps.
 *
 * @param others all definitions, or all of the group.
 * @param now for `lastTransitionTime`: RFC 3339, whole seconds.
 */
export function nextCrdStatus(
  crd: ApiObject,
  others: readonly ApiObject[],
  now: string,
): JsonObject | undefined {
  const { accepted, conflict } = judgeNames(crd, others);
  const settled = conflict === undefined && isTrue(crd, 'NamesAccepted');
  const conditions = [namesCondition(conflict), establishedCondition(crd, conflict, settled)].map((one) =>
    timed(crd, one, now),
  );
  const status = objectAt(crd, 'status');
  const next = { ...status, conditions, acceptedNames: accepted };
  return isDeepStrictEqual(next, status) ? undefined : next;
}
