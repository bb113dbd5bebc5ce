import type { CelType } from './types.ts';

/** Evaluation of an expression ended early. The message is part of what the API server answers. */
export class CelError extends Error {
  override readonly name: string = 'CelError';
}

/** An unsigned integer. Signed ones are bigints, doubles are numbers. */
export class Uint {
  readonly value: bigint;

  /** @throws CelError when it does not fit into 64 bits. */
  constructor(value: bigint) {
    if (value < 0n || value >= 2n ** 64n) throw new CelError('unsigned integer overflow');
    this.value = value;
  }
}

/** @throws CelError when it does not fit into 64 bits. */
export function newInt(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw new CelError('integer overflow');
  return value;
}

/** A moment, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A span of time, in nanoseconds. */
export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class Optional {
  readonly value: Value | undefined;

  constructor(value?: Value) {
    this.value = value;
  }
}

/** A type as a value: what `type(1)` is, and `int`. */
export class TypeValue {
  readonly type: CelType;

  constructor(type: CelType) {
    this.type = type;
  }
}

/** A value of a library's own type: an address, a quantity. */
export class Opaque {
  readonly type: string;
  readonly content: unknown;
  /** Two of a type are equal when these are. */
  readonly identity: string;
  /** What `string()` makes of it. */
  readonly text: string;

  constructor(type: string, content: unknown, identity: string, text: string = identity) {
    this.type = type;
    this.content = content;
    this.identity = identity;
    this.text = text;
  }
}

/** How lists of sets and keyed lists compare and add up. */
export type ListSemantics =
  { readonly type: 'set' } | { readonly type: 'map'; readonly keyOf: (item: Value) => string };

export class CelList {
  readonly items: readonly Value[];
  readonly semantics: ListSemantics | undefined;

  constructor(items: readonly Value[], semantics?: ListSemantics) {
    this.items = items;
    this.semantics = semantics;
  }
}

/** A map, or an object with a schema: its members by name. */
export interface CelMap {
  readonly size: number;
  /** Undefined: there is no such key. */
  get(key: Value): Value | undefined;
  keys(): readonly Value[];
}

/** A key as JavaScript's maps compare it: numbers of all types alike. */
function mapKey(key: Value): Value {
  if (key instanceof Uint) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key;
}

/** A map that an expression made. */
export class LiteralMap implements CelMap {
  readonly #values = new Map<Value, readonly [Value, Value]>();

  get size(): number {
    return this.#values.size;
  }

  get(key: Value): Value | undefined {
    return this.#values.get(mapKey(key))?.[1];
  }

  keys(): readonly Value[] {
    return [...this.#values.values()].map(([key]) => key);
  }

  set(key: Value, value: Value): void {
    this.#values.set(mapKey(key), [key, value]);
  }
}

/** What expressions compute with. */
export type Value =
  | bigint
  | number
  | string
  | boolean
  | null
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | Opaque
  | CelList
  | CelMap;

const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ['bigint', 'int'],
  ['number', 'double'],
  ['boolean', 'bool'],
  ['string', 'string'],
]);

/** The name of a value's type, without what it is made of. */
export function typeName(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? objectTypeName(value) : (PRIMITIVES.get(typeof value) ?? '');
}

function objectTypeName(value: Exclude<Value, bigint | number | string | boolean | null>): string {
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof Duration) return 'duration';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof TypeValue) return 'type';
  if (value instanceof Opaque) return value.type;
  return value instanceof CelList ? 'list' : 'map';
}

/** A key as messages show it. */
export function keyText(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  return typeof key === 'object' ? typeName(key) : String(key);
}

export function isMap(value: Value | undefined): value is CelMap {
  return value !== undefined && typeName(value) === 'map';
}
