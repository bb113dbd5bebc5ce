import { isJsonObject, type JsonObject, type JsonValue } from '../object/json.ts';
import type { StatusCause } from '../object/status.ts';
import type { ApiObject } from './api-object.ts';
import { goFormat, goTypeName } from './apply/go-format.ts';
import { withRules } from './cel/ruled-schema.ts';
import { requestedNames } from './custom/names.ts';
import { invalidCause } from './field-causes.ts';
import { at, listAt, objectAt, textAt } from './fields.ts';
import { evaluateJsonPath } from './json-path.ts';
import type { Column, ResourceDefinition, ScalePaths, Strategy } from './resource-definition.ts';
import type { Schema } from './schema.ts';
import { newestVersionFirst } from './version-order.ts';

export { crdCauses } from './custom/crd-causes.ts';
export { isEstablished, nextCrdStatus } from './custom/status.ts';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const MAX_REPLICAS = 2 ** 31 - 1;

const AGE: Column = {
  name: 'Age',
  type: 'date',
  priority: 0,
  cell: '.metadata.creationTimestamp',
  description: '',
};

/** What every object has; a definition may only narrow the name. */
function withObjectFields(schema: Schema): Schema {
  const {
    apiVersion = { type: 'string' },
    kind = { type: 'string' },
    metadata,
    ...properties
  } = schema.properties ?? {};
  const anyMetadata = { type: 'object', ...metadata, 'x-kubernetes-preserve-unknown-fields': true };
  return { ...schema, properties: { apiVersion, kind, metadata: anyMetadata, ...properties } };
}

function schemaOf(version: JsonValue): Schema | undefined {
  const schema = at(version, 'schema', 'openAPIV3Schema');
  return schema === undefined ? undefined : withRules(withObjectFields(schema as Schema));
}

function scaleOf(version: JsonValue): ScalePaths | undefined {
  const scale = at(version, 'subresources', 'scale');
  if (scale === undefined) return undefined;
  const labelSelectorPath = textAt(scale, 'labelSelectorPath');
  return {
    specReplicasPath: textAt(scale, 'specReplicasPath'),
    statusReplicasPath: textAt(scale, 'statusReplicasPath'),
    ...(labelSelectorPath === '' ? {} : { labelSelectorPath }),
  };
}

function columnOf(column: JsonValue): Column {
  const { format, description } = objectAt({ column }, 'column') as Partial<Record<string, string>>;
  const priority = at(column, 'priority');
  return {
    name: textAt(column, 'name'),
    type: textAt(column, 'type'),
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    priority: typeof priority === 'number' ? priority : 0,
    cell: textAt(column, 'jsonPath'),
  };
}

function replicaCauses(obj: ApiObject, path: string): readonly StatusCause[] {
  const problem = accessProblem(obj, path);
  if (problem !== undefined) return [invalidCause(path, 0, problem)];
  const [replicas] = evaluateJsonPath(path, obj);
  if (typeof replicas !== 'number') return [];
  if (replicas < 0) return [invalidCause(path, replicas, 'should be a non-negative integer')];
  return replicas > MAX_REPLICAS
    ? [invalidCause(path, replicas, `should be less than or equal to ${MAX_REPLICAS}`)]
    : [];
}

/**
 * What keeps a number from being read, in the words of Go. Undefined also where nothing is there.
 *
 * @see kubernetes/apimachinery:pkg/apis/meta/v1/unstructured/helpers.go (NestedInt64)
 */
function accessProblem(obj: ApiObject, path: string): string | undefined {
  const names = path.split('.').filter((name) => name !== '');
  let value: JsonValue = obj;
  for (const name of names) {
    if (value === null) return undefined;
    if (!isJsonObject(value)) return wrongType(path, value, 'map[string]interface{}');
    const next: JsonValue | undefined = value[name];
    if (next === undefined) return undefined;
    value = next;
  }
  return Number.isInteger(value) ? undefined : wrongType(path, value, 'int64');
}

function wrongType(path: string, value: JsonValue, expected: string): string {
  return `${path} accessor error: ${goFormat(value)} is of the type ${goTypeName(value)}, expected ${expected}`;
}

function strategyOf(scale: ScalePaths | undefined): Strategy {
  const causes = (obj: ApiObject, path: string | undefined): readonly StatusCause[] =>
    path === undefined ? [] : replicaCauses(obj, path);
  return {
    warnings: finalizerWarnings,
    status: { validate: (obj) => causes(obj, scale?.statusReplicasPath) },
    validate: (obj) => [...causes(obj, scale?.specReplicasPath), ...causes(obj, scale?.statusReplicasPath)],
  };
}

const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

/** New finalizers that anybody may have called so. */
function finalizerWarnings({ metadata }: ApiObject, old: ApiObject | undefined): readonly string[] {
  const { finalizers = [] } = metadata;
  const known = old?.metadata.finalizers ?? [];
  const bare = finalizers.filter(
    (name) => !known.includes(name) && !name.includes('/') && !STANDARD_FINALIZERS.has(name),
  );
  const why =
    'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers';
  return bare.map((name) => `metadata.finalizers: ${JSON.stringify(name)}: ${why}`);
}

/** In its author's words, else in those of the API server, which names a newer version that is not deprecated. */
function deprecationOf(crd: ApiObject, version: JsonValue): string {
  const own = at(version, 'deprecationWarning');
  if (typeof own === 'string') return own;
  const group = textAt(crd, 'spec', 'group');
  const { kind } = requestedNames(crd);
  const name = textAt(version, 'name');
  const [newest = name] = listAt(crd, 'spec', 'versions')
    .filter((other) => at(other, 'served') === true && at(other, 'deprecated') !== true)
    .map((other) => textAt(other, 'name'))
    .toSorted(newestVersionFirst);
  const advice = newestVersionFirst(newest, name) < 0 ? `; use ${group}/${newest} ${kind}` : '';
  return `${group}/${name} ${kind} is deprecated${advice}`;
}

function definitionOf(
  crd: ApiObject,
  version: JsonValue,
  versionSchemas: ReadonlyMap<string, Schema | undefined>,
): ResourceDefinition {
  const name = textAt(version, 'name');
  const { kind, listKind, plural, singular, shortNames, categories } = requestedNames(crd);
  const scale = scaleOf(version);
  const columns = listAt(version, 'additionalPrinterColumns').map(columnOf);
  return {
    group: textAt(crd, 'spec', 'group'),
    version: name,
    kind,
    listKind,
    plural,
    singular,
    shortNames,
    categories,
    namespaced: textAt(crd, 'spec', 'scope') === 'Namespaced',
    verbs: VERBS,
    custom: true,
    status: at(version, 'subresources', 'status') !== undefined,
    scale,
    schema: versionSchemas.get(name),
    versionSchemas,
    selectableFields: listAt(version, 'selectableFields').map((one) => textAt(one, 'jsonPath').slice(1)),
    columns: columns.length === 0 ? [AGE] : columns,
    storageVersion: storageVersionOf(crd),
    ...(at(version, 'deprecated') === true ? { deprecation: deprecationOf(crd, version) } : {}),
    generation: true,
    strategy: strategyOf(scale),
  };
}

/**
 * The resources that a CustomResourceDefinition makes, one for each version that is served. The definition must
 * have its defaults and no {@link crdCauses}; whether it is established is for the caller to ask.
 */
export function customDefinitions(crd: ApiObject): ResourceDefinition[] {
  const versions = listAt(crd, 'spec', 'versions');
  const schemas = new Map(versions.map((version) => [textAt(version, 'name'), schemaOf(version)]));
  return versions
    .filter((version) => at(version, 'served') === true)
    .map((version) => definitionOf(crd, version, schemas));
}

/** Fills in the names that a CustomResourceDefinition leaves out, and that its versions need no conversion. */
export function withCrdDefaults<T extends ApiObject>(crd: T): T {
  const spec = objectAt(crd, 'spec');
  const names = objectAt(spec, 'names');
  const kind = textAt(names, 'kind');
  const derived: JsonObject = kind === '' ? {} : { singular: kind.toLowerCase(), listKind: `${kind}List` };
  return {
    ...crd,
    spec: { conversion: { strategy: 'None' }, ...spec, names: { ...derived, ...names } },
  };
}

/** `''` where none is marked, which no definition passes with. */
function storageVersionOf(crd: ApiObject): string {
  return textAt(
    listAt(crd, 'spec', 'versions').find((version) => at(version, 'storage') === true),
    'name',
  );
}

/** Adds the storage version to those in which objects may be stored. */
export function withStoredVersion<T extends ApiObject>(crd: T): T {
  const stored = listAt(crd, 'status', 'storedVersions');
  const name = storageVersionOf(crd);
  if (name === '' || stored.includes(name)) return crd;
  return { ...crd, status: { ...objectAt(crd, 'status'), storedVersions: [...stored, name] } };
}
