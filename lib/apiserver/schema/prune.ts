import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { childPath } from '../field-causes.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { Schema } from '../schema.ts';
import { ToldPaths } from '../told.ts';

/** What is left of a value, and the paths of what is not, in its order: `spec.foo`, `spec.list[0].bar` */
export interface Pruned<T extends JsonValue> {
  readonly value: T;
  readonly unknown: readonly string[];
  /** Those in the metadata of embedded resources. */
  readonly embedded: readonly string[];
}

const TYPE_META: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The schema of a member; `'keep'` and `'drop'` where there is none. `true` allows names, not what is in them. */
function memberRule(schema: Schema, name: string, preserve: boolean): Schema | 'keep' | 'drop' {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return schema.properties[name] ?? 'keep';
  if (schema['x-kubernetes-embedded-resource'] === true && TYPE_META.has(name)) return 'keep';
  if (typeof schema.additionalProperties === 'object') return schema.additionalProperties;
  if (preserve) return 'keep';
  return schema.additionalProperties === true ? {} : 'drop';
}

class Pruner {
  readonly #unknown: ToldPaths;
  readonly #embedded: ToldPaths;

  constructor(unknown: ToldPaths, embedded: ToldPaths = unknown) {
    this.#unknown = unknown;
    this.#embedded = embedded;
  }

  /** @param preserve inherited by the items of a list that keeps what is unknown. */
  prune(schema: Schema, value: JsonValue, path: string, preserve: boolean = false): JsonValue {
    const keeps = preserve || schema['x-kubernetes-preserve-unknown-fields'] === true;
    if (Array.isArray(value)) return this.#list(schema, value, path, keeps);
    return isJsonObject(value) ? this.#object(schema, value, path, keeps) : value;
  }

  #list(schema: Schema, list: readonly JsonValue[], path: string, preserve: boolean): readonly JsonValue[] {
    const { items = {} } = schema;
    if (preserve && schema.items === undefined) return list;
    const results = list.map((item, index) => this.prune(items, item, `${path}[${index}]`, preserve));
    return results.every((item, index) => item === list[index]) ? list : results;
  }

  #object(schema: Schema, obj: JsonObject, path: string, preserve: boolean): JsonObject {
    let changed = false;
    const entries = Object.entries(obj).flatMap(([name, value]): [string, JsonValue][] => {
      const result = value === undefined ? undefined : this.#member(schema, name, value, path, preserve);
      if (result !== value) changed = true;
      return result === undefined ? [] : [[name, result]];
    });
    return changed ? Object.fromEntries(entries) : obj;
  }

  #metadata(value: JsonValue, path: string): JsonValue {
    return new Pruner(this.#embedded).prune(OBJECT_META, value, path);
  }

  #member(
    schema: Schema,
    name: string,
    value: JsonValue,
    path: string,
    preserve: boolean,
  ): JsonValue | undefined {
    const at = childPath(path, name);
    if (name === 'metadata' && schema['x-kubernetes-embedded-resource'] === true)
      return this.#metadata(value, at);
    const rule = memberRule(schema, name, preserve);
    if (rule === 'keep') return value;
    if (rule !== 'drop') return this.prune(rule, value, at);
    this.#unknown.add(at);
    return undefined;
  }
}

/**
 * Drops what the schema does not name, and says what that was. Keeps the insides of
 * `x-kubernetes-preserve-unknown-fields`, and apiVersion, kind and what metadata has of embedded resources. Types do
 * not matter here. Returns the same value when nothing is dropped; never changes its argument.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/pruning/algorithm.go
 */
export function prune<T extends JsonValue>(schema: Schema, value: T): Pruned<T>;
export function prune(schema: Schema, value: JsonValue): Pruned<JsonValue> {
  const [unknown, embedded] = [new ToldPaths(), new ToldPaths()];
  const result = new Pruner(unknown, embedded).prune(schema, value, '');
  return { value: result, unknown: unknown.all(), embedded: embedded.all() };
}
