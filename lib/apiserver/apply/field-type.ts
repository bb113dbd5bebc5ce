import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { Schema } from '../schema.ts';

/** What the schema says of a field, for ownership. */
export interface FieldType {
  readonly schema: Schema;
  /** Whether the schema, or one above it, keeps what it does not name. */
  readonly open: boolean;
}

/** How the fields below a value are owned. */
export type Atom =
  | { readonly kind: 'scalar' }
  /** `keys` only for lists of objects that are told apart by them. */
  | { readonly kind: 'list'; readonly relation: 'atomic' | 'set' | 'map'; readonly keys: readonly string[] }
  | { readonly kind: 'map'; readonly atomic: boolean };

const SCALAR: Atom = { kind: 'scalar' };
const GRANULAR_MAP: Atom = { kind: 'map', atomic: false };
const ATOMIC_MAP: Atom = { kind: 'map', atomic: true };
const ATOMIC_LIST: Atom = { kind: 'list', relation: 'atomic', keys: [] };
const SET: Atom = { kind: 'list', relation: 'set', keys: [] };

/** Where the schema says nothing: maps are granular, lists atomic. */
const DEDUCED: FieldType = { schema: {}, open: true };

/** The type of a kind's objects. */
export function rootType({ schema, custom }: ResourceDefinition): FieldType {
  if (schema === undefined) return DEDUCED;
  if (!custom) return { schema, open: false };
  // A definition says little about metadata; it is the same for all.
  const properties = { ...schema.properties, metadata: OBJECT_META };
  return typeOf({ ...schema, properties }, false);
}

function typeOf(given: Schema, open: boolean): FieldType {
  const schema = given['x-kubernetes-embedded-resource'] === true ? withTypeMeta(given) : given;
  return { schema, open: open || schema['x-kubernetes-preserve-unknown-fields'] === true };
}

/** What an embedded object has in any case. */
function withTypeMeta(schema: Schema): Schema {
  const text: Schema = { type: 'string' };
  return {
    ...schema,
    properties: { ...schema.properties, apiVersion: text, kind: text, metadata: OBJECT_META },
  };
}

/** How the value is owned by its schema; where that does not say, by what it is. */
export function atomOf({ schema }: FieldType, value: JsonValue | undefined): Atom {
  switch (schema.type) {
    case 'object':
      return schema['x-kubernetes-map-type'] === 'atomic' ? ATOMIC_MAP : GRANULAR_MAP;
    case 'array':
      return listAtom(schema);
    case undefined:
      if (Array.isArray(value)) return ATOMIC_LIST;
      return isJsonObject(value) ? GRANULAR_MAP : SCALAR;
    default:
      return SCALAR;
  }
}

function listAtom(schema: Schema): Atom {
  const relation = schema['x-kubernetes-list-type'];
  if (relation === 'map') return { kind: 'list', relation, keys: schema['x-kubernetes-list-map-keys'] ?? [] };
  return relation === 'set' ? SET : ATOMIC_LIST;
}

/** Whether two ways of owning are of one kind: text and map are not. */
export function sameAtom(one: Atom, other: Atom): boolean {
  return one.kind === other.kind;
}

/** Whether the member is one that the schema names, and not an entry of a map. */
export function isNamed({ schema }: FieldType, name: string): boolean {
  return schema.properties !== undefined && Object.hasOwn(schema.properties, name);
}

/** The type of a member; undefined where the schema does not allow it. */
export function memberType(type: FieldType, name: string): FieldType | undefined {
  const { properties, additionalProperties } = type.schema;
  if (properties !== undefined && Object.hasOwn(properties, name))
    return typeOf(properties[name]!, type.open && properties[name] !== OBJECT_META);
  if (typeof additionalProperties === 'object') return typeOf(additionalProperties, type.open);
  if (additionalProperties === true) return DEDUCED;
  if (additionalProperties === false) return undefined;
  return type.open || properties === undefined ? DEDUCED : undefined;
}

export function itemType(type: FieldType): FieldType {
  const { items } = type.schema;
  return items === undefined ? DEDUCED : typeOf(items, type.open);
}
