import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import { goTypeOf } from '../requests/go-type.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { prune } from '../schema/prune.ts';
import { decodingProblem, type Wording } from './decoding-problem.ts';
import { RFC_3339, timeProblem } from './go-time.ts';

/** The paths of metadata's fields that do not exist: `metadata.ownerReferences[0].foo` */
export function unknownMetadata(metadata: JsonObject): readonly string[] {
  return prune(OBJECT_META, metadata).unknown.map((path) => `metadata.${path}`);
}

/** What a decoder would say about metadata, or its first field, of the wrong type; undefined when all are right. */
export function metadataProblem(
  metadata: JsonValue,
  { kind, custom }: Pick<ResourceDefinition, 'kind' | 'custom'>,
  wording: Wording,
): string | undefined {
  if (isJsonObject(metadata))
    return decodingProblem(OBJECT_META, metadata, 'ObjectMeta', wording, custom ? [] : ['metadata']);
  const where = custom ? 'value' : `struct field ${kind}.metadata`;
  return `json: cannot unmarshal ${goTypeOf(metadata)} into Go ${where} of type v1.ObjectMeta`;
}

const TIMES: ReadonlySet<string> = new Set(['creationTimestamp', 'deletionTimestamp']);
const COUNTS: ReadonlySet<string> = new Set(['generation', 'deletionGracePeriodSeconds']);

/** The same without times that are none and counts that are not whole, which nobody finds in what was never decoded. */
export function readableMetadata(metadata: JsonObject): JsonObject {
  const isReadable = (name: string, value: JsonValue | undefined): boolean => {
    if (COUNTS.has(name)) return Number.isInteger(value);
    return !TIMES.has(name) || (typeof value === 'string' && timeProblem(value, RFC_3339) === undefined);
  };
  return Object.fromEntries(Object.entries(metadata).filter(([name, value]) => isReadable(name, value)));
}
