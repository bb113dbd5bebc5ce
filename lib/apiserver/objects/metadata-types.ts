import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { goTypeOf } from '../requests/go-type.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { RFC_3339, timeProblem } from './go-time.ts';

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

/** What a decoder would say about metadata, or its first field, of the wrong type; undefined when all are right. */
export function metadataTypeProblem(
  metadata: JsonValue,
  { kind, custom }: Pick<ResourceDefinition, 'kind' | 'custom'>,
): string | undefined {
  if (!isJsonObject(metadata)) {
    const where = custom ? 'value' : `struct field ${kind}.metadata`;
    return `json: cannot unmarshal ${goTypeOf(metadata)} into Go ${where} of type v1.ObjectMeta`;
  }
  const path = custom ? 'ObjectMeta' : 'ObjectMeta.metadata';
  for (const [name, value] of Object.entries(metadata)) {
    const shape = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    const wrong = shape === undefined || value === undefined ? undefined : mismatch(value, shape);
    if (wrong !== undefined)
      return `json: cannot unmarshal ${wrong[0]} into Go struct field ${path}.${name} of type ${wrong[1]}`;
  }
  return TIMES.map((name) => timeProblem(metadata[name], RFC_3339)).find((problem) => problem !== undefined);
}

const TIMES = ['creationTimestamp', 'deletionTimestamp'] as const;
const COUNTS = ['generation', 'deletionGracePeriodSeconds'] as const;

/** The same without times that are none and counts that are not whole, which nobody finds in what was never decoded. */
export function readableMetadata(metadata: JsonObject): JsonObject {
  const isTime = (value: JsonValue): boolean =>
    typeof value === 'string' && timeProblem(value, RFC_3339) === undefined;
  const strange = [
    ...TIMES.filter((name) => metadata[name] !== undefined && !isTime(metadata[name])),
    ...COUNTS.filter((name) => metadata[name] !== undefined && !Number.isInteger(metadata[name])),
  ];
  if (strange.length === 0) return metadata;
  return Object.fromEntries(
    Object.entries(metadata).filter(([name]) => !strange.some((one) => one === name)),
  );
}

/** What is there, and what should be. */
type Mismatch = readonly [string, string];

function mismatch(value: JsonValue, shape: Shape): Mismatch | undefined {
  switch (shape) {
    case 'string':
      return typeof value === 'string' ? undefined : [goTypeOf(value), 'string'];
    case 'int64':
      return Number.isInteger(value) ? undefined : [goTypeOf(value), 'int64'];
    case 'map':
      if (!isJsonObject(value)) return [goTypeOf(value), 'map[string]string'];
      return firstMismatch(Object.values(value));
    case 'strings':
      if (!Array.isArray(value)) return [goTypeOf(value), '[]string'];
      return firstMismatch(value);
    case 'list':
      if (!Array.isArray(value)) return [goTypeOf(value), '[]v1.OwnerReference'];
      return value.every(isJsonObject) ? undefined : ['string', 'v1.OwnerReference'];
    default:
      return shape satisfies never;
  }
}

function firstMismatch(values: readonly (JsonValue | undefined)[]): Mismatch | undefined {
  const wrong = values.find((value) => typeof value !== 'string');
  return wrong === undefined ? undefined : [goTypeOf(wrong), 'string'];
}
