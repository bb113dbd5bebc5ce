import type { Fields } from '../../lib/informer/interned-fields.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../lib/object/json.ts';
import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';

type Entry = NonNullable<NonNullable<KubernetesObject['metadata']>['managedFields']>[number];

/** Stands for the thing itself, beside its members, in a `fieldsV1`. */
export const ITSELF = '.';

/** The entry of what the manager applied to the object itself. */
export function appliedEntry(obj: KubernetesObject, manager: string): Entry | undefined {
  return obj.metadata?.managedFields?.find(
    (entry) => entry.manager === manager && entry.operation === 'Apply' && (entry.subresource ?? '') === '',
  );
}

/** What the manager applied, as far as it says so in the version of the object. */
export function appliedFields(obj: KubernetesObject, manager: string): Fields | undefined {
  const entry = appliedEntry(obj, manager);
  if (entry === undefined || entry.apiVersion !== obj.apiVersion) return undefined;
  return isJsonObject(entry.fieldsV1) ? (entry.fieldsV1 as Fields) : undefined;
}

/** The object with this manager's entry alone, as our informers have it. */
export function compacted<T extends KubernetesObject>(obj: T, manager: string): T {
  const entry = appliedEntry(obj, manager);
  const { managedFields: _, ...metadata } = obj.metadata ?? {};
  return { ...obj, metadata: entry === undefined ? metadata : { ...metadata, managedFields: [entry] } };
}

/**
 * The values of these fields: a tree like theirs, with values for leaves. Null for what is not there.
 *
 * @param desired says which leaves were applied empty: of them only the existence is ours, others may fill them.
 */
export function project(
  fields: Fields,
  value: JsonValue | undefined,
  desired: JsonValue | undefined,
): JsonValue {
  const elements = Object.keys(fields);
  if (elements.length === 0) return isEmptyObject(desired) ? isJsonObject(value) : (value ?? null);
  const values: Record<string, JsonValue> = {};
  for (const element of elements)
    values[element] =
      element === ITSELF
        ? value !== undefined
        : project(fields[element]!, memberOf(value, element), desiredMemberOf(desired, element));
  return values;
}

function isEmptyObject(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** An item may leave keys out, whose default stands in the element. */
function desiredMemberOf(desired: JsonValue | undefined, element: string): JsonValue | undefined {
  if (!element.startsWith('k:') || !Array.isArray(desired)) return memberOf(desired, element);
  return (desired as readonly JsonValue[]).find((item) => mayStandFor(element, item));
}

/** Whether the element may stand for the item; a key that the item leaves out has the server's default. */
export function mayStandFor(element: string, item: JsonValue): boolean {
  if (element.startsWith('v:')) return element.slice(2) === JSON.stringify(item);
  if (!element.startsWith('k:') || !isJsonObject(item)) return false;
  return Object.entries(keysOf(element)).every(
    ([name, value]) => item[name] === undefined || item[name] === value,
  );
}

/** What a path element stands for within a value. */
export function memberOf(value: JsonValue | undefined, element: string): JsonValue | undefined {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return isJsonObject(value) ? value[rest] : undefined;
  if (!Array.isArray(value)) return undefined;
  const items = value as readonly JsonValue[];
  if (element.startsWith('k:')) return items.find((item) => hasKeys(item, keysOf(element)));
  if (element.startsWith('v:')) return items.find((item) => JSON.stringify(item) === rest);
  return items[Number(rest)];
}

/** The keys in a path element `k:{…}`. */
function keysOf(element: string): JsonObject {
  return JSON.parse(element.slice(2)) as JsonObject;
}

function hasKeys(item: JsonValue, keys: JsonObject): boolean {
  return (
    isJsonObject(item) && Object.keys(keys).every((name) => (item[name] ?? null) === (keys[name] ?? null))
  );
}
