import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import type { Choices } from './choices.ts';
import type { ListShape, Shape, StructShape } from './shape.ts';

/** Values of no particular type, for places where another is wanted. */
const WILD: readonly JsonValue[] = [null, 'x', '', 7, -1, 1.5, true, [], {}, ['x'], { x: 1 }, [{}]];
const WILD_SHARE = 0.0015;
const ODD_SHARE = 0.012;
const UNKNOWN_SHARE = 0.004;

/** How many of a struct's optional fields a value has, and what else it may hold. */
export interface Manner {
  /** Names the rule in the coverage. */
  readonly name: string;
  readonly optional: number;
  /** False: what is required may be absent, as in a patch. */
  readonly complete: boolean;
  /** The share of members that are null, which removes them in a merge patch. */
  readonly nulls: number;
  /** The share of lists and maps with directives of a strategic merge patch. */
  readonly directives: number;
}

export const WHOLE: Manner = { name: 'whole', optional: 0.35, complete: true, nulls: 0, directives: 0 };
export const APPLIED: Manner = { name: 'applied', optional: 0.3, complete: true, nulls: 0.01, directives: 0 };
export const MERGED: Manner = { name: 'merged', optional: 0.3, complete: false, nulls: 0.12, directives: 0 };
export const STRATEGIC: Manner = {
  name: 'strategic',
  optional: 0.3,
  complete: false,
  nulls: 0.1,
  directives: 0.12,
};

/** A value of the shape. */
export function valueOf(shape: Shape, manner: Manner, choices: Choices, at: string): JsonValue {
  if (choices.chance('value of any type', WILD_SHARE)) return choices.pick(WILD);
  if (shape.is === 'list') return listOf(shape, manner, choices, at);
  if (shape.is === 'struct') return structOf(shape, manner, choices, at);
  if (shape.is === 'map') {
    const members = shape.keys.map((key) => [key, shape.of, 0.45] as const);
    return membersOf(members, manner, choices, at);
  }
  const isOdd = shape.odd.length > 0 && choices.chance(`odd value of ${at}`, ODD_SHARE);
  return choices.pick(isOdd ? shape.odd : shape.values);
}

function structOf(shape: StructShape, manner: Manner, choices: Choices, at: string): JsonObject {
  const share = (name: string): number => {
    if (!shape.required.includes(name)) return manner.optional;
    return manner.complete ? 0.997 : 0.6;
  };
  const fields = Object.entries(shape.fields).map(([name, of]) => [name, of, share(name)] as const);
  return membersOf(fields, manner, choices, at);
}

function membersOf(
  candidates: readonly (readonly [string, Shape, number])[],
  manner: Manner,
  choices: Choices,
  at: string,
): JsonObject {
  const members: Record<string, JsonValue> = {};
  for (const [name, shape, share] of candidates) {
    if (!choices.chance(`${at}.${name}`, share)) continue;
    const isNull = manner.nulls > 0 && choices.chance(`null in a ${manner.name} object`, manner.nulls);
    const value = isNull ? null : valueOf(shape, manner, choices, `${at}.${name}`);
    members[name] = value;
    if (shape.is === 'list') Object.assign(members, listDirectives(name, value, manner, choices));
  }
  if (choices.chance('unknown field', UNKNOWN_SHARE)) members['unknown'] = 1;
  return { ...members, ...mapDirective(members, manner, choices) };
}

function listOf(shape: ListShape, manner: Manner, choices: Choices, at: string): JsonValue {
  const count = choices.below(shape.most + 1);
  const elementManner = shape.keys.length > 0 ? manner : { ...WHOLE, name: manner.name };
  const items = Array.from({ length: count }, () => valueOf(shape.of, elementManner, choices, `${at}[]`));
  if (shape.keys.length === 0 || choices.chance('equal elements', 0.02)) return items;
  return items.filter((item, index) => items.findIndex((other) => isSame(item, other, shape.keys)) === index);
}

function isSame(a: JsonValue, b: JsonValue, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return JSON.stringify(a) === JSON.stringify(b);
  return keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

function mapDirective(members: JsonObject, manner: Manner, choices: Choices): JsonObject {
  if (manner.directives === 0 || !choices.chance('directive in a map', manner.directives / 3)) return {};
  const which = choices.of('directive of a map', { delete: 3, replace: 3, retain: 3, odd: 1 });
  if (which === 'retain') return { $retainKeys: Object.keys(members) };
  return { $patch: which === 'odd' ? 'bogus' : which };
}

function listDirectives(name: string, items: JsonValue, manner: Manner, choices: Choices): JsonObject {
  if (manner.directives === 0 || !Array.isArray(items) || !choices.chance('directive of a list', 0.2))
    return {};
  const values = items as readonly JsonValue[];
  const which = choices.of('directive for a list', { order: 3, primitives: 2 });
  if (which === 'primitives') return { [`$deleteFromPrimitiveList/${name}`]: values };
  return { [`$setElementOrder/${name}`]: values.toReversed().map(keyOnly) };
}

function keyOnly(item: JsonValue): JsonValue {
  return isJsonObject(item) && 'name' in item ? { name: item['name']! } : item;
}
