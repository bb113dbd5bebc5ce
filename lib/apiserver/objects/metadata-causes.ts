import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiMetadata } from '../api-object.ts';
import { textAt } from '../fields.ts';
import { forbiddenCause, invalidCause, tooLongCause } from '../field-causes.ts';
import { labelValue, qualifiedName } from './names.ts';
import type { NameRule } from './names.ts';

const LARGEST_ANNOTATIONS_BYTES = 256 * 1024;
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/**
 * What is wrong with an object's metadata.
 *
 * @param qualifiedFinalizers whether finalizers must have a domain. Kinds of Kubernetes' own core ask for it.
 * @see kubernetes/apimachinery:pkg/api/validation/objectmeta.go
 */
export function metadataCauses(
  metadata: ApiMetadata,
  rule: NameRule,
  qualifiedFinalizers: boolean,
): readonly StatusCause[] {
  const { name, labels = {}, annotations = {}, finalizers = [] } = metadata;
  return [
    ...rule(name).map((problem) => invalidCause('metadata.name', name, problem)),
    ...labelCauses(labels),
    ...annotationCauses(annotations),
    ...ownerCauses(metadata['ownerReferences']),
    ...finalizers.flatMap((finalizer, index) => finalizerCauses(finalizer, index, qualifiedFinalizers)),
  ];
}

function labelCauses(labels: { readonly [name: string]: string }): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [name, value] of Object.entries(labels)) {
    causes.push(
      ...qualifiedName(name).map((problem) => invalidCause('metadata.labels', name, problem)),
      ...labelValue(value).map((problem) => invalidCause('metadata.labels', value, problem)),
    );
  }
  return causes;
}

function annotationCauses(annotations: { readonly [name: string]: string }): readonly StatusCause[] {
  let bytes = 0;
  const causes: StatusCause[] = [];
  for (const [name, value] of Object.entries(annotations)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    const problems = qualifiedName(name.toLowerCase());
    causes.push(...problems.map((problem) => invalidCause('metadata.annotations', name, problem)));
  }
  if (bytes > LARGEST_ANNOTATIONS_BYTES)
    causes.push(tooLongCause('metadata.annotations', LARGEST_ANNOTATIONS_BYTES));
  return causes;
}

const OWNER_FIELDS = [
  ['apiVersion', 'version must not be empty'],
  ['kind', 'must not be empty'],
  ['name', 'must not be empty'],
  ['uid', 'must not be empty'],
] as const;

function ownerCauses(owners: JsonValue | undefined): readonly StatusCause[] {
  if (!Array.isArray(owners)) return [];
  const causes = owners.flatMap((owner: JsonValue) =>
    OWNER_FIELDS.filter(([field]) => !isJsonObject(owner) || (owner[field] ?? '') === '').map(
      ([field, why]) => invalidCause(`metadata.ownerReferences.${field}`, '', why),
    ),
  );
  const controllers = owners.filter(
    (owner: JsonValue) => isJsonObject(owner) && owner['controller'] === true,
  );
  if (controllers.length > 1) {
    const names = controllers.map((owner) => textAt(owner as JsonValue, 'name')).join(', ');
    const why = `Only one reference can have Controller set to true. Found "true" in references for ${names}`;
    causes.push(invalidCause('metadata.ownerReferences', controllers, why));
  }
  return causes;
}

/** All kinds share the first rule, which names no index; the second is the core's own, and does. */
function finalizerCauses(name: string, index: number, strict: boolean): readonly StatusCause[] {
  const problems = qualifiedName(name).map((problem) => invalidCause('metadata.finalizers', name, problem));
  if (!strict || problems.length > 0 || name.includes('/') || STANDARD_FINALIZERS.has(name)) return problems;
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalidCause(`metadata.finalizers[${index}]`, name, why)];
}

const IMMUTABLE = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** What an update may not do to the metadata: change what is fixed, or add finalizers to what is going. */
export function metadataUpdateCauses(raw: JsonObject, old: ApiMetadata): readonly StatusCause[] {
  const changed = IMMUTABLE.filter((field) => {
    const value = raw[field];
    return value !== undefined && value !== null && value !== '' && value !== old[field];
  });
  return [
    ...changed.map((field) => invalidCause(`metadata.${field}`, raw[field], 'field is immutable')),
    ...newFinalizerCauses(raw, old),
  ];
}

function newFinalizerCauses(raw: JsonObject, old: ApiMetadata): readonly StatusCause[] {
  if (old.deletionTimestamp === undefined || !Array.isArray(raw['finalizers'])) return [];
  const known = new Set<unknown>(old.finalizers);
  const added = raw['finalizers'].filter((name) => !known.has(name)).map((name) => JSON.stringify(name));
  if (added.length === 0) return [];
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.join(', ')}}`;
  return [forbiddenCause('metadata.finalizers', why)];
}
