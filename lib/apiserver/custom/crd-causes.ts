import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';
import { hasRules, ruleEngine } from '../cel/loading.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../fields.ts';
import { dns1035Name, subdomainName } from '../objects/names.ts';
import type { Schema } from '../schema.ts';
import { defaultCauses } from '../schema/default-causes.ts';
import { hasUnsupportedKeyword, schemaKeywordCauses } from '../schema/keyword-causes.ts';
import { structuralCauses } from '../schema/structural.ts';
import { requestedNames } from './names.ts';
import { selectableFieldCauses } from './selectable-fields.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const PROTECTED_GROUP = /(?:^|\.)(?:k8s|kubernetes)\.io$/u;
const APPROVAL = 'api-approved.kubernetes.io';

function nameProblems(field: string, name: string, prefix: string = ''): readonly StatusCause[] {
  if (name === '') return [];
  const problems = dns1035Name(prefix === '' ? name : name.toLowerCase());
  return problems.length === 0 ? [] : [invalidCause(field, name, `${prefix}${problems.join(',')}`)];
}

function namesCauses(crd: ApiObject): readonly StatusCause[] {
  const names = requestedNames(crd);
  const mixed = 'may have mixed case, but should otherwise match: ';
  const path = 'spec.names';
  const missing = (['plural', 'singular', 'kind', 'listKind'] as const).filter((name) => names[name] === '');
  return [
    ...missing.map((name) => requiredCause(`${path}.${name}`)),
    ...nameProblems(`${path}.plural`, names.plural),
    ...nameProblems(`${path}.singular`, names.singular),
    ...nameProblems(`${path}.kind`, names.kind, mixed),
    ...nameProblems(`${path}.listKind`, names.listKind, mixed),
    ...names.shortNames.flatMap((name, index) => nameProblems(`${path}.shortNames[${index}]`, name)),
    ...(names.kind !== '' && names.kind === names.listKind
      ? [invalidCause(`${path}.listKind`, names.listKind, 'kind and listKind may not be the same')]
      : []),
    ...names.categories.flatMap((name, index) => nameProblems(`${path}.categories[${index}]`, name)),
  ];
}

function groupCauses(crd: ApiObject): readonly StatusCause[] {
  const group = textAt(crd, 'spec', 'group');
  const problems = subdomainName(group);
  if (group === '') return [requiredCause('spec.group')];
  if (problems.length > 0) return [invalidCause('spec.group', group, problems.join(','))];
  if (!group.includes('.'))
    return [invalidCause('spec.group', group, 'should be a domain with at least one dot')];
  if (!PROTECTED_GROUP.test(group) || crd.metadata.annotations?.[APPROVAL] !== undefined) return [];
  const why = `protected groups must have approval annotation "${APPROVAL}", see https://github.com/kubernetes/enhancements/pull/1111`;
  return [requiredCause(`metadata.annotations[${APPROVAL}]`, why)];
}

function ownNameCauses(crd: ApiObject): readonly StatusCause[] {
  const { name } = crd.metadata;
  const wanted = `${requestedNames(crd).plural}.${textAt(crd, 'spec', 'group')}`;
  return name === wanted
    ? []
    : [invalidCause('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function scopeCauses(crd: ApiObject): readonly StatusCause[] {
  const scope = textAt(crd, 'spec', 'scope');
  if (scope === '') return [requiredCause('spec.scope')];
  return scope === 'Cluster' || scope === 'Namespaced'
    ? []
    : [notSupportedCause('spec.scope', scope, ['Cluster', 'Namespaced'])];
}

function columnCauses(column: JsonValue, path: string): readonly StatusCause[] {
  const type = textAt(column, 'type');
  const format = textAt(column, 'format');
  const jsonPath = textAt(column, 'jsonPath');
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  return [
    ...(textAt(column, 'name') === '' ? [requiredCause(`${path}.name`)] : []),
    ...(type === '' ? [requiredCause(`${path}.type`, types)] : []),
    ...(type === '' || COLUMN_TYPES.includes(type) ? [] : [invalidCause(`${path}.type`, type, types)]),
    ...(format === '' || COLUMN_FORMATS.includes(format)
      ? []
      : [invalidCause(`${path}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]),
    ...(jsonPath === ''
      ? [requiredCause(`${path}.JSONPath`)]
      : simplePathCauses(jsonPath, `${path}.JSONPath`)),
  ];
}

function simplePathCauses(path: string, field: string): readonly StatusCause[] {
  if (path.startsWith('.')) return [];
  return [invalidCause(field, path, 'must be a simple json path starting with .')];
}

function scalePathCauses(path: string, field: string, roots: readonly string[]): readonly StatusCause[] {
  if (!path.startsWith('.')) return simplePathCauses(path, field);
  if (roots.some((root) => path.startsWith(`${root}.`))) return [];
  const where = roots.length === 1 ? `under ${roots[0]}` : `under either ${roots.join(' or ')}`;
  return [invalidCause(field, path, `should be a json path ${where}`)];
}

function scaleCauses(version: JsonValue, path: string): readonly StatusCause[] {
  const scale = at(version, 'subresources', 'scale');
  if (scale === undefined) return [];
  const field = (name: string): string => `${path}.scale.${name}`;
  const required = (name: string, root: string): readonly StatusCause[] => {
    const text = textAt(scale, name);
    return text === '' ? [requiredCause(field(name))] : scalePathCauses(text, field(name), [root]);
  };
  const selector = textAt(scale, 'labelSelectorPath');
  return [
    ...required('specReplicasPath', '.spec'),
    ...required('statusReplicasPath', '.status'),
    ...(selector === '' ? [] : scalePathCauses(selector, field('labelSelectorPath'), ['.spec', '.status'])),
  ];
}

function schemaCauses(version: JsonValue, path: string): readonly StatusCause[] {
  const schema = at(version, 'schema', 'openAPIV3Schema') as Schema | undefined;
  if (schema === undefined) return [];
  const root = at(version, 'subresources', 'status') === undefined ? [] : rootTypeCauses(schema, path);
  const keywords = schemaKeywordCauses(schema, path);
  // A schema with keywords that nobody supports is not looked at for its structure.
  if (hasUnsupportedKeyword(schema)) return [...root, ...keywords];
  const structural = structuralCauses(schema, path);
  return [
    ...root,
    ...structural,
    ...(structural.length === 0 ? [...defaultCauses(schema, path), ...ruleCauses(schema, path)] : []),
    ...keywords,
  ];
}

function ruleCauses(schema: Schema, path: string): readonly StatusCause[] {
  return hasRules(schema) ? ruleEngine().ruleDefinitionCauses(schema, path) : [];
}

function rootTypeCauses({ type = '' }: Schema, path: string): readonly StatusCause[] {
  const why =
    'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
  return type === '' || type === 'object' ? [] : [invalidCause(`${path}.type`, type, why)];
}

/** A schema that all versions share is reported as the whole definition's. */
function schemaPath(versions: readonly JsonValue[], index: number): string {
  const texts = new Set(versions.map((version) => JSON.stringify(at(version, 'schema'))));
  return texts.size === 1
    ? 'spec.validation.openAPIV3Schema'
    : `spec.versions[${index}].schema.openAPIV3Schema`;
}

/** Fields that all versions share are reported as the whole definition's. */
function sharedOr(versions: readonly JsonValue[], field: string, index: number): string | undefined {
  if (!isShared(versions, field)) return `spec.versions[${index}].${field}`;
  return index === 0 ? `spec.${field}` : undefined;
}

function isShared(versions: readonly JsonValue[], field: string): boolean {
  return new Set(versions.map((version) => JSON.stringify(at(version, field)))).size <= 1;
}

function allSelectableFieldCauses(versions: readonly JsonValue[]): readonly StatusCause[] {
  return versions.flatMap((version, index) => {
    const path = sharedOr(versions, 'selectableFields', index);
    return path === undefined ? [] : selectableFieldCauses(version, path);
  });
}

function versionsCauses(crd: ApiObject): readonly StatusCause[] {
  const versions = listAt(crd, 'spec', 'versions');
  const names = versions.map((version) => textAt(version, 'name'));
  const shared = new Set(versions.map((version) => JSON.stringify(at(version, 'schema')))).size === 1;
  return [
    ...versions.flatMap((version, index) =>
      at(version, 'schema', 'openAPIV3Schema') === undefined
        ? [requiredCause(`spec.versions[${index}].schema.openAPIV3Schema`)]
        : [],
    ),
    ...versions.flatMap((_, index) => versionCauses(versions, index)),
    ...versions.flatMap((version, index) =>
      shared && index > 0 ? [] : schemaCauses(version, schemaPath(versions, index)),
    ),
    ...allSelectableFieldCauses(versions),
    ...(new Set(names).size < names.length
      ? [invalidCause('spec.versions', versions.map(goVersion), 'must contain unique version names')]
      : []),
    ...(versions.filter((version) => at(version, 'storage') === true).length === 1
      ? []
      : [
          invalidCause(
            'spec.versions',
            versions.map(goVersion),
            'must have exactly one version marked as storage version',
          ),
        ]),
    ...storedVersionCauses(crd, versions),
  ];
}

function storedVersionCauses(crd: ApiObject, versions: readonly JsonValue[]): readonly StatusCause[] {
  const stored = listAt(crd, 'status', 'storedVersions');
  const storage = versions.filter((version) => at(version, 'storage') === true);
  if (storage.length === 0)
    return [invalidCause('status.storedVersions', null, 'must have at least one stored version')];
  return storage
    .map((version) => textAt(version, 'name'))
    .filter((name) => name !== '' && stored.length > 0 && !stored.includes(name))
    .map((name) => invalidCause('status.storedVersions', stored, `must have the storage version ${name}`));
}

/** A version as messages show it: by the names of Go's fields, without what all versions have in common. */
function goVersion(version: JsonValue): JsonObject {
  return {
    Name: textAt(version, 'name'),
    Served: at(version, 'served') ?? false,
    Storage: at(version, 'storage') ?? false,
    Deprecated: at(version, 'deprecated') ?? false,
    DeprecationWarning: at(version, 'deprecationWarning') ?? null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  };
}

function versionCauses(versions: readonly JsonValue[], index: number): readonly StatusCause[] {
  const version = versions[index]!;
  const name = textAt(version, 'name');
  const field = `spec.versions[${index}].name`;
  const subresources = sharedOr(versions, 'subresources', index);
  const columns = sharedOr(versions, 'additionalPrinterColumns', index);
  return [
    ...(name === '' ? [requiredCause(field)] : nameProblems(field, name)),
    // The first is known as the whole definition's, too.
    ...(index === 0 ? nameProblems('spec.version', name) : []),
    ...(subresources === undefined ? [] : scaleCauses(version, subresources)),
    ...(columns === undefined
      ? []
      : listAt(version, 'additionalPrinterColumns').flatMap((column, position) =>
          columnCauses(column, `${columns}[${position}]`),
        )),
  ];
}

function conversionCauses(crd: ApiObject): readonly StatusCause[] {
  const conversion: JsonObject = objectAt(crd, 'spec', 'conversion');
  const strategy = textAt(conversion, 'strategy');
  if (strategy === 'None' || strategy === '') return [];
  if (strategy !== 'Webhook')
    return [notSupportedCause('spec.conversion.strategy', strategy, ['None', 'Webhook'])];
  const why = 'required when strategy is set to Webhook';
  return [
    ...(at(conversion, 'webhook', 'clientConfig') === undefined
      ? [requiredCause('spec.conversion.webhookClientConfig', why)]
      : []),
    ...(listAt(conversion, 'webhook', 'conversionReviewVersions').length === 0
      ? [requiredCause('spec.conversion.conversionReviewVersions')]
      : []),
  ];
}

/**
 * Why the API server refuses a CustomResourceDefinition that has its defaults.
 *
 * @param old the definition before an update: its name is not judged again.
 * @see kubernetes/apiextensions-apiserver:pkg/apis/apiextensions/validation/validation.go
 */
export function crdCauses(crd: ApiObject, old?: ApiObject): StatusCause[] {
  if (at(crd, 'spec', 'preserveUnknownFields') === true)
    return [
      invalidCause(
        'spec.preserveUnknownFields',
        true,
        'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ),
    ];
  return [
    ...(old === undefined ? ownNameCauses(crd) : []),
    ...groupCauses(crd),
    ...scopeCauses(crd),
    ...versionsCauses(crd),
    ...namesCauses(crd),
    ...conversionCauses(crd),
  ];
}
