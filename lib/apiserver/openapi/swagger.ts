import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { OpenApiSchemas } from './schemas.ts';

/** Keywords of version 3 that version 2 does not know. */
const DROPPED: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'not', 'nullable', 'oneOf']);
/** What kubectl cannot read where a schema lets through what it does not describe. */
const CONTENT: ReadonlySet<string> = new Set(['items', 'properties', 'type']);

const OPEN = 'x-kubernetes-preserve-unknown-fields';

const FROM = '#/components/schemas/';
const TO = '#/definitions/';

function isOpen(schema: JsonObject): boolean {
  return schema[OPEN] === true || schema['nullable'] === true;
}

function asDefinition(schema: JsonObject): JsonObject {
  const open = isOpen(schema);
  const entries = Object.entries(schema)
    .filter(([name]) => !DROPPED.has(name) && !(open && CONTENT.has(name)))
    .map(([name, value]) => [name, keyword(name, value ?? null)] as const);
  return { ...referenceIn(schema), ...Object.fromEntries(entries) };
}

/** Version 3 says more beside a reference by way of `allOf`. */
function referenceIn({ allOf }: JsonObject): JsonObject {
  const [first] = Array.isArray(allOf) ? (allOf as readonly JsonValue[]) : [];
  return isJsonObject(first) && '$ref' in first ? asDefinition(first) : {};
}

function keyword(name: string, value: JsonValue): JsonValue {
  if (name === '$ref' && typeof value === 'string') return value.replace(FROM, TO);
  if (!isJsonObject(value)) return value;
  if (name === 'items' || name === 'additionalProperties') return asDefinition(value);
  if (name !== 'properties') return value;
  const members = Object.entries(value).map(
    ([member, schema]) => [member, isJsonObject(schema) ? asDefinition(schema) : {}] as const,
  );
  return Object.fromEntries(members);
}

/** What a kind that lets unknown fields through keeps: kubectl takes the fields that it sees for all there are. */
const OF_OPEN_KINDS: readonly string[] = [
  'x-kubernetes-group-version-kind',
  'x-kubernetes-selectable-fields',
];

function kindDefinition(schema: JsonObject): JsonObject {
  const definition = asDefinition(schema);
  if (!isOpen(schema) || !('x-kubernetes-group-version-kind' in schema)) return definition;
  const kept = OF_OPEN_KINDS.filter((name) => name in definition).map((name) => [name, definition[name]]);
  return { type: 'object', ...(Object.fromEntries(kept) as JsonObject) };
}

/**
 * The document at `/openapi/v2`: the definitions of all kinds, for clients older than `/openapi/v3`. It has no
 * operations.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/controller/openapi/v2/conversion.go
 */
export function swaggerDocument(definitions: readonly ResourceDefinition[]): JsonObject {
  const schemas = new OpenApiSchemas();
  for (const definition of definitions) schemas.add(definition);
  const entries = Object.entries(schemas.all()).map(
    ([name, schema]) => [name, isJsonObject(schema) ? kindDefinition(schema) : {}] as const,
  );
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: 'v1.36.3' },
    paths: {},
    definitions: Object.fromEntries(entries),
  };
}
