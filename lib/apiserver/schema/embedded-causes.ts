import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiMetadata } from '../api-object.ts';
import { countCauses } from '../builtin/kinds/causes/count-causes.ts';
import { childPath, invalidCause, requiredCause } from '../field-causes.ts';
import { textAt } from '../fields.ts';
import { metadataCauses } from '../objects/metadata-causes.ts';
import { LAST_CHECK } from '../objects/metadata-checks.ts';
import { inMapOrder, ownMetadataProblem } from '../objects/embedded-metadata.ts';
import { dns1035Name, labelName } from '../objects/names.ts';
import type { Schema } from '../schema.ts';
import { type EmbeddedResource, embeddedResources } from './embedded-resources.ts';

/**
 * Causes of embedded objects that say not, or wrongly, what they are, or that have wrong metadata.
 *
 * @param path where the value stands in its object.
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/objectmeta/validation.go
 */
export function embeddedResourceCauses(schema: Schema, value: unknown, path: string): readonly StatusCause[] {
  return embeddedResources(schema, value as JsonValue, path).flatMap(ownCauses);
}

function ownCauses({ path, object }: EmbeddedResource): readonly StatusCause[] {
  return [
    ...typeMetaCauses(object, 'apiVersion', path),
    ...typeMetaCauses(object, 'kind', path),
    ...ownMetadataCauses(object['metadata'] ?? {}, path),
  ];
}

function typeMetaCauses(obj: JsonObject, name: 'apiVersion' | 'kind', path: string): readonly StatusCause[] {
  const field = childPath(path, name);
  const value = obj[name];
  if (value === undefined) return [requiredCause(field)];
  if (typeof value !== 'string') return [invalidCause(field, inMapOrder(value), 'must be a string')];
  if (value === '') return [invalidCause(field, value, 'must not be empty')];
  if (name === 'apiVersion')
    return value.split('/').length > 2
      ? [invalidCause(field, value, `unexpected GroupVersion string: ${value}`)]
      : [];
  const problems = dns1035Name(value.toLowerCase());
  return problems.length === 0
    ? []
    : [invalidCause(field, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)];
}

/** It may have no name. */
const SOME_NAME = 'fakename';

function ownMetadataCauses(metadata: JsonValue, path: string): readonly StatusCause[] {
  const unread = ownMetadataProblem(metadata);
  if (unread !== undefined) return [invalidCause(childPath(path, 'metadata'), inMapOrder(metadata), unread)];
  if (!isJsonObject(metadata)) return [];
  const named = { ...metadata, name: textAt(metadata, 'name') || SOME_NAME } as unknown as ApiMetadata;
  const namespace = textAt(metadata, 'namespace');
  const causes = [
    ...metadataCauses(named, [LAST_CHECK]),
    ...(namespace === '' ? [] : labelName(namespace)).map((problem) =>
      invalidCause('metadata.namespace', namespace, problem),
    ),
    ...countCauses(metadata, 'metadata', ['generation']),
  ];
  return causes.map(({ field = '', ...cause }) => Object.assign(cause, { field: childPath(path, field) }));
}
