import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';

/** A schema without its ways to say null. */
export interface NullFree {
  readonly node: JsonObject;
  readonly nullable: boolean;
}

function isNullSchema(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { type, const: only, enum: allowed } = value;
  return type === 'null' || only === null || (Array.isArray(allowed) && allowed.every((one) => one === null));
}

/**
 * Takes null out of types, alternatives, constants and enums: a definition says it by `nullable` alone. One
 * alternative that is left is merged into its schema.
 */
export function withoutNull(given: JsonObject): NullFree {
  const { nullable, const: only, ...rest } = given;
  let isNullable = nullable === true;
  let node: JsonObject = only === undefined ? rest : { ...rest, enum: [only] };
  const { type, enum: allowed } = node;
  if (Array.isArray(type) && type.includes('null')) {
    isNullable = true;
    node = { ...node, type: single(type.filter((one: JsonValue) => one !== 'null')) };
  }
  if (Array.isArray(allowed) && allowed.length > 1 && allowed.includes(null)) {
    isNullable = true;
    node = { ...node, enum: allowed.filter((one: JsonValue) => one !== null) };
  }
  for (const junctor of ['anyOf', 'oneOf'] as const) {
    const { [junctor]: branches, ...others } = node;
    if (!Array.isArray(branches)) continue;
    const left = (branches as readonly JsonValue[]).filter((branch) => !isNullSchema(branch));
    if (left.length < branches.length) isNullable = true;
    const [only_, ...more] = left;
    if (more.length > 0) node = { ...others, [junctor]: left };
    else if (isJsonObject(only_)) {
      const inner = withoutNull({ ...only_, ...others });
      node = inner.node;
      isNullable ||= inner.nullable;
    }
  }
  return { node, nullable: isNullable };
}

function single(types: readonly JsonValue[]): JsonValue {
  return types.length === 1 ? types[0]! : types;
}
