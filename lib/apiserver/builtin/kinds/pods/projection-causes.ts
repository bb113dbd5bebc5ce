import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { filePathCauses, itemsCauses, modeCauses } from './file-causes.ts';
import { fieldRefCauses, resourceRefCauses } from './reference-causes.ts';

const FIELDS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];
const SOURCES = ['secret', 'configMap', 'downwardAPI', 'serviceAccountToken'] as const;
const SHORTEST_TOKEN_SECONDS = 600;
const LONGEST_TOKEN_SECONDS = 2 ** 32;

/**
 * Causes of a volume with what a pod is to know of itself. They do not say of which file they are.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateDownwardAPIVolumeSource)
 */
export function downwardCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...modeCauses(source, 'defaultMode', path),
    ...listAt(source, 'items').flatMap((file) => fileCauses(file, path)),
  ];
}

function fileCauses(file: JsonValue, path: string): readonly StatusCause[] {
  return [
    ...filePathCauses(textAt(file, 'path'), `${path}.path`),
    ...contentCauses(file, path),
    ...modeCauses(file, 'mode', path),
  ];
}

function contentCauses(file: JsonValue, path: string): readonly StatusCause[] {
  const hasResource = at(file, 'resourceFieldRef') !== undefined;
  if (at(file, 'fieldRef') !== undefined) {
    const why = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    return [
      ...fieldRefCauses(objectAt(file, 'fieldRef'), FIELDS, `${path}.fieldRef`),
      ...(hasResource ? [invalidCause(path, 'resource', why)] : []),
    ];
  }
  return hasResource
    ? resourceRefCauses(objectAt(file, 'resourceFieldRef'), 'named', `${path}.resourceFieldRef`)
    : [requiredCause(path, 'one of fieldRef and resourceFieldRef is required')];
}

/**
 * Causes of a volume with files from several sources.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateProjectedVolumeSource)
 */
export function projectedCauses(volume: JsonObject, path: string): readonly StatusCause[] {
  const sources = listAt(volume, 'sources');
  return [
    ...modeCauses(volume, 'defaultMode', path),
    ...sources.flatMap((source, index) => sourceCauses(source, path, `${path}.sources[${index}]`)),
    ...conflictCauses(sources, path),
  ];
}

function sourceCauses(source: JsonValue, volumePath: string, path: string): readonly StatusCause[] {
  const given = SOURCES.filter((name) => at(source, name) !== undefined);
  const why = 'may not specify more than 1 volume type per source';
  return [
    ...given.flatMap((name) => {
      const own = objectAt(source, name);
      if (name === 'serviceAccountToken') return tokenCauses(own, volumePath, `${path}.${name}`);
      return name === 'downwardAPI'
        ? downwardCauses({ items: listAt(own, 'items') }, `${path}.${name}`)
        : objectCauses(own, `${path}.${name}`);
    }),
    ...(given.length > 1 ? [forbiddenCause(path, why)] : []),
  ];
}

function objectCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...(textAt(source, 'name') === '' ? [requiredCause(`${path}.name`)] : []),
    ...itemsCauses(source, path),
  ];
}

/** Where the token is to be is said of the whole volume. */
function tokenCauses(token: JsonObject, volumePath: string, path: string): readonly StatusCause[] {
  const seconds = numberAt(token, 'expirationSeconds');
  const field = `${path}.expirationSeconds`;
  return [
    ...(seconds < SHORTEST_TOKEN_SECONDS
      ? [invalidCause(field, seconds, 'may not specify a duration less than 10 minutes')]
      : []),
    ...(seconds > LONGEST_TOKEN_SECONDS
      ? [invalidCause(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
      : []),
    ...filePathCauses(textAt(token, 'path'), `${volumePath}.path`),
  ];
}

/** Causes of files that are where another is already. Those of tokens may be. */
function conflictCauses(sources: readonly JsonValue[], field: string): readonly StatusCause[] {
  const taken = new Set<string>();
  const isNew = (place: string): boolean => place === '' || taken.size < taken.add(place).size;
  return sources.flatMap((source) =>
    SOURCES.flatMap((name) =>
      listAt(source, name, 'items').flatMap((item) => {
        const place = textAt(item, 'path');
        if (isNew(place)) return [];
        const shown = name === 'downwardAPI' ? place : textAt(source, name, 'name');
        return [invalidCause(field, shown, 'conflicting duplicate paths')];
      }),
    ),
  );
}
