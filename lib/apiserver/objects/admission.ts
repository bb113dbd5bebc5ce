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
): ApiObject {
  const strategy = rules ? definition.strategy : undefined;
  const defaulted = definition.schema === undefined ? obj : applyDefaults(definition.schema, obj);
  refuse(definition, obj, [
    ...metadataCauses(obj.metadata, nameRule(collectionOf(definition)), isCore(definition)),
    ...schemaCauses(definition, defaulted, old),
  ]);
  const prepared =
    old === undefined
      ? (strategy?.prepareCreate?.(defaulted) ?? defaulted)
      : (strategy?.prepareUpdate?.(defaulted, old) ?? defaulted);
  refuse(definition, obj, strategy?.validate?.(prepared, old) ?? []);
  return prepared;
}

/** Custom resources, and what defines them, are served by a part that has rules of its own. */
function isCore({ custom, group }: ResourceDefinition): boolean {
  return !custom && group !== 'apiextensions.k8s.io';
}

function refuse({ group, kind }: ResourceDefinition, obj: ApiObject, causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw invalid(group, kind, obj.metadata.name, causes);
}

function schemaCauses(
  { schema, custom }: ResourceDefinition,
  obj: ApiObject,
  old: ApiObject | undefined,
): readonly StatusCause[] {
  if (schema === undefined) return [];
  const causes = old === undefined ? validate(schema, obj, '') : validate(schema, obj, '', old);
  return custom ? causes : causes.filter((cause) => !isZeroValue(cause));
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
