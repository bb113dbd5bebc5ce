import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { Schema } from '../schema.ts';
import { goTypeName } from '../apply/go-format.ts';
import { canonicalJson } from '../schema/canonical-json.ts';
import { accessNames } from './field-names.ts';
import { parseDuration } from './library/duration-text.ts';
import { parseTimestamp } from './library/timestamp-text.ts';
import { isResource, visibleProperties } from './schema-types.ts';
import {
  CelError,
  CelList,
  isMap,
  keyText,
  typeName,
  type CelMap,
  type ListSemantics,
  type Value,
} from './values.ts';

/** An object or a map of JSON. What it holds becomes values when it is asked for, and once. */
class JsonMap implements CelMap {
  readonly #json: JsonObject;
  readonly #schemaOf: (name: string) => Schema | undefined;
  readonly #names: ReadonlyMap<string, string> | undefined;
  readonly #values = new Map<string, Value>();

  /** @param names of the members, by those that rules use; undefined: keys are what they are. */
  constructor(
    json: JsonObject,
    schemaOf: (name: string) => Schema | undefined,
    names: ReadonlyMap<string, string> | undefined,
  ) {
    this.#json = json;
    this.#schemaOf = schemaOf;
    this.#names = names;
  }

  get size(): number {
    return this.keys().length;
  }

  keys(): readonly string[] {
    if (this.#names === undefined) return Object.keys(this.#json);
    return [...this.#names].filter(([, name]) => this.#isSet(name)).map(([access]) => access);
  }

  get(key: Value): Value | undefined {
    const name =
      typeof key === 'string' ? (this.#names === undefined ? key : this.#names.get(key)) : undefined;
    if (name === undefined || !this.#isSet(name)) return undefined;
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = valueOf(this.#schemaOf(name) ?? {}, this.#json[name]);
    this.#values.set(name, value);
    return value;
  }

  /** Null counts as absent. */
  #isSet(name: string): boolean {
    return Object.hasOwn(this.#json, name) && this.#json[name] !== undefined && this.#json[name] !== null;
  }
}

function mapValue(schema: Schema, json: JsonObject, resource: boolean): Value {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return new JsonMap(json, () => additionalProperties, undefined);
  const properties = visibleProperties(schema, resource);
  const names = Object.keys(properties).flatMap((name) =>
    accessNames(name).map((access) => [access, name] as const),
  );
  return new JsonMap(json, (name) => properties[name], new Map(names));
}

function semanticsOf(schema: Schema): ListSemantics | undefined {
  const { 'x-kubernetes-list-type': type, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  if (type === 'set') return { type };
  if (type !== 'map') return undefined;
  const names = keys.flatMap(accessNames);
  return { type, keyOf: (item) => canonicalJson(names.map((name) => memberText(item, name))) };
}

function memberText(item: Value, name: string): string {
  const found = isMap(item) ? item.get(name) : undefined;
  return found === undefined ? '' : `${typeName(found)} ${keyText(found)}`;
}

function textValue(format: string | undefined, text: string): Value {
  if (format === 'byte') return Buffer.from(text, 'base64');
  if (format === 'duration') return parseDuration(text);
  if (format === 'date') return parseTimestamp(`${text}T00:00:00Z`);
  return format === 'date-time' ? parseTimestamp(text.toUpperCase()) : text;
}

function numberValue(schema: Schema, number: number): Value {
  const whole =
    schema.type === 'integer' || (schema['x-kubernetes-int-or-string'] === true && Number.isInteger(number));
  return whole && Number.isInteger(number) ? BigInt(number) : number;
}

/** What the schema expects instead of a value of another type. */
function misfitOf(
  { type, 'x-kubernetes-int-or-string': isEither }: Schema,
  json: unknown,
): string | undefined {
  if (isEither === true || type === undefined) return undefined;
  if (type === 'object')
    return isJsonObject(json) ? undefined : 'a map for the provided schema with type=object';
  if (type === 'array')
    return Array.isArray(json) ? undefined : 'an array for the provided schema with type=array';
  const isOfType = type === 'integer' ? Number.isInteger(json) : typeof json === type;
  return isOfType ? undefined : `${GO_NAMES[type] ?? type}, got ${goTypeName(json as JsonValue)}`;
}

const GO_NAMES: Readonly<Record<string, string>> = { integer: 'int', number: 'float', boolean: 'bool' };

/**
 * A JSON value as rules see it.
 *
 * @param resource whether it is an object of its own, with a kind and a name.
 * @throws CelError when it is not of its schema.
 * @see kubernetes/apiserver:pkg/cel/common/values.go
 */
export function valueOf(schema: Schema, json: unknown, resource: boolean = isResource(schema)): Value {
  if (json === null || json === undefined) return null;
  const misfit = misfitOf(schema, json);
  if (misfit !== undefined) throw new CelError(`invalid data, expected ${misfit}`);
  if (typeof json === 'string') return textValue(schema.type === 'string' ? schema.format : undefined, json);
  if (typeof json === 'number') return numberValue(schema, json);
  if (typeof json === 'boolean') return json;
  if (Array.isArray(json))
    return new CelList(
      json.map((item) => valueOf(schema.items ?? {}, item)),
      semanticsOf(schema),
    );
  if (isJsonObject(json)) return mapValue(schema, json, resource);
  throw new CelError('invalid data');
}
