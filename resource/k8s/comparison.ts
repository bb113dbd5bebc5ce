import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../../lib/informer/interned-fields.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../lib/object/json.ts';
import { ITSELF, mayStandFor, memberOf } from './field-set.ts';

/**
 * Whether an apply of the desired object would provably change nothing: it names exactly the fields that we own,
 * and the live object has its values. False means "not so, or nobody knows without the schema": quantities that
 * the server writes in another way, lists and maps without keys into which it wrote defaults.
 *
 * @param fields what we applied last.
 */
export function isApplied(fields: Fields, desired: JsonObject, live: JsonObject): boolean {
  const { apiVersion: _v, kind: _k, metadata, ...content } = desired;
  const { name: _n, namespace: _s, ...marks } = (metadata ?? {}) as JsonObject;
  return isSameObject(fields, { ...content, metadata: marks }, live);
}

function isSame(fields: Fields, desired: JsonValue, live: JsonValue | undefined): boolean {
  const elements = Object.keys(fields).filter((element) => element !== ITSELF);
  // A leaf: a scalar, or something that is one whole to the server.
  if (elements.length === 0) return live !== undefined && isDeepStrictEqual(desired, live);
  if (Array.isArray(desired)) return isSameList(fields, elements, desired as readonly JsonValue[], live);
  return isJsonObject(desired) && isSameObject(fields, desired, live);
}

function isSameObject(fields: Fields, desired: JsonObject, live: JsonValue | undefined): boolean {
  const names = Object.keys(desired);
  const owned = Object.keys(fields).filter((element) => element !== ITSELF);
  return (
    isJsonObject(live) &&
    names.length === owned.length &&
    names.every((name) => {
      const inner = fields[`f:${name}`];
      return inner !== undefined && isSame(inner, desired[name] ?? null, live[name]);
    })
  );
}

function isSameList(
  fields: Fields,
  elements: readonly string[],
  desired: readonly JsonValue[],
  live: JsonValue | undefined,
): boolean {
  if (elements.length !== desired.length) return false;
  const left = new Set(elements);
  return desired.every((item) => {
    const [element, ...others] = [...left].filter((one) => mayStandFor(one, item));
    if (element === undefined || others.length > 0) return false;
    left.delete(element);
    return isSame(fields[element]!, item, memberOf(live, element));
  });
}
