import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';

type Shape = 'string' | 'int64' | 'strings' | 'map' | 'list';

/** The fields of metadata. What is not here is unknown. */
const FIELDS: Readonly<Record<string, Shape>> = {
  name: 'string',
  generateName: 'string',
  namespace: 'string',
  selfLink: 'string',
  uid: 'string',
  resourceVersion: 'string',
  generation: 'int64',
  creationTimestamp: 'string',
  deletionTimestamp: 'string',
  deletionGracePeriodSeconds: 'int64',
  labels: 'map',
  annotations: 'map',
  ownerReferences: 'list',
  finalizers: 'strings',
  managedFields: 'list',
};

/** The names of metadata's fields that do not exist. */
export function unknownMetadata(metadata: JsonObject): readonly string[] {
  return Object.keys(metadata).filter((name) => !Object.hasOwn(FIELDS, name));
}

/** What a decoder would say about the first field of the wrong type; undefined when all are right. */
export function metadataTypeProblem(metadata: JsonObject): string | undefined {
  for (const [name, value] of Object.entries(metadata)) {
    const shape = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    const wrong = shape === undefined || value === undefined ? undefined : mismatch(value, shape);
    if (wrong !== undefined)
      return `json: cannot unmarshal ${wrong[0]} into Go struct field ObjectMeta.${name} of type ${wrong[1]}`;
  }
  return undefined;
}

/** What is there, and what should be. */
type Mismatch = readonly [string, string];

function mismatch(value: JsonValue, shape: Shape): Mismatch | undefined {
  switch (shape) {
    case 'string':
      return typeof value === 'string' ? undefined : [goType(value), 'string'];
    case 'int64':
      return Number.isInteger(value) ? undefined : [goType(value), 'int64'];
    case 'map':
      if (!isJsonObject(value)) return [goType(value), 'map[string]string'];
      return firstMismatch(Object.values(value));
    case 'strings':
      if (!Array.isArray(value)) return [goType(value), '[]string'];
      return firstMismatch(value);
    case 'list':
      if (!Array.isArray(value)) return [goType(value), '[]v1.OwnerReference'];
      return value.every(isJsonObject) ? undefined : ['string', 'v1.OwnerReference'];
    default:
      return shape satisfies never;
  }
}

function firstMismatch(values: readonly (JsonValue | undefined)[]): Mismatch | undefined {
  const wrong = values.find((value) => typeof value !== 'string');
  return wrong === undefined ? undefined : [goType(wrong), 'string'];
}

function goType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
