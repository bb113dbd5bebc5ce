import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiMetadata } from '../api-object.ts';
import { textAt } from '../fields.ts';
import { forbiddenCause, invalidCause, requiredCause, tooLongCause } from '../field-causes.ts';
import type { MetadataCheck } from './metadata-checks.ts';
import { labelValue, qualifiedName } from './names.ts';
import type { NameRule } from './names.ts';

const LARGEST_ANNOTATIONS_BYTES = 256 * 1024;
const FINALIZERS = 'metadata.finalizers';
/** Each asks for what the other forbids. */
const OPPOSITES = ['orphan', 'foregroundDeletion'] as const;
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/**
 * What is wrong with an object's metadata, look by look.
 *
 * @param changes what an update may not do, which each look at an update finds.
 * @see kubernetes/apimachinery:pkg/api/validation/objectmeta.go
 */
export function metadataCauses(
  metadata: ApiMetadata,
  checks: readonly MetadataCheck[],
  changes: readonly StatusCause[] = [],
): readonly StatusCause[] {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  const common = [
    ...labelCauses(labels),
    ...annotationCauses(annotations, 'metadata.annotations'),
    ...ownerCauses(metadata['ownerReferences']),
  ];
  const known = finalizers.flatMap((name, index) => plainFinalizerCauses(name, `${FINALIZERS}[${index}]`));
  return checks.flatMap(({ of, isCore, name, looksAtStem }) => [
    ...(of === 'creation' && looksAtStem ? stemCauses(metadata, name) : []),
    ...(of === 'creation' ? nameCauses(metadata, name) : changes),
    ...common,
    ...(of === 'creation' ? finalizerCauses(finalizers) : []),
    ...(isCore ? known : []),
  ]);
}

function stemCauses({ generateName }: ApiMetadata, rule: NameRule): readonly StatusCause[] {
  if (typeof generateName !== 'string' || generateName === '') return [];
  const problems = rule(asPrefix(generateName));
  return problems.map((problem) => invalidCause('metadata.generateName', generateName, problem));
}

function nameCauses({ name }: ApiMetadata, rule: NameRule): readonly StatusCause[] {
  if (name === '') return [requiredCause('metadata.name', 'name or generateName is required')];
  return rule(name).map((problem) => invalidCause('metadata.name', name, problem));
}

/** A prefix may end with a dash, since something follows. */
function asPrefix(stem: string): string {
  return stem.length > 1 && stem.endsWith('-') ? `${stem.slice(0, -2)}a` : stem;
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

/** Causes of annotations that are malformed, or too many. */
export function annotationCauses(annotations: JsonObject, field: string): readonly StatusCause[] {
  let bytes = 0;
  const causes: StatusCause[] = [];
  for (const name of Object.keys(annotations)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(textAt(annotations, name));
    const problems = qualifiedName(name.toLowerCase());
    causes.push(...problems.map((problem) => invalidCause(field, name, problem)));
  }
  if (bytes > LARGEST_ANNOTATIONS_BYTES) causes.push(tooLongCause(field, LARGEST_ANNOTATIONS_BYTES));
  return causes;
}

const ONE_CONTROLLER = 'Only one reference can have Controller set to true.';
const OWNER_FIELDS = ['kind', 'name', 'uid'] as const;
const VERSION = /^(?:[^/]+\/)?[^/]+$/u;

function ownerCauses(owners: JsonValue | undefined): readonly StatusCause[] {
  if (!Array.isArray(owners)) return [];
  const known = owners.map((owner: JsonValue) => asOwner(owner));
  const causes = known.flatMap(oneOwnerCauses);
  const [first, ...others] = known.filter((owner) => owner['controller'] === true).map(ownerName);
  if (others.length === 0) return causes;
  // Each shows all of them, which is made once.
  const { message, ...rest } = invalidCause('metadata.ownerReferences', known, ONE_CONTROLLER);
  for (const other of others)
    causes.push({ ...rest, message: `${message} Found "true" in references for ${first} and ${other}` });
  return causes;
}

function ownerName(owner: JsonObject): string {
  return `${textAt(owner, 'kind')}/${textAt(owner, 'name')}`;
}

/** In the order and with the fields that messages show. */
function asOwner(owner: JsonValue): JsonObject {
  const { apiVersion = '', kind = '', name = '', uid = '', ...rest } = isJsonObject(owner) ? owner : {};
  return { apiVersion, kind, name, uid, ...rest };
}

function oneOwnerCauses(owner: JsonObject): StatusCause[] {
  const version = textAt(owner, 'apiVersion');
  const isEvent = version === 'v1' && owner['kind'] === 'Event';
  const why = '/v1, Kind=Event is disallowed from being an owner';
  return [
    ...(VERSION.test(version)
      ? []
      : [invalidCause('metadata.ownerReferences.apiVersion', version, 'version must not be empty')]),
    ...OWNER_FIELDS.filter((field) => owner[field] === '').map((field) =>
      invalidCause(`metadata.ownerReferences.${field}`, '', 'must not be empty'),
    ),
    ...(isEvent ? [invalidCause('metadata.ownerReferences', owner, why)] : []),
  ];
}

function finalizerCauses(finalizers: readonly string[]): readonly StatusCause[] {
  const why = `finalizer ${OPPOSITES.join(' and ')} cannot be both set`;
  return [
    ...finalizers.flatMap((name) =>
      qualifiedName(name).map((problem) => invalidCause(FINALIZERS, name, problem)),
    ),
    ...(OPPOSITES.every((name) => finalizers.includes(name))
      ? [invalidCause(FINALIZERS, finalizers, why)]
      : []),
  ];
}

/** The cause of a finalizer that nobody in particular stands for. */
export function plainFinalizerCauses(name: string, field: string): readonly StatusCause[] {
  if (name.includes('/') || STANDARD_FINALIZERS.has(name)) return [];
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return [invalidCause(field, name, why)];
}

const IMMUTABLE = ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const;

/** What an update may not do to the metadata: change what is fixed, or add finalizers to what is going. */
export function metadataUpdateCauses(raw: JsonObject, old: ApiMetadata): readonly StatusCause[] {
  const changed = IMMUTABLE.filter((field) => {
    const value = raw[field];
    return value !== undefined && value !== null && value !== '' && value !== old[field];
  });
  const causes = changed.map((field) => invalidCause(`metadata.${field}`, raw[field], 'field is immutable'));
  return [...newFinalizerCauses(raw, old), ...causes];
}

function newFinalizerCauses(raw: JsonObject, old: ApiMetadata): readonly StatusCause[] {
  if (old.deletionTimestamp === undefined || !Array.isArray(raw['finalizers'])) return [];
  const known = new Set<unknown>(old.finalizers);
  const added = raw['finalizers'].filter((name): name is string => !known.has(name));
  if (added.length === 0) return [];
  // The real API server has them in a set, and shows it in order.
  const shown = [...new Set(added)].toSorted().map((name) => JSON.stringify(name));
  const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown.join(', ')}}`;
  return [forbiddenCause(FINALIZERS, why)];
}
