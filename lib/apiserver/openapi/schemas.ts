import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { DEFINITION, type NamedSchema } from '../schema/named-schema.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { Schema } from '../schema.ts';
import { described } from './descriptions.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** `apps.v1.Deployment` → the name that other servers give the definition. */
function fullName(name: string): string {
  if (name.startsWith('meta.')) return `io.k8s.apimachinery.pkg.apis.${name}`;
  if (name.startsWith('apiextensions.')) return `io.k8s.apiextensions-apiserver.pkg.apis.${name}`;
  if (name.startsWith('apiregistration.')) return `io.k8s.kube-aggregator.pkg.apis.${name}`;
  return `io.k8s.api.${name}`;
}

/** `example.com` → `com.example`, as definitions of custom kinds are named. */
function customName({ group, version, kind }: ResourceDefinition): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

function referenceTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** OpenAPI has no type without a name for it; these stand for several. */
function specialForm(schema: Schema): JsonObject | undefined {
  if (schema.format === 'quantity') return { oneOf: [{ type: 'string' }, { type: 'number' }] };
  if (schema['x-kubernetes-int-or-string'] !== true) return undefined;
  const { type: _, ...rest } = schema as unknown as JsonObject;
  return { ...rest, oneOf: [{ type: 'integer' }, { type: 'string' }] };
}

function gvkOf({ group, kind, version }: ResourceDefinition, listed: boolean): JsonObject {
  return { 'x-kubernetes-group-version-kind': [{ group, kind: listed ? `${kind}List` : kind, version }] };
}

function selectableOf({ selectableFields = [] }: ResourceDefinition): JsonObject {
  if (selectableFields.length === 0) return {};
  return { 'x-kubernetes-selectable-fields': selectableFields.map((fieldPath) => ({ fieldPath })) };
}

/** Collects the schemas of a document, each once. */
export class OpenApiSchemas {
  readonly #schemas = new Map<string, JsonObject>();

  /** Adds the kind and its list. @returns references to both. */
  add(definition: ResourceDefinition): { readonly kind: JsonObject; readonly list: JsonObject } {
    const name = this.#addKind(definition);
    const listName = `${name}List`;
    this.#schemas.set(listName, this.#list(definition, referenceTo(name)));
    return { kind: referenceTo(name), list: referenceTo(listName) };
  }

  /** All schemas so far, by name, in order. */
  all(): JsonObject {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #addKind(definition: ResourceDefinition): string {
    const schema: NamedSchema = definition.schema ?? { type: 'object' };
    const known = schema[DEFINITION]?.name;
    const name = known === undefined ? customName(definition) : fullName(known);
    const content = known === undefined ? this.#customKind(schema) : this.#content(schema);
    const whole = { ...content, ...gvkOf(definition, false), ...selectableOf(definition) };
    this.#schemas.set(name, described(name, whole, true));
    return name;
  }

  /** A custom kind's own metadata schema only narrows names; clients want to see the whole. */
  #customKind(schema: Schema): JsonObject {
    const { properties = {} } = schema;
    return this.#content({ ...schema, properties: { ...properties, metadata: OBJECT_META } });
  }

  #list(definition: ResourceDefinition, item: JsonObject): JsonObject {
    return {
      type: 'object',
      required: ['items'],
      properties: {
        apiVersion: { type: 'string' },
        items: { type: 'array', items: item },
        kind: { type: 'string' },
        metadata: this.#listMeta(),
      },
      ...gvkOf(definition, true),
    };
  }

  #listMeta(): JsonObject {
    const name = `${META}.ListMeta`;
    const text = { type: 'string' };
    const properties = {
      continue: text,
      remainingItemCount: { type: 'integer', format: 'int64' },
      resourceVersion: text,
      selfLink: text,
    };
    this.#schemas.set(name, { type: 'object', properties });
    return referenceTo(name);
  }

  /** A reference where the schema has a name, else what it says. */
  #use(schema: NamedSchema): JsonObject {
    const named = schema[DEFINITION];
    if (named === undefined) return this.#content(schema);
    const name = fullName(named.name);
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {}); // Before its content, which may refer to it.
      this.#schemas.set(name, described(name, this.#content(schema), false));
    }
    const extras = this.#content(named.extras);
    return Object.keys(extras).length === 0 ? referenceTo(name) : { allOf: [referenceTo(name)], ...extras };
  }

  #content(schema: Schema): JsonObject {
    const special = specialForm(schema);
    if (special !== undefined) return special;
    const entries = Object.entries(schema).map(
      ([name, value]) => [name, this.#keyword(name, value)] as const,
    );
    return Object.fromEntries(entries);
  }

  #keyword(name: string, value: unknown): JsonValue {
    if (name === 'properties' && isJsonObject(value)) return this.#members(value);
    if (['items', 'additionalProperties', 'not'].includes(name) && isJsonObject(value))
      return this.#use(value);
    if (['allOf', 'anyOf', 'oneOf'].includes(name) && Array.isArray(value))
      return value.map((one: Schema) => this.#use(one));
    return value as JsonValue;
  }

  #members(members: JsonObject): JsonObject {
    const entries = Object.entries(members).map(
      ([name, member]) => [name, this.#use(member as Schema)] as const,
    );
    return Object.fromEntries(entries);
  }
}
