import type { JsonValue } from '../../lib/object/json.ts';

/** What values a field may have; few of each, so that they collide. */
export type Shape = OneShape | ListShape | MapShape | StructShape;

export interface OneShape {
  readonly is: 'one';
  readonly values: readonly JsonValue[];
  /** Values that the server should refuse or mend; taken rarely. */
  readonly odd: readonly JsonValue[];
}

export interface ListShape {
  readonly is: 'list';
  readonly of: Shape;
  readonly most: number;
  /** The fields that tell its elements apart, where it is a list of maps; `''` for a list of values that are unique. */
  readonly keys: readonly string[];
}

export interface MapShape {
  readonly is: 'map';
  readonly keys: readonly string[];
  readonly of: Shape;
}

export interface StructShape {
  readonly is: 'struct';
  readonly fields: Readonly<Record<string, Shape>>;
  /** Nearly always there. */
  readonly required: readonly string[];
}

export function one(values: readonly JsonValue[], odd: readonly JsonValue[] = []): OneShape {
  return { is: 'one', values, odd };
}

export function list(of: Shape, most: number, ...keys: readonly string[]): ListShape {
  return { is: 'list', of, most, keys };
}

export function map(keys: readonly string[], of: Shape): MapShape {
  return { is: 'map', keys, of };
}

export function struct(fields: Readonly<Record<string, Shape>>, ...required: readonly string[]): StructShape {
  return { is: 'struct', fields, required };
}
