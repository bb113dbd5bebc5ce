import type { JsonValue } from '../../object/json.ts';
import TYPES from './tables/go-types.json' with { type: 'json' };

/** A type of a field in Go, as far as its JSON and its protobuf depend on it. */
export type GoType =
  | { readonly kind: 'scalar'; readonly name: ScalarName }
  | { readonly kind: 'list' | 'map'; readonly of: GoType }
  /** Opened in {@link structNamed}. */
  | { readonly kind: 'struct'; readonly name: string }
  /** Has a JSON of its own: a time, a quantity. By its short name, or `list` for texts that are a message. */
  | { readonly kind: 'special'; readonly name: string };

export type ScalarName = 'string' | 'bool' | 'int32' | 'int64' | 'float64' | 'bytes';

export interface GoField {
  /** In JSON. Undefined: an embedded struct, whose fields are written as if they were the outer one's. */
  readonly name: string | undefined;
  /** In protobuf. */
  readonly number: number;
  readonly type: GoType;
  /** Whether it is left out of JSON when it is empty: a null pointer, a zero, an empty text, list or map. */
  readonly omitEmpty: boolean;
  /** Whether a struct is left out of JSON when it is zero. */
  readonly omitZero: boolean;
  /** Whether no value and a zero are two things. */
  readonly pointer: boolean;
}

/** A Go struct, with its fields in their order. */
export interface GoStruct {
  /** By its short name, without the package: `PodSpec`. */
  readonly title: string;
  readonly fields: readonly GoField[];
}

const STRUCTS: ReadonlyMap<string, string> = new Map(Object.entries(TYPES.structs));
const KINDS: ReadonlyMap<string, string> = new Map(Object.entries(TYPES.kinds));
const SCALARS: ReadonlySet<string> = new Set(['string', 'bool', 'int32', 'int64', 'float64', 'bytes']);

/** Those that were read: a table is a text until one of its structs is needed. */
const known = new Map<string, GoStruct>();

/** The struct of a kind, by `apps/v1/Deployment`; undefined for kinds that are not built in. */
export function structOfKind(kind: string): GoStruct | undefined {
  const name = KINDS.get(kind);
  return name === undefined ? undefined : structNamed(name);
}

/** A struct by its short name, `core.v1.PodSpec`. @throws for a name that no field has. */
export function structNamed(name: string): GoStruct {
  const found = known.get(name);
  if (found !== undefined) return found;
  const text = STRUCTS.get(name);
  if (text === undefined) throw new Error(`cannot find the Go struct ${name}: the table lacks it`);
  const struct = structOf(name, text);
  known.set(name, struct);
  return struct;
}

/** @param text its fields as the table has them; see test/control-plane/kubernetes/gotypes/main.go. */
export function structOf(name: string, text: string): GoStruct {
  const at = name.lastIndexOf('.');
  const home = name.slice(0, at);
  const fields = text === '' ? [] : text.split(',').map((line) => fieldOf(line, home));
  return { title: name.slice(at + 1), fields };
}

function fieldOf(line: string, home: string): GoField {
  const [name = '', number = '', type = '', how = ''] = line.split(' ');
  return {
    name: name === '-' ? undefined : name,
    number: Number(number),
    type: typeOf(type, home),
    omitEmpty: how.includes('e'),
    omitZero: how.includes('z'),
    pointer: how.includes('p'),
  };
}

function typeOf(text: string, home: string): GoType {
  if (text.startsWith('[]')) return { kind: 'list', of: typeOf(text.slice(2), home) };
  if (text.startsWith('{}')) return { kind: 'map', of: typeOf(text.slice(2), home) };
  if (SCALARS.has(text)) return { kind: 'scalar', name: text as ScalarName };
  const name = text.includes('.') ? text : `${home}.${text}`;
  return STRUCTS.has(name) ? { kind: 'struct', name } : { kind: 'special', name: text };
}

const inJson = new WeakMap<GoStruct, ReadonlyMap<string, GoField>>();

/** The fields of a struct as its JSON shows them, by name: those of embedded structs are among them. */
export function fieldsInJson(struct: GoStruct): ReadonlyMap<string, GoField> {
  const found = inJson.get(struct);
  if (found !== undefined) return found;
  const fields = new Map(shown(struct).map((field) => [field.name ?? '', field]));
  inJson.set(struct, fields);
  return fields;
}

function shown({ fields }: GoStruct): readonly GoField[] {
  return fields.flatMap((field) =>
    field.name === undefined && field.type.kind === 'struct' ? shown(structNamed(field.type.name)) : [field],
  );
}

/** Whether a field that holds this value is left out of JSON. */
export function isOmitted({ type, omitEmpty, omitZero, pointer }: GoField, value: JsonValue): boolean {
  if (value === null) return omitZero || (omitEmpty && (pointer || canBeEmpty(type)));
  return omitEmpty && !pointer && isEmpty(value) && canBeEmpty(type);
}

/** Structs are never empty, and what has a JSON of its own is one. */
function canBeEmpty({ kind, name }: GoType & { readonly name?: string }): boolean {
  return kind !== 'struct' && (kind !== 'special' || name === 'list');
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === false || value === 0 || value === '';
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}
