import { BOOL, BYTES, DOUBLE, INT, NULL, STRING, UINT, type CelType } from './types.ts';
import { typeName, type Value } from './values.ts';

const TYPES: ReadonlyMap<string, CelType> = new Map(
  [BOOL, BYTES, DOUBLE, INT, NULL, STRING, UINT].map((type) => [type.name, type]),
);

/** The type of what can be written down as it is: numbers, texts, bytes, true, false and null. */
export function literalType(value: Value): CelType {
  return TYPES.get(typeName(value)) ?? NULL;
}
