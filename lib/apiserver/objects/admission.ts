import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { validate } from '../schema/validate.ts';
import { invalid } from '../status-error.ts';
import { metadataCauses } from './metadata-causes.ts';
import { nameRule } from './names.ts';

/** An object that may be stored. */
export interface Admitted {
  /** What its client asked for, with defaults. */
  readonly complete: ApiObject;
  /** The same with what the server allocates and decides. */
  readonly prepared: ApiObject;
}

/**
 * Makes an object complete and checks it: defaults, schema, the kind's own rules.
 *
 * @param rules false leaves out the kind's own: they bind clients, not the server itself.
 * @throws 422.
 */
export function admitted(
  definition: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
  rules: boolean = true,
): Admitted {
  const strategy = rules ? definition.strategy : undefined;
  const defaulted = definition.schema === undefined ? obj : applyDefaults(definition.schema, obj);
  const rule = nameRule(collectionOf(definition));
  const causes = metadataCauses(obj.metadata, rule, isCore(definition), old !== undefined);
  const wrong = schemaCauses(definition, defaulted, old);
  // The kind's own rules read what the schema promises, except those of custom kinds, which come with the rest.
  const more = definition.custom && wrong.length > 0 ? (strategy?.validate?.(defaulted, old) ?? []) : [];
  if (wrong.length > 0) refuse(definition, obj, [...causes, ...wrong, ...more]);
  const complete = strategy?.complete?.(defaulted) ?? defaulted;
  const prepared =
    old === undefined
      ? (strategy?.prepareCreate?.(complete) ?? complete)
      : (strategy?.prepareUpdate?.(complete, old) ?? complete);
  refuse(definition, obj, [...causes, ...(strategy?.validate?.(prepared, old) ?? [])]);
  return { complete, prepared };
}

/** Custom resources, and what defines them, are served by a part that has rules of its own. */
function isCore({ custom, group }: ResourceDefinition): boolean {
  return !custom && group !== 'apiextensions.k8s.io';
}

function refuse({ group, kind }: ResourceDefinition, obj: ApiObject, causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw invalid(group, kind, obj.metadata.name, causes);
}

function schemaCauses(
  definition: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
): readonly StatusCause[] {
  const { schema } = definition;
  if (schema === undefined) return [];
  const causes = old === undefined ? validate(schema, obj, '') : validate(schema, obj, '', old);
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

function contentOf({ status }: ResourceDefinition, obj: JsonObject): JsonObject {
  const { metadata: _m, apiVersion: _v, kind: _k, ...content } = obj;
  if (!status) return content;
  const { status: _s, ...rest } = content;
  return rest;
}

/** The value of a field that is an object; empty if it is none. */
export function objectField(obj: JsonObject, name: string): JsonObject {
  const value = obj[name];
  return isJsonObject(value) ? value : {};
}
