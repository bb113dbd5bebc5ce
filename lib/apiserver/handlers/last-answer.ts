import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { at, withAt } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';

/**
 * The last answer about a custom resource has it as an apply made it, with all that is empty in its metadata and what
 * its schema does not keep: the real server drops that when it reads what is stored, and this is stored no more.
 */
export function asApplied(
  { status: hasOwnStatus }: ResourceDefinition,
  object: ApiObject,
  made: JsonObject,
): ApiObject {
  const { apiVersion: _v, kind: _k, metadata: _m, status, ...rest } = made;
  const content = hasOwnStatus || status === undefined ? rest : { ...rest, status };
  const whole = { ...object, ...withUnkept(object, content) };
  return ['labels', 'annotations', 'finalizers'].reduce((known, name) => {
    const value = at(made, 'metadata', name);
    return value === undefined ? known : withAt(known, ['metadata', name], value);
  }, whole);
}

/** The members of what was made, each as it is kept, with what is not. */
function withUnkept(kept: JsonObject, made: JsonObject): JsonObject {
  const members = Object.entries(made).map(([name, value]): [string, JsonValue] => [
    name,
    bothOf(kept[name], value ?? null),
  ]);
  return Object.fromEntries(members);
}

function bothOf(kept: JsonValue | undefined, made: JsonValue): JsonValue {
  if (isJsonObject(kept) && isJsonObject(made)) return { ...kept, ...withUnkept(kept, made) };
  if (!Array.isArray(kept) || !Array.isArray(made)) return kept ?? made;
  const items = kept as readonly JsonValue[];
  return (made as readonly JsonValue[]).map((item, index) => bothOf(items[index], item));
}
