import { isJsonObject, type JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { crdCauses, withCrdDefaults, withStoredVersion } from '../../custom-resources.ts';
import { invalidCause } from '../../field-causes.ts';
import { at, listAt, textAt } from '../../fields.ts';
import { stringFormat } from '../../schema/formats.ts';
import type { KindRules } from '../kind-rules.ts';
import { immutableCauses } from './causes/selector-causes.ts';

/** A version in which objects are stored cannot go before they do. */
function storedVersionCauses(crd: ApiObject): readonly StatusCause[] {
  const names = new Set(listAt(crd, 'spec', 'versions').map((version) => textAt(version, 'name')));
  return listAt(crd, 'status', 'storedVersions').flatMap((version, index) => {
    if (typeof version !== 'string' || names.has(version)) return [];
    const why = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    return [invalidCause(`status.storedVersions[${index}]`, version, why)];
  });
}

/** What other names and storage depend on. */
function changeCauses(crd: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [
    ...immutableCauses(crd, old, 'spec', 'scope'),
    ...immutableCauses(crd, old, 'spec', 'names', 'kind'),
    ...immutableCauses(crd, old, 'spec', 'group'),
    ...immutableCauses(crd, old, 'spec', 'names', 'plural'),
  ];
}

/** The formats of texts in a definition that nobody checks. */
function formatWarnings(crd: ApiObject): readonly string[] {
  const schemas = listAt(crd, 'spec', 'versions').map((version) => at(version, 'schema', 'openAPIV3Schema'));
  const formats = new Set(schemas.flatMap((schema) => (schema === undefined ? [] : unknownFormats(schema))));
  return [...formats].map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

function unknownFormats(schema: JsonValue): readonly string[] {
  if (Array.isArray(schema)) return (schema as readonly JsonValue[]).flatMap(unknownFormats);
  if (!isJsonObject(schema)) return [];
  const { format, type } = schema;
  const own =
    type === 'string' && typeof format === 'string' && format !== '' && stringFormat(format) === undefined;
  const below = Object.entries(schema).filter(([name]) => !VALUES.has(name));
  return [
    ...(own ? [format] : []),
    ...below.flatMap(([, value]) => (value === undefined ? [] : unknownFormats(value))),
  ];
}

/** Keywords that hold values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'example']);

export const CUSTOM_RESOURCE_DEFINITION_RULES: KindRules = {
  complete: withCrdDefaults,
  // The recorded status of a new definition is that of the recorded one.
  create: (crd) =>
    withStoredVersion({
      ...crd,
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: [] },
    }),
  update: withStoredVersion,
  warnings: formatWarnings,
  validate: (crd, old) => [...crdCauses(crd, old), ...storedVersionCauses(crd), ...changeCauses(crd, old)],
};
