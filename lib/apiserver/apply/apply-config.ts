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

/** Without what the applier gave up, as far as nobody else owns it or what is in it. */
function pruned(type: FieldType, merged: JsonObject, last: Manager, managers: Managers): JsonObject {
  const given = withNamedFields(type, last.fields);
  const bare = removeFields(type, merged, given);
  const all = withNamedFields(type, fieldsOf(type, merged));
  const owned = [...managers.values()].reduce((sum, { fields }) => union(sum, fields), EMPTY_SET);
  const kept = union(withNamedFields(type, fieldsOf(type, bare)), withNamedFields(type, owned));
  const without = removeFields(type, merged, difference(all, kept));
  const left = withNamedFields(type, fieldsOf(type, without));
  // What nobody owned, or only those who update, does not go with the rest.
  return removeFields(type, merged, intersection(difference(all, left), given));
}
