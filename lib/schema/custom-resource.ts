import { InvalidConfigError, requireOption } from '../errors.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../object/json.ts';
import type { CustomResourceDefinition } from '../object/kinds.ts';
import { type Kind, type KubernetesObject, defineKind, keyOf } from '../object/kubernetes-object.ts';
import { check } from './check.ts';
import type { ObjectInput, ResourceVersion, StorageVersion, VersionAt } from './custom-object.ts';
import type { CustomResourceOptions, VersionOptions, Versions } from './custom-resource-options.ts';
import { type DefinedVersion, definition, storageVersion } from './definition.ts';
import { type ResourceNames, resourceNames } from './names.ts';
import { passwordsIn } from './passwords.ts';
import { withRules } from './rules.ts';
import { SchemaError, type SchemaIssue } from './schema-error.ts';
import { SchemaPart } from './schema-part.ts';
import { COMMON_STATUS, statusSchema } from './status-schema.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** Marks custom resources across copies of this package in one process. */
const brand = Symbol.for('operatorkit.custom-resource');

/**
 * A custom resource: its definition, and what stands in `Kind`s and types elsewhere, all from one schema. It is
 * itself the version that is stored.
 */
export interface CustomResource<
  Group extends string = string,
  Name extends string = string,
  All extends Versions = Versions,
  // oxlint-disable-next-line typescript/no-empty-object-type
> extends VersionAt<Group, Name, All, StorageVersion<All>> {
  /** In its wire form, for `FrameworkConfig.crd` or a file. */
  readonly crd: CustomResourceDefinition;
  /** Another version, by name. */
  readonly version: <Version extends keyof All & string>(
    name: Version,
  ) => VersionAt<Group, Name, All, Version>;
}

/**
 * Makes a custom resource of the schemas of its versions.
 *
 * @throws InvalidConfigError that names the option, and lists all that a CustomResourceDefinition cannot say.
 */
export function customResource<
  const Group extends string,
  const Name extends string,
  const All extends Versions,
>(options: CustomResourceOptions<Group, Name, All>): CustomResource<Group, Name, All> {
  const names = resourceNames(options);
  requireOption('CustomResourceOptions.versions', options.versions);
  const stored = storageVersion(options.versions);
  const versions = Object.entries(options.versions).map(([name, version]) =>
    newVersion(options, names, name, version),
  );
  const versionOf = (name: string): ResourceVersion<KubernetesObject, unknown> => {
    const found = versions.find((version) => version.name === name);
    if (found !== undefined) return found;
    const known = versions.map((version) => version.name).join(', ');
    throw new InvalidConfigError(`version must be one of ${known}; got ${name}`);
  };
  const defined = versions.map(({ name, schema }): DefinedVersion => ({
    name,
    schema,
    options: options.versions[name]!,
  }));
  const resource = {
    ...versionOf(stored),
    crd: definition(options, names, defined),
    version: versionOf,
    [brand]: true,
  };
  return Object.freeze(resource) as unknown as CustomResource<Group, Name, All>;
}

/** Whether a value is a custom resource, of this copy of the package or of another one. */
export function isCustomResource(value: unknown): value is CustomResource {
  return typeof value === 'object' && value !== null && brand in value;
}

function newVersion(
  { group, scope = 'Namespaced' }: CustomResourceOptions,
  { kind, plural }: ResourceNames,
  name: string,
  options: VersionOptions,
): ResourceVersion<KubernetesObject, unknown> {
  const path = `CustomResourceOptions.versions.${name}`;
  const spec = new SchemaPart('spec', requireOption(`${path}.spec`, options.spec), `${path}.spec`);
  const status =
    options.status === undefined ? undefined : new SchemaPart('status', options.status, `${path}.status`);
  const schema = withRules(wholeSchema(spec, status, options), options.rules ?? [], `${path}.rules`);
  const ofKind = defineKind({
    apiVersion: `${group}/${name}`,
    kind,
    plural,
    namespaced: scope === 'Namespaced',
  });
  const parse = (obj: unknown): KubernetesObject => parseObject(obj, ofKind, spec, status);
  return {
    name,
    kind: ofKind,
    schema,
    parse,
    object: (input: ObjectInput<unknown>) => parse(input),
    passwords: (obj) => passwordsIn(schema, obj),
  };
}

/** `apiVersion`, `kind` and `metadata` are everywhere, and not said again. */
function wholeSchema(
  spec: SchemaPart,
  status: SchemaPart | undefined,
  { description }: VersionOptions,
): StructuralSchema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties: { spec: spec.schema, status: statusSchema(status?.schema) },
    ...(spec.schema.default === undefined ? { required: ['spec'] } : {}),
  };
}

function parseObject(
  obj: unknown,
  { apiVersion, kind }: Kind,
  spec: SchemaPart,
  status: SchemaPart | undefined,
): KubernetesObject {
  const fail = (issues: readonly SchemaIssue[]): never => {
    const key = isJsonObject(obj) && isJsonObject(obj['metadata']) ? keyOf(obj) : '';
    throw new SchemaError(`${kind} ${key}`.trim(), issues);
  };
  if (!isJsonObject(obj)) return fail([{ path: 'the object', message: 'must be an object' }]);
  const wrong = Object.entries({ apiVersion, kind }).filter(
    ([name, want]) => obj[name] !== undefined && obj[name] !== want,
  );
  if (wrong.length > 0) return fail(wrong.map(([path, want]) => ({ path, message: `must be ${want}` })));
  const given = obj['spec'] ?? spec.schema.default;
  if (given === undefined) return fail([{ path: 'spec', message: 'is required' }]);
  const { issues, value } = { value: undefined, ...spec.parse(given) };
  if (issues !== undefined) return fail(issues);
  const { apiVersion: _, kind: __, status: before, ...rest } = obj;
  const now = before === undefined || before === null ? undefined : parseStatus(before, status);
  const found = { apiVersion, kind, ...rest, spec: value, ...(now === undefined ? {} : { status: now }) };
  return found;
}

/** What every status has is kept by itself, since a library drops what its schema does not name. */
function parseStatus(given: JsonValue, part: SchemaPart | undefined): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined;
  const own = part?.schema.properties ?? {};
  const names = Object.keys(COMMON_STATUS).filter((name) => !Object.hasOwn(own, name));
  const fits = (name: string): boolean =>
    given[name] !== undefined && check(COMMON_STATUS[name]!, given[name], name).length === 0;
  const common = Object.fromEntries(names.filter(fits).map((name) => [name, given[name]]));
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  const { value } = { value: undefined, ...part?.parse(rest) };
  const found = { ...(isJsonObject(value) ? value : {}), ...common };
  return Object.keys(found).length === 0 && value === undefined ? undefined : found;
}
