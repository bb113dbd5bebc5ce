import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';
import { DEFINITION, type NamedSchema } from '../schema/named-schema.ts';
import type { Tables } from './tables.ts';

type Writable = { -readonly [Name in keyof NamedSchema]: NamedSchema[Name] };

/** Go stores some times and lists as null; their schema must allow what is their default. */
function withDefault(schema: Schema, value: JsonValue): Schema {
  return { ...schema, default: value, ...(value === null ? { nullable: true } : {}) };
}

/** The schema with a default below it, by path: `spec.priority`. Parts that are not on the path stay shared. */
function withDefaultAt(schema: Schema, path: readonly string[], value: JsonValue): Schema {
  const [name, ...rest] = path;
  if (name === undefined) return withDefault(schema, value);
  const member = schema.properties?.[name] ?? {};
  return { ...schema, properties: { ...schema.properties, [name]: withDefaultAt(member, rest, value) } };
}

/**
 * Makes schemas of the tables' definitions, when they are first asked for. Definitions that many kinds use are
 * one object each, and may refer to themselves.
 */
export class SchemaResolver {
  readonly #tables: Tables;
  readonly #resolved = new Map<string, Writable>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** @throws Error when the tables lack the definition: they are not consistent. */
  resolve(name: string): Schema {
    const known = this.#resolved.get(name);
    if (known !== undefined) return known;
    const definition = this.#tables.definitionOf(name);
    if (definition === undefined)
      throw new Error(`cannot resolve schema ${name}: the tables have no such definition`);
    const schema: Writable = { [DEFINITION]: { name, extras: {} } };
    this.#resolved.set(name, schema); // Before its parts: they may refer to it.
    return Object.assign(schema, this.#convert(definition, this.#tables.defaultsOf(name)));
  }

  /** The schema of a kind: its definition, with the defaults that hold for it alone. */
  resolveKind(name: string, defaults: JsonObject = {}): Schema {
    return Object.entries(defaults).reduce(
      (schema, [path, value]) =>
        value === undefined ? schema : withDefaultAt(schema, path.split('.'), value),
      this.resolve(name),
    );
  }

  #convert(raw: JsonObject, defaults: JsonObject): Schema {
    const { $ref: reference, properties, items, additionalProperties, ...rest } = raw;
    const extras: Schema = {
      ...(rest as Schema),
      ...(isJsonObject(properties) ? { properties: this.#properties(properties, defaults) } : {}),
      ...(isJsonObject(items) ? { items: this.#convert(items, {}) } : {}),
      ...(isJsonObject(additionalProperties)
        ? { additionalProperties: this.#convert(additionalProperties, {}) }
        : {}),
    };
    if (typeof reference !== 'string') return extras;
    const target = this.resolve(reference);
    if (Object.keys(extras).length === 0) return target;
    return { ...target, ...extras, [DEFINITION]: { name: reference, extras } } as NamedSchema;
  }

  #properties(members: JsonObject, defaults: JsonObject): Record<string, Schema> {
    return Object.fromEntries(
      Object.entries(members).flatMap(([name, member]): [string, Schema][] => {
        if (!isJsonObject(member)) return [];
        const schema = this.#convert(member, {});
        const value = defaults[name];
        return [[name, value === undefined ? schema : withDefault(schema, value)]];
      }),
    );
  }
}
