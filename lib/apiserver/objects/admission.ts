import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';
import { definedStruct } from '../builtin/defined-struct.ts';
import type { GoStruct } from '../builtin/go-structs.ts';
import { invalidCause } from '../field-causes.ts';
import { objectAt } from '../fields.ts';
import type { ResourceDefinition, Strategy } from '../resource-definition.ts';
import { collectionOf, resourceName } from '../resource-registry.ts';
import type { Schema } from '../schema.ts';
import { NO_OLD_VALUE } from '../schema/schema-node.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { otherKindCauses, validate, validateStatus } from '../schema/validate.ts';
import { invalid } from '../status-error.ts';
import { unjudged } from './judged-fields.ts';
import type { UpdateScope } from './merged-update.ts';
import { metadataCauses } from './metadata-causes.ts';
import { LAST_CHECK, metadataChecks } from './metadata-checks.ts';
import { asWritten, withStructs } from './zero-values.ts';

/** An object that may be stored. */
export interface Admitted {
  /** What its client asked for, with defaults. */
  readonly complete: ApiObject;
  /** The same with what the server allocates and decides. */
  readonly prepared: ApiObject;
  /** What its client is to be told all the same. */
  readonly warnings: readonly string[];
}

/** How an object comes to be. */
export interface Admission {
  /** What is written. The kind's own rules bind clients, not the server itself, which writes `all`. Default `main`. */
  readonly scope?: UpdateScope | undefined;
  /** It was applied: nulls of a custom resource are not dropped. Default false. */
  readonly applies?: boolean | undefined;
  /** What an update does to metadata that it may not. */
  readonly changes?: readonly StatusCause[];
  /** The kind that a custom resource says it is of. Default: its own. */
  readonly kind?: string;
}

/**
 * Makes an object complete and checks it: defaults, schema, the kind's own rules.
 *
 * @throws 422.
 */
export function admitted(
  definition: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
  { scope = 'main', applies = false, changes = [], kind = definition.kind }: Admission = {},
): Admitted {
  if (definition.custom && kind !== definition.kind) refuseKind(definition, { ...obj, kind }, old, changes);
  const strategy = strategyFor(definition, scope, old === undefined);
  const inferred = strategy?.infer?.(obj) ?? obj;
  const { schema, custom } = definition;
  const nulls = custom && applies ? 'kept' : 'dropped';
  // What the server writes itself lacks what it means to lack: the finalizers of a namespace that goes.
  const whole = scope === 'all' ? inferred : withName(inGo(definition, inferred, withStructs));
  const defaulted = schema === undefined ? whole : applyDefaults(schema, whole, nulls);
  const checks = metadataChecks(definition, scope, old === undefined);
  const metadata = (one: ApiObject): readonly StatusCause[] => metadataCauses(one.metadata, checks, changes);
  const early = custom ? metadata(defaulted) : [];
  const wrong = schemaCauses(definition, defaulted, old, scope, early);
  if (isDefinitionOfKinds(definition) && wrong.length > 0)
    refuse(definition, obj, [...metadata(obj), ...wrong]);
  const complete = strategy?.complete?.(defaulted) ?? defaulted;
  const prepared =
    old === undefined
      ? (strategy?.prepareCreate?.(complete) ?? complete)
      : (strategy?.prepareUpdate?.(complete, old) ?? complete);
  const own = strategy?.validate?.(prepared, old) ?? [];
  const overlooked = strategy?.overlooks?.(own) ?? [];
  const left = custom ? wrong : unjudged(wrong, own, overlooked);
  refuse(definition, obj, [...(custom ? early : metadata(prepared)), ...left, ...own]);
  if (old === undefined) refuse(definition, obj, metadataCauses(prepared.metadata, [LAST_CHECK]));
  const stored = written(definition, prepared);
  const asked = complete === prepared ? stored : written(definition, complete);
  return { complete: asked, prepared: stored, warnings: strategy?.warnings?.(prepared, old) ?? [] };
}

/** @throws 422: of what is said to be of another kind, only what holds for any kind is looked at, and rules. */
function refuseKind(
  { schema = {}, group, kind }: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
  changes: readonly StatusCause[],
): never {
  const wrong = invalidCause('kind', obj.kind, `must be ${kind}`);
  const found = [...changes, wrong];
  throw invalid(group, obj.kind, obj.metadata.name, [...found, ...otherKindCauses(schema, obj, old)]);
}

/** An object with what Go writes although nobody set it. */
export function written(definition: ResourceDefinition, obj: ApiObject): ApiObject {
  return inGo(definition, obj, asWritten);
}

/** Of an object that has no name, Go leaves nothing of it. */
function withName(obj: ApiObject): ApiObject {
  const { name = '' } = obj.metadata as { readonly name?: string };
  return name === '' ? { ...obj, metadata: { ...obj.metadata, name } } : obj;
}

/** What Go makes of an object of a built-in kind. */
function inGo(
  definition: ResourceDefinition,
  obj: ApiObject,
  change: (struct: GoStruct, obj: JsonObject, schema: Schema | undefined) => JsonObject,
): ApiObject {
  const struct = definedStruct(definition);
  return struct === undefined ? obj : (change(struct, obj, definition.schema) as ApiObject);
}

/** Who creates an object by writing its status does not get what the server allocates; all else is as usual. */
function strategyFor(
  { strategy }: ResourceDefinition,
  scope: UpdateScope,
  creates: boolean,
): Strategy | undefined {
  if (scope === 'all' || strategy === undefined) return undefined;
  if (scope === 'main' || strategy.status === undefined) return strategy;
  const { infer, complete, status } = strategy;
  if (creates) return { ...strategy, prepareCreate: status.prepareCreate ?? ((obj) => obj) };
  return {
    ...(infer === undefined ? {} : { infer }),
    ...(complete === undefined ? {} : { complete }),
    ...status,
  };
}

/** Where two groups share a collection, the real API server names the one whose objects are stored. */
function refuse(definition: ResourceDefinition, obj: ApiObject, causes: readonly StatusCause[]): void {
  if (causes.length === 0) return;
  const isShared = collectionOf(definition) !== resourceName(definition);
  throw invalid(isShared ? '' : definition.group, definition.kind, obj.metadata.name, causes);
}

function schemaCauses(
  definition: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
  scope: UpdateScope,
  earlier: readonly StatusCause[],
): readonly StatusCause[] {
  const { schema } = definition;
  if (schema === undefined) return [];
  if (definition.custom && scope === 'status' && old !== undefined)
    return validateStatus(schema, obj, old, earlier);
  const causes = validate(schema, obj, '', old ?? NO_OLD_VALUE, earlier);
  if (isDefinitionOfKinds(definition)) return causes.filter(({ reason }) => reason !== 'FieldValueRequired');
  return definition.custom ? causes : causes.filter((cause) => !isZeroValue(cause));
}

/** What lacks in a definition of kinds, its own rules say, by other paths. */
function isDefinitionOfKinds({ kind, group }: ResourceDefinition): boolean {
  return kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io';
}

/**
 * Whether a cause is about what is zero when it is missing, whatever the published schema says: in the status of
 * a built-in kind. Metadata has rules of its own.
 */
function isZeroValue({ reason, field = '' }: StatusCause): boolean {
  return field.startsWith('metadata.') || (reason === 'FieldValueRequired' && field.startsWith('status.'));
}

/** Whether everything counts that makes a new generation is the same: all but metadata, and status if it is a subresource. */
export function sameContent(
  definition: ResourceDefinition,
  one: JsonObject,
  other: JsonObject,
  same: Same,
): boolean {
  return same(contentOf(definition, one), contentOf(definition, other));
}

type Same = (one: unknown, other: unknown) => boolean;

/** Metadata that count, too, because controllers copy them to what they make, or select by them. */
const COUNTED_METADATA: ReadonlyMap<string, string> = new Map([
  ['deployments.apps', 'annotations'],
  ['endpointslices.discovery.k8s.io', 'labels'],
]);

function contentOf(definition: ResourceDefinition, obj: JsonObject): JsonObject {
  const { metadata: _m, apiVersion: _v, kind: _k, ...content } = obj;
  const { status: _s, ...withoutStatus } = content;
  const rest = definition.status ? withoutStatus : content;
  const counted = COUNTED_METADATA.get(collectionOf(definition));
  return counted === undefined ? rest : { ...rest, [counted]: objectAt(obj, 'metadata', counted) };
}

/** The value of a field that is an object; empty if it is none. */
export function objectField(obj: JsonObject, name: string): JsonObject {
  const value = obj[name];
  return isJsonObject(value) ? value : {};
}
