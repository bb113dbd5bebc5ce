import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/object/json.ts';

/** Definitions of an OpenAPI document in the tables' form: by short name, without prose. */
export type Definitions = Readonly<Record<string, JsonObject>>;

const REFERENCE = '#/components/schemas/';

/** `io.k8s.api.apps.v1.Deployment` → `apps.v1.Deployment`. */
export function shortName(name: string): string {
  return name
    .replace(/^io\.k8s\.api\./u, '')
    .replace(/^io\.k8s\.(?:apimachinery|apiextensions-apiserver|kube-aggregator)\.pkg\.apis\./u, '')
    .replace(/^io\.k8s\.apimachinery\.pkg\.(?:util\.)?/u, '');
}

/** Definitions that say too little for themselves, and what takes their place. */
const SPECIAL: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['api.resource.Quantity', { format: 'quantity' }],
  ['intstr.IntOrString', { 'x-kubernetes-int-or-string': true }],
  ['meta.v1.Time', { type: 'string', format: 'date-time' }],
  ['meta.v1.MicroTime', { type: 'string', format: 'date-time' }],
  ['meta.v1.FieldsV1', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['runtime.RawExtension', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['apiextensions.v1.JSON', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['apiextensions.v1.JSONSchemaPropsOrArray', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['apiextensions.v1.JSONSchemaPropsOrBool', { 'x-kubernetes-preserve-unknown-fields': true }],
  ['apiextensions.v1.JSONSchemaPropsOrStringArray', { 'x-kubernetes-preserve-unknown-fields': true }],
]);

const DROPPED: ReadonlySet<string> = new Set([
  'description',
  'default',
  'allOf',
  '$ref',
  'x-kubernetes-unions',
  'x-kubernetes-group-version-kind',
]);

function referenceOf(schema: JsonObject): string | undefined {
  const { allOf } = schema;
  const target: JsonValue | undefined =
    Array.isArray(allOf) && isJsonObject(allOf[0]) ? allOf[0]['$ref'] : schema['$ref'];
  return typeof target === 'string' ? shortName(target.slice(REFERENCE.length)) : undefined;
}

/** A default that says more than "Go's zero value". */
function tellingDefault(schema: JsonObject): JsonObject {
  const { default: value } = schema;
  const telling =
    value !== undefined && value !== '' && value !== 0 && value !== false && !isJsonObject(value);
  return telling ? { default: value } : {};
}

function compactMembers(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]) =>
      isJsonObject(member) ? [[name, compact(member)]] : [],
    ),
  );
}

function compactValue(name: string, value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  return name === 'properties' ? compactMembers(value) : compact(value);
}

function compact(schema: JsonObject): JsonObject {
  const target = referenceOf(schema);
  const reference = target === undefined ? {} : (SPECIAL.get(target) ?? { $ref: target });
  const rest = Object.entries(schema)
    .filter(([name, value]) => !DROPPED.has(name) && value !== 'byte') // Go decodes base64 itself, empty texts too.
    .map(([name, value]) => [name, compactValue(name, value)] as const);
  return { ...reference, ...tellingDefault(schema), ...Object.fromEntries(rest) };
}

/** All definitions of an OpenAPI document, compact. */
export function compactDefinitions(document: unknown): Definitions {
  const components = isJsonObject(document) ? document['components'] : undefined;
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  if (!isJsonObject(schemas)) throw new Error('cannot read an OpenAPI document: it has no schemas');
  const named = Object.entries(schemas).flatMap(([name, schema]): [string, JsonObject][] =>
    isJsonObject(schema) ? [[shortName(name), compact(schema)]] : [],
  );
  return Object.fromEntries(named.filter(([name]) => !SPECIAL.has(name)));
}

/** Names that the schema refers to, itself and in its parts. */
export function references(schema: JsonValue | undefined): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(references);
  if (!isJsonObject(schema)) return [];
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : [];
  return [...own, ...Object.values(schema).flatMap(references)];
}

/** Everything that can be reached from these names. */
export function reachable(definitions: Definitions, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...references(definitions[name]));
  }
  return found;
}
