import { InvalidConfigError } from '../errors.ts';
import { type JsonValue, isJsonObject } from '../object/json.ts';
import type { CustomResourceDefinition } from '../object/kinds.ts';
import type { CustomResourceOptions, VersionOptions } from './custom-resource-options.ts';
import type { ResourceNames } from './names.ts';
import { printerColumns } from './printer-columns.ts';
import type { StructuralSchema } from './structural-schema.ts';

type Spec = CustomResourceDefinition['spec'];
type OpenApiSchema = NonNullable<NonNullable<Spec['versions'][number]['schema']>['openAPIV3Schema']>;

/** A version with the schema of its objects. */
export interface DefinedVersion {
  readonly name: string;
  readonly options: VersionOptions;
  readonly schema: StructuralSchema;
}

/** The definition of a resource. The order of its members is always the same. */
export function definition(
  options: CustomResourceOptions,
  names: ResourceNames,
  versions: readonly DefinedVersion[],
): CustomResourceDefinition {
  const { group, scope = 'Namespaced', labels, annotations } = options;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${names.plural}.${group}`,
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    spec: {
      group,
      names,
      scope,
      versions: versions.map((version) => versionSpec(version, versions.length === 1)),
    },
  };
}

function versionSpec({ name, options, schema }: DefinedVersion, isOnly: boolean): Spec['versions'][number] {
  const { served = true, storage = isOnly, deprecated = false, scale, selectableFields = [] } = options;
  const columns = printerColumns(options.printerColumns ?? [], schema);
  return {
    name,
    served,
    storage,
    ...(deprecated === false ? {} : { deprecated: true }),
    ...(typeof deprecated === 'string' ? { deprecationWarning: deprecated } : {}),
    schema: { openAPIV3Schema: sortedMembers(schema as JsonValue) as OpenApiSchema },
    subresources: { status: {}, ...(scale === undefined ? {} : { scale: scaleSpec(scale) }) },
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns }),
    ...(selectableFields.length === 0
      ? {}
      : { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
  };
}

function scaleSpec({
  specReplicasPath = '.spec.replicas',
  statusReplicasPath = '.status.replicas',
  labelSelectorPath,
}: NonNullable<VersionOptions['scale']>): {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
} {
  const selector = labelSelectorPath === undefined ? {} : { labelSelectorPath };
  return { specReplicasPath, statusReplicasPath, ...selector };
}

/** Members in the order of their names, however deep. */
function sortedMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sortedMembers);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sortedMembers(member!)]),
  );
}

/** @throws InvalidConfigError unless exactly one version is stored. @returns its name. */
export function storageVersion(versions: Readonly<Record<string, VersionOptions>>): string {
  const path = 'CustomResourceOptions.versions';
  const names = Object.keys(versions);
  const [only, ...others] = names;
  if (only === undefined) throw new InvalidConfigError(`${path} must not be empty`);
  for (const name of names.filter((one) => !/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(one)))
    throw new InvalidConfigError(
      `${path} must have names such as v1 or v1beta1; got ${JSON.stringify(name)}`,
    );
  const stored = names.filter((name) => versions[name]?.storage ?? others.length === 0);
  if (stored.length === 1) return stored[0]!;
  throw new InvalidConfigError(
    `${path} must have exactly one with storage: true; ${stored.length === 0 ? 'none has' : `${stored.join(' and ')} have`}`,
  );
}
