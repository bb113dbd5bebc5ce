import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../object/json.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { compareFields, type Comparison } from './comparison.ts';
import type { Conflict } from './conflicts.ts';
import { fieldsOf } from './fields-of.ts';
import { difference, EMPTY_SET, intersection, isEmptySet, union, type FieldSet } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import {
  keyOf,
  withManager,
  withoutFields,
  type Manager,
  type ManagerName,
  type Managers,
} from './managers.ts';
import { mergeObjects } from './merge.ts';
import { inScope, inScopeOf, ownable } from './ownership-scope.ts';
import { removeFields, withNamedFields } from './removal.ts';

/** What an apply works on. */
export interface ApplyTask {
  readonly definition: ResourceDefinition;
  readonly type: FieldType;
  readonly live: JsonObject;
  readonly config: JsonObject;
  readonly managers: Managers;
  readonly applier: ManagerName;
}

/** What comes of it, if nothing speaks against it. */
export interface Applied {
  readonly object: JsonObject;
  readonly managers: Managers;
  /** Fields of others that the apply would change. */
  readonly conflicts: readonly Conflict[];
  /** Whether the object, and not only who owns it, is another one. */
  readonly changed: boolean;
}

/**
 * Applies a configuration: merges it into the live object, and removes what the applier owned, no longer applies
 * and nobody else owns. In the result's managers, fields in conflict have changed hands already.
 *
 * @see kubernetes-sigs/structured-merge-diff:merge/update.go
 */
export function applyConfig(task: ApplyTask): Applied {
  const { definition, type, live, config, applier } = task;
  const key = keyOf(applier);
  const last = task.managers.get(key);
  const fields = inScope(definition, applier.subresource, fieldsOf(type, config));
  const claimed = new Map(task.managers);
  claimed.set(key, { ...applier, time: last?.time, fields });
  const merged = mergeObjects(type, live, config);
  const object = last === undefined ? merged : pruned(type, merged, last, claimed);
  const comparison = compareFields(type, live, object);
  const seenBy = (manager: Manager): Comparison => inScopeOf(definition, applier, manager, comparison);
  const others = [...claimed.values()].filter((manager) => keyOf(manager) !== key);
  const lost = (manager: Manager): readonly FieldSet[] => {
    const { changed, removed } = seenBy(manager);
    return [changed, removed];
  };
  const managers = withoutFields(claimed, lost, key);
  return {
    object,
    managers: withManager(managers, { ...applier, time: last?.time, fields: ownable(fields) }),
    conflicts: others.flatMap((manager) => conflictOf(manager, seenBy(manager))),
    changed: !isDeepStrictEqual(live, object),
  };
}

function conflictOf(manager: Manager, { changed }: Comparison): readonly Conflict[] {
  const fields = intersection(manager.fields, changed);
  return isEmptySet(fields) ? [] : [{ manager, fields }];
}

/**
 * Without what the applier gave up, as far as nobody else owns it or what is in it.
 *
 * What others own is added back version by version: an item that nobody owns as such in the first one goes, and is
 * there in the next one only as far as it is owned in that.
 */
function pruned(type: FieldType, merged: JsonObject, last: Manager, managers: Managers): JsonObject {
  const given = withNamedFields(type, last.fields);
  const all = withNamedFields(type, fieldsOf(type, merged));
  const addBack = (rest: JsonObject, owned: FieldSet): JsonObject => {
    const kept = union(withNamedFields(type, fieldsOf(type, rest)), withNamedFields(type, owned));
    return removeFields(type, merged, difference(all, kept));
  };
  const without = ownedByVersion(managers, last.apiVersion).reduce(
    addBack,
    removeFields(type, merged, given),
  );
  const left = withNamedFields(type, fieldsOf(type, without));
  // What nobody owned, or only those who update, does not go with the rest.
  return removeFields(type, merged, intersection(difference(all, left), given));
}

/** What is owned in each version, that version's first. The others are in no order of theirs. */
function ownedByVersion(managers: Managers, first: string): readonly FieldSet[] {
  const sets = new Map<string, FieldSet>([[first, EMPTY_SET]]);
  for (const { apiVersion, fields } of managers.values())
    sets.set(apiVersion, union(sets.get(apiVersion) ?? EMPTY_SET, fields));
  return [...sets.values()];
}
