import type { Clock } from '../../../context/index.ts';
import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { at, withAt } from '../fields.ts';
import { timestamp } from '../objects/metadata.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { StatusError } from '../status-error.ts';
import { applyConfig, type Applied, type ApplyTask } from './apply-config.ts';
import { sentManagers } from './client-edits.ts';
import { compareFields } from './comparison.ts';
import { conflictError, type Conflict } from './conflicts.ts';
import { difference, isEmptySet, union } from './field-set.ts';
import { rootType, type FieldType } from './field-type.ts';
import { KUBECTL, lastAppliedFields, withLastApplied } from './last-applied.ts';
import {
  capped,
  keyOf,
  NO_MANAGERS,
  storedManagers,
  withManager,
  withoutFields,
  writeManagers,
  type Manager,
  type ManagerName,
  type Managers,
} from './managers.ts';
import { inScopeOf, isElsewhere, ownable } from './ownership-scope.ts';
import { objectText } from './object-text.ts';
import { isDuplicate, isNoScalar, problemText, typeProblems } from './type-problems.ts';
import { withoutGiven } from './server-given.ts';
import { zeroOf } from './zero-values.ts';

/** Who writes, and what. */
export interface Writer {
  readonly manager: string;
  /** Empty for the object itself. */
  readonly subresource: string;
}

/** How a configuration is applied. */
export interface ApplyOptions extends Writer {
  /** Takes the fields in conflict from their managers. */
  readonly force: boolean;
}

/** What a write made of an object, before the server added what it allocates. */
export interface Write {
  readonly definition: ResourceDefinition;
  /** Undefined for a creation. */
  readonly old: ApiObject | undefined;
  readonly next: ApiObject;
  /** What the client sent. */
  readonly draft: JsonObject;
}

/** Tells who owns what after a write: the new `managedFields`; undefined or empty for none. */
export type Ownership = (write: Write) => readonly JsonObject[] | undefined;

/** An apply that may go ahead. */
export interface ApplyResult {
  readonly object: JsonObject;
  readonly ownership: Ownership;
}

const BEFORE_FIRST_APPLY = 'before-first-apply';

/**
 * Keeps `managedFields`: tracks what each write changes, and applies configurations.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal
 */
export class FieldManager {
  readonly #clock: Clock;
  readonly #types = new WeakMap<ResourceDefinition, FieldType>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The ownership after a create, an update or a patch. */
  tracking(writer: Writer): Ownership {
    return (write) => this.#tracked(write, writer);
  }

  /**
   * @param live undefined: the object is to be created.
   * @throws 409 with the conflicts, unless `force`; 500 for a configuration that is not of its type.
   */
  apply(
    definition: ResourceDefinition,
    live: ApiObject | undefined,
    config: JsonObject,
    options: ApplyOptions,
  ): ApplyResult {
    const type = this.#typeOf(definition);
    const applier = nameOf(definition, options, 'Apply');
    const from = live ?? zeroOf(definition);
    const managers = live === undefined ? NO_MANAGERS : this.#managersBeforeApply(definition, live, applier);
    checkType(definition, type, config);
    const untypable = spansVersions(definition, managers, applier) ? typeProblems(type, from) : [];
    if (untypable.length > 0) throw new StatusError(500, '', problemText(untypable));
    const task: ApplyTask = { definition, type, live: from, config, managers, applier };
    const applied = applyConfig(task);
    if (!options.force) refuseConflicts(task, applied);
    const entries = writeManagers(this.#timed(applied, applier));
    const object = applier.manager === KUBECTL ? withLastApplied(applied.object, config) : applied.object;
    return { object, ownership: () => entries };
  }

  #typeOf(definition: ResourceDefinition): FieldType {
    const known = this.#types.get(definition);
    if (known !== undefined) return known;
    const type = rootType(definition);
    this.#types.set(definition, type);
    return type;
  }

  #tracked({ definition, old, next, draft }: Write, writer: Writer): readonly JsonObject[] | undefined {
    const sent = at(draft, 'metadata', 'managedFields');
    const stored = old?.metadata.managedFields;
    const edited = writer.subresource === '' ? sentManagers(sent, stored, definition.custom) : undefined;
    const base = edited ?? storedManagers(stored ?? []);
    // What nobody tracked so far stays untracked, until somebody applies.
    if (old !== undefined && base.size === 0) return undefined;
    // Of another kind, nothing can be told.
    if (definition.custom && (draft['kind'] ?? definition.kind) !== definition.kind) return [];
    const updater = nameOf(definition, writer, 'Update');
    const from = old ?? zeroOf(definition);
    const to = old === undefined ? withoutGiven(definition, next, draft) : unbound(next, draft);
    const whole = asSent(definition, to, draft);
    const sentMetadata = {
      ...(whole['metadata'] as JsonObject),
      finalizers: at(draft, 'metadata', 'finalizers'),
    };
    if (this.#isUntypable(definition, updater, base, [from, { ...whole, metadata: sentMetadata }])) return [];
    const managers = this.#updated(definition, base, updater, from, to, whole);
    const isKept = managers === base && edited === undefined && base.size === (stored ?? []).length;
    return isKept ? stored : writeManagers(managers);
  }

  /**
   * Whether what was sent cannot be typed, in parts that are not looked at otherwise: then all owners are lost. Values
   * that come twice, before or after, matter only to who owns fields in another version.
   */
  #isUntypable(
    definition: ResourceDefinition,
    updater: ManagerName,
    base: Managers,
    [old, sent]: readonly [JsonObject, JsonObject],
  ): boolean {
    const type = this.#typeOf(definition);
    if (spansVersions(definition, base, updater))
      return [old, sent].some((object) => typeProblems(type, object).length > 0);
    if (!definition.custom) return false;
    if (typeProblems(type, sent).some(isNoScalar)) return true;
    if (!definition.status) return false;
    const { status, metadata: _, ...content } = sent;
    const unseen = updater.subresource === 'status' ? content : { status };
    return typeProblems(type, unseen).some((problem) => !isDuplicate(problem));
  }

  #updated(
    definition: ResourceDefinition,
    base: Managers,
    updater: ManagerName,
    old: JsonObject,
    next: JsonObject,
    sent: JsonObject = next,
  ): Managers {
    const type = this.#typeOf(definition);
    const comparison = inScopeOf(definition, updater, updater, compareFields(type, old, next));
    const { changed, removed } = comparison;
    const isOpen = [...base.values()].some((manager) => isElsewhere(definition, updater, manager));
    const all = isOpen ? compareFields(type, old, sent) : comparison;
    if ([changed, removed, all.changed, all.removed].every(isEmptySet)) return base;
    const others = withoutFields(base, (manager) =>
      isElsewhere(definition, updater, manager) ? [all.changed, all.removed] : [changed, removed],
    );
    const taken = ownable(changed);
    if (isEmptySet(taken)) return others;
    const before = others.get(keyOf(updater));
    const fields = before === undefined ? taken : union(before.fields, taken);
    return capped(withManager(others, { ...updater, time: timestamp(this.#clock.now()), fields }));
  }

  /** The first apply finds what was there before in the hands of a manager of its own. */
  #managersBeforeApply(definition: ResourceDefinition, live: ApiObject, applier: ManagerName): Managers {
    const managers = storedManagers(live.metadata.managedFields ?? []);
    if (managers.size > 0) return managers;
    if (definition.custom) checkLive(definition, this.#typeOf(definition), live);
    const updater: ManagerName = { ...applier, manager: BEFORE_FIRST_APPLY, operation: 'Update' };
    return this.#updated(definition, managers, updater, zeroOf(definition), live);
  }

  /** An apply that only shares what is there already leaves no time. */
  #timed({ managers, changed }: Applied, applier: ManagerName): Managers {
    const own = managers.get(keyOf(applier));
    if (own === undefined || !changed) return managers;
    const timed: Manager = { ...own, time: timestamp(this.#clock.now()) };
    return withManager(managers, timed);
  }
}

/** Whether somebody owns fields of a custom resource in another version than the one that it is written in. */
function spansVersions(
  { custom }: ResourceDefinition,
  managers: Managers,
  { apiVersion }: ManagerName,
): boolean {
  return custom && [...managers.values()].some((manager) => manager.apiVersion !== apiVersion);
}

/** A custom resource as its writer sent it, before the server put back what is not the writer's to change. */
function asSent({ schema, custom }: ResourceDefinition, next: JsonObject, draft: JsonObject): JsonObject {
  if (!custom) return next;
  const { apiVersion, kind, metadata } = next;
  const { apiVersion: _v, kind: _k, metadata: _m, ...content } = draft;
  const sent = { apiVersion, kind, metadata, ...content };
  return schema === undefined ? sent : applyDefaults(schema, sent);
}

/** Who leaves out when an object goes gives that up, though it goes all the same. */
function unbound(next: ApiObject, draft: JsonObject): ApiObject {
  if (next.metadata.deletionTimestamp === undefined) return next;
  return ['deletionTimestamp', 'deletionGracePeriodSeconds']
    .filter((name) => at(draft, 'metadata', name) === undefined)
    .reduce((rest, name) => withAt(rest, ['metadata', name], undefined), next);
}

function nameOf(
  definition: ResourceDefinition,
  { manager, subresource }: Writer,
  operation: ManagerName['operation'],
): ManagerName {
  return { manager: manager || 'unknown', operation, apiVersion: apiVersionOf(definition), subresource };
}

function checkType(definition: ResourceDefinition, type: FieldType, config: JsonObject): void {
  const problems = typeProblems(type, config);
  if (problems.length === 0) return;
  const message = `failed to create typed patch object (${objectText(definition, config)}): ${problemText(problems)}`;
  throw new StatusError(500, '', message);
}

/** What validation let pass may be of no type all the same: a list where a text with a format belongs. */
function checkLive(definition: ResourceDefinition, type: FieldType, live: ApiObject): void {
  const problems = typeProblems(type, live).filter((problem) => !isDuplicate(problem));
  if (problems.length === 0) return;
  const message = `failed to create manager for existing fields: failed to convert new object (${objectText(definition, live)}) to smd typed: ${problemText(problems)}`;
  throw new StatusError(500, '', message);
}

/** Fields that client-side apply set are kubectl's to take over. */
function refuseConflicts({ type, live, applier }: ApplyTask, { conflicts }: Applied): void {
  if (conflicts.length === 0) return;
  const allowed = applier.manager === KUBECTL ? lastAppliedFields(type, live) : undefined;
  const left = allowed === undefined ? conflicts : conflicts.flatMap((one) => without(one, allowed));
  if (left.length > 0) throw conflictError(left);
}

function without({ manager, fields }: Conflict, allowed: Conflict['fields']): readonly Conflict[] {
  const left = difference(fields, allowed);
  return isEmptySet(left) ? [] : [{ manager, fields: left }];
}
