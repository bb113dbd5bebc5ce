import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { structNamed } from '../builtin/go-structs.ts';
import { childPath, invalidCause } from '../field-causes.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { Schema } from '../schema.ts';
import { canonicalJson } from '../schema/canonical-json.ts';
import { embeddedResources, withEmbedded } from '../schema/embedded-resources.ts';
import { asDecoder } from './decoding-problem.ts';
import { metadataProblem } from './metadata-types.ts';
import { withoutNulls } from './without-nulls.ts';
import { withoutZeros } from './zero-values.ts';

const TYPE_META = ['apiVersion', 'kind'] as const;

/**
 * What a decoder would say of the first object embedded in a custom resource whose type or metadata are of wrong types;
 * undefined when all are right.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/objectmeta/coerce.go
 */
export function embeddedProblem(schema: Schema, content: JsonObject): string | undefined {
  return embeddedResources(schema, content)
    .map(({ path, object }) => ownProblem(object, path))
    .find((problem) => problem !== undefined);
}

function ownProblem(object: JsonObject, path: string): string | undefined {
  const untold = TYPE_META.find((name) => object[name] !== undefined && typeof object[name] !== 'string');
  if (untold !== undefined)
    return causeText(invalidCause(childPath(path, untold), inMapOrder(object[untold]!), 'must be a string'));
  const { metadata } = object;
  const problem = ownMetadataProblem(metadata ?? {});
  if (problem === undefined) return undefined;
  return causeText(invalidCause(childPath(path, 'metadata'), inMapOrder(metadata!), problem));
}

function causeText({ field = '', message = '' }: StatusCause): string {
  return `${field}: ${message}`;
}

/** What a decoder would say of the metadata of an embedded object; undefined when it reads them. */
export function ownMetadataProblem(metadata: JsonValue): string | undefined {
  return metadataProblem(metadata, { kind: '', custom: true }, asDecoder);
}

/** As Go prints maps: sorted. */
export function inMapOrder(value: JsonValue): JsonValue {
  return JSON.parse(canonicalJson(value)) as JsonValue;
}

/** The content of a custom resource with what Go makes of the metadata in it; what it cannot read stays. */
export function withEmbeddedMetadata(schema: Schema, content: JsonObject): JsonObject {
  return withEmbedded(schema, content, (object) => {
    const { metadata } = object;
    if (metadata === undefined || ownMetadataProblem(metadata ?? {}) !== undefined) return object;
    const known = withoutZeros(
      structNamed('meta.v1.ObjectMeta'),
      withoutNulls((metadata ?? {}) as JsonObject, OBJECT_META),
    );
    return known === metadata ? object : { ...object, metadata: known };
  });
}
