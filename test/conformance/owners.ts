import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import type { Answer } from './answer.ts';

/** Who writes at its own pace on a real cluster, and has nobody behind it in process. */
const CONTROLLERS: ReadonlySet<unknown> = new Set(['kube-controller-manager']);

/**
 * An answer whose managedFields can be compared: their order depends on whether two writes fell into one second,
 * and controllers come in between.
 */
export function withOrderedOwners(answer: Answer): Answer {
  return answer.body === undefined ? answer : { ...answer, body: ordered(answer.body) };
}

function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(ordered);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'managedFields' && Array.isArray(member)
      ? owners(member as readonly JsonObject[])
      : ordered(member ?? null),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

function owners(entries: readonly JsonObject[]): readonly JsonObject[] {
  const ours = entries.filter(({ manager }) => !CONTROLLERS.has(manager));
  return ours.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf({ manager, operation, apiVersion, subresource = '' }: JsonObject): string {
  return JSON.stringify([manager, operation, apiVersion, subresource]);
}
