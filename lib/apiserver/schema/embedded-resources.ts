import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { childPath, invalidCause, requiredCause } from '../field-causes.ts';
import { dns1035Name, labelValue, qualifiedName } from '../objects/names.ts';
import type { Schema } from '../schema.ts';

function typeMetaCauses(obj: JsonObject, name: 'apiVersion' | 'kind', path: string): readonly StatusCause[] {
  const field = childPath(path, name);
  const value = obj[name];
  if (value === undefined) return [requiredCause(field)];
  if (typeof value !== 'string') return [invalidCause(field, value, 'must be a string')];
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

function ownCauses(schema: Schema, obj: JsonObject, path: string): readonly StatusCause[] {
  if (schema['x-kubernetes-embedded-resource'] !== true) return [];
  return [
    ...typeMetaCauses(obj, 'apiVersion', path),
    ...typeMetaCauses(obj, 'kind', path),
    ...labelCauses(obj['metadata'], childPath(path, 'metadata')),
  ];
}

function labelCauses(metadata: JsonValue | undefined, path: string): readonly StatusCause[] {
  const labels = isJsonObject(metadata) && isJsonObject(metadata['labels']) ? metadata['labels'] : {};
  const field = childPath(path, 'labels');
  const causes: StatusCause[] = [];
  for (const [name, value] of Object.entries(labels)) {
    const problems = typeof value === 'string' ? labelValue(value) : [];
    causes.push(
      ...qualifiedName(name).map((problem) => invalidCause(field, name, problem)),
      ...problems.map((problem) => invalidCause(field, value, problem)),
    );
  }
  return causes;
}

function memberCauses(schema: Schema, name: string, value: unknown, path: string): readonly StatusCause[] {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return embeddedResourceCauses(schema.properties[name] ?? {}, value, childPath(path, name));
  if (typeof schema.additionalProperties !== 'object') return [];
  return embeddedResourceCauses(schema.additionalProperties, value, `${path}[${name}]`);
}

/**
 * Causes of embedded objects that say not, or wrongly, what they are.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/objectmeta/validation.go
 */
export function embeddedResourceCauses(schema: Schema, value: unknown, path: string): readonly StatusCause[] {
  const { items } = schema;
  if (Array.isArray(value))
    return items === undefined
      ? []
      : value.flatMap((item, index) => embeddedResourceCauses(items, item, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  return [
    ...ownCauses(schema, value, path),
    ...Object.entries(value).flatMap(([name, member]) => memberCauses(schema, name, member, path)),
  ];
}
