import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** Where a schema stands. */
export interface Place {
  /** Of the values that it describes: `spec.ports[].name`. */
  readonly path: string;
  /** The references that led here. */
  readonly refs: readonly string[];
}

/** One JSON Schema on its way to a structural one. */
export interface Conversion {
  /** @param base what is known about the same values from elsewhere; gives the type where `json` has none. */
  convert(json: JsonValue, place: Place, base?: StructuralSchema): StructuralSchema;
  /** Notes that something cannot be said in a definition; the conversion goes on, to find the rest. */
  problem(place: Place, why: string): void;
}

export function below(place: Place, path: string): Place {
  return { ...place, path };
}

/** What a reference within the document points to: `#/$defs/Name`. Undefined where there is nothing. */
export function resolveRef(root: JsonObject, ref: string): JsonValue | undefined {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  const names = ref.split('/').slice(1);
  return names.reduce<JsonValue | undefined>((at, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) return (at as readonly JsonValue[])[Number(key)];
    return isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, root);
}
