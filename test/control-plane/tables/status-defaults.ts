import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/object/json.ts';
import { reachable, references, type Definitions } from './definitions.ts';

const ZERO: Readonly<Record<string, string | number | boolean>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
};

/** Definitions that only the status of kinds uses. */
function statusOnly(definitions: Definitions, roots: readonly string[]): ReadonlySet<string> {
  const withoutStatus = roots.flatMap((root) => {
    const { properties } = definitions[root] ?? {};
    if (!isJsonObject(properties)) return [];
    return Object.entries(properties).flatMap(([name, schema]) =>
      name === 'status' ? [] : references(schema),
    );
  });
  const used = reachable(definitions, withoutStatus);
  const kinds = new Set(roots);
  return new Set([...reachable(definitions, roots)].filter((name) => !used.has(name) && !kinds.has(name)));
}

/** Required scalars get Go's zero values as defaults: in a status the server stores these, and asks for nothing. */
function withZeroes(definition: JsonObject): JsonObject {
  const { properties, required } = definition;
  if (!isJsonObject(properties) || !Array.isArray(required)) return definition;
  const filled = Object.entries(properties).map(([name, schema]) => {
    const zero = isJsonObject(schema)
      ? ZERO[typeof schema['type'] === 'string' ? schema['type'] : '']
      : undefined;
    const fills = isJsonObject(schema) && required.includes(name) && schema['format'] !== 'date-time';
    const member = fills && zero !== undefined ? { default: zero, ...schema } : schema;
    return [name, member] as const;
  });
  return { ...definition, properties: Object.fromEntries<JsonValue | undefined>(filled) };
}

/** The wanted definitions, those of statuses with zero values for what they require. */
export function statusDefaults(
  definitions: Definitions,
  roots: readonly string[],
  wanted: ReadonlySet<string>,
): Definitions {
  const statuses = statusOnly(definitions, roots);
  return Object.fromEntries(
    [...wanted]
      .filter((name) => definitions[name] !== undefined)
      .map((name) => [
        name,
        statuses.has(name) ? withZeroes(definitions[name] ?? {}) : (definitions[name] ?? {}),
      ]),
  );
}
