import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { difference, isEmptySet, parseFieldSet, union, type FieldSet } from './field-set.ts';

export type Operation = 'Apply' | 'Update';

/** Who writes, as an entry of `managedFields` tells it. */
export interface ManagerName {
  readonly manager: string;
  readonly operation: Operation;
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** A manager and what it owns. */
export interface Manager extends ManagerName {
  /** When it last changed something; undefined for an apply that never did. */
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** By {@link keyOf}. */
export type Managers = ReadonlyMap<string, Manager>;

export const NO_MANAGERS: Managers = new Map();

const FIELDS_TYPE = 'FieldsV1';
const MOST_UPDATERS = 10;
const ANCIENT = 'ancient-changes';

/** Tells managers apart. One that applies is the same in all versions. */
export function keyOf({ manager, operation, apiVersion, subresource }: ManagerName): string {
  return JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** Reads `managedFields`; undefined when an entry is no entry. */
export function readManagers(entries: readonly JsonValue[]): Managers | undefined {
  const managers = new Map<string, Manager>();
  for (const entry of entries) {
    const manager = readManager(entry);
    if (manager === undefined) return undefined;
    managers.set(keyOf(manager), manager);
  }
  return managers;
}

function readManager(entry: JsonValue): Manager | undefined {
  if (!isJsonObject(entry) || entry['fieldsType'] !== FIELDS_TYPE) return undefined;
  const { manager, operation, apiVersion, subresource, time } = entry;
  const fields = parseFieldSet(entry['fieldsV1'] ?? {});
  if (fields === undefined || (operation !== 'Apply' && operation !== 'Update')) return undefined;
  const name = { manager: text(manager) || 'unknown', operation, apiVersion: text(apiVersion) } as const;
  return { ...name, subresource: text(subresource), time: text(time) || undefined, fields };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The entries that the server itself wrote: they need no checks. */
export function storedManagers(entries: readonly JsonObject[]): Managers {
  return new Map(
    entries.map((entry) => {
      const { manager, operation, apiVersion, subresource = '', time, fieldsV1 } = entry;
      const name = { manager, operation, apiVersion, subresource } as unknown as ManagerName;
      return [keyOf(name), { ...name, time: time as string | undefined, fields: fieldsV1 as FieldSet }];
    }),
  );
}

/** The entries of `managedFields`, in the order of the real API server: those that apply first, then by time. */
export function writeManagers(managers: Managers): readonly JsonObject[] {
  return managerEntries([...managers.values()]);
}

/** The same of managers that may have the same name. */
export function managerEntries(managers: readonly Manager[]): readonly JsonObject[] {
  return managers.toSorted(byOperationAndTime).map(entryOf);
}

function entryOf({ manager, operation, apiVersion, time, fields, subresource }: Manager): JsonObject {
  return {
    manager,
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: FIELDS_TYPE,
    fieldsV1: fields,
    ...(subresource === '' ? {} : { subresource }),
  };
}

function byOperationAndTime(one: Manager, other: Manager): number {
  return (
    order(one.operation, other.operation) ||
    order(one.time ?? '', other.time ?? '') ||
    order(one.manager, other.manager) ||
    order(one.apiVersion, other.apiVersion) ||
    order(one.subresource, other.subresource)
  );
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** With this manager instead of the one of its name; without it, if it owns nothing. */
export function withManager(managers: Managers, manager: Manager): Managers {
  const result = new Map(managers);
  if (isEmptySet(manager.fields)) result.delete(keyOf(manager));
  else result.set(keyOf(manager), manager);
  return result;
}

/**
 * Takes fields from all managers but one. Who owns nothing any more is left out.
 *
 * @param lost what a manager does not own any more.
 */
export function withoutFields(
  managers: Managers,
  lost: (manager: Manager) => readonly FieldSet[],
  except?: string,
): Managers {
  const result = new Map<string, Manager>();
  for (const [key, manager] of managers) {
    const left = key === except ? manager.fields : lost(manager).reduce(difference, manager.fields);
    if (!isEmptySet(left)) result.set(key, left === manager.fields ? manager : { ...manager, fields: left });
  }
  return result;
}

/**
 * Bounds how many updaters there are: the oldest of each version become one.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal/capmanagers.go
 */
export function capped(managers: Managers): Managers {
  const updaters = [...managers.values()].filter(({ operation }) => operation === 'Update');
  if (updaters.length <= MOST_UPDATERS) return managers;
  const result = new Map(managers);
  const first = new Map<string, Manager>();
  let { length } = updaters;
  for (const oldest of updaters.toSorted(byAge)) {
    if (length <= MOST_UPDATERS) break;
    const { apiVersion } = oldest;
    const before = first.get(apiVersion);
    if (before === undefined) {
      first.set(apiVersion, oldest);
      continue;
    }
    const bucket: ManagerName = { manager: ANCIENT, operation: 'Update', apiVersion, subresource: '' };
    const held = result.get(keyOf(bucket)) ?? before;
    result.delete(keyOf(before));
    result.delete(keyOf(oldest));
    const fields = union(oldest.fields, held.fields);
    result.set(keyOf(bucket), { ...bucket, fields, time: oldest.time });
    length--;
  }
  return result;
}

function byAge(one: Manager, other: Manager): number {
  return order(one.time ?? '', other.time ?? '') || order(keyOf(one), keyOf(other));
}
