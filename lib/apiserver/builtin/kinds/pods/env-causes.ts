import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, notFoundCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { labelName, subdomainName } from '../../../objects/names.ts';
import { dataKeyProblems } from '../causes/data-key.ts';
import { requiredTextCauses, textCauses } from '../causes/text-causes.ts';
import { backstepCauses } from './path-causes.ts';
import { placedContainers } from './placed-containers.ts';
import { fieldRefCauses, resourceRefCauses } from './reference-causes.ts';

const NAME_RULE =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";
const OBJECTS = ['configMapRef', 'secretRef'] as const;
const FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

type SourceCauses = (source: JsonObject, path: string) => readonly StatusCause[];

/** In the order in which messages name them. */
const SOURCES: Readonly<Record<string, SourceCauses>> = {
  fieldRef: (source, path) => fieldRefCauses(source, FIELDS, path),
  resourceFieldRef: (source, path) => resourceRefCauses(source, 'own', path),
  configMapKeyRef: dataKeyCauses,
  secretKeyRef: dataKeyCauses,
  fileKeyRef: fileKeyCauses,
};
const SOURCE_NAMES = Object.keys(SOURCES);

/**
 * Causes of the variables of a container, given one by one or by whole objects.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateEnv, ValidateEnvFrom)
 */
export function envCauses(container: JsonValue, path: string): readonly StatusCause[] {
  return [
    ...listAt(container, 'env').flatMap((one, index) => variableCauses(one, `${path}.env[${index}]`)),
    ...listAt(container, 'envFrom').flatMap((one, index) => objectCauses(one, `${path}.envFrom`, index)),
  ];
}

function variableCauses(variable: JsonValue, path: string): readonly StatusCause[] {
  const name = textAt(variable, 'name');
  return [
    ...(name === '' ? [requiredCause(`${path}.name`)] : nameCauses(name, `${path}.name`)),
    ...sourceCauses(variable, `${path}.valueFrom`),
  ];
}

function nameCauses(name: string, field: string): readonly StatusCause[] {
  return /^[ -<>-~]+$/u.test(name) ? [] : [invalidCause(field, name, NAME_RULE)];
}

function sourceCauses(variable: JsonValue, path: string): readonly StatusCause[] {
  if (at(variable, 'valueFrom') === undefined) return [];
  const given = SOURCE_NAMES.filter((name) => at(variable, 'valueFrom', name) !== undefined);
  const problem = choiceProblem(given.length, textAt(variable, 'value') !== '');
  return [
    ...given.flatMap((name) => SOURCES[name]!(objectAt(variable, 'valueFrom', name), `${path}.${name}`)),
    ...(problem === undefined ? [] : [invalidCause(path, '', problem)]),
  ];
}

function choiceProblem(count: number, hasValue: boolean): string | undefined {
  if (count === 0)
    return `must specify one of: ${SOURCE_NAMES.slice(0, -1).map(quoted).join(', ')} or ${quoted('fileKeyRef')}`;
  if (hasValue) return 'may not be specified when `value` is not empty';
  return count > 1 ? 'may not have more than one field specified at a time' : undefined;
}

/** The value of a key of a ConfigMap or a Secret. */
function dataKeyCauses(source: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...textCauses(`${path}.name`, textAt(source, 'name'), subdomainName),
    ...requiredTextCauses(`${path}.key`, textAt(source, 'key'), dataKeyProblems),
  ];
}

/** A variable of a file that an earlier container writes. */
function fileKeyCauses(source: JsonObject, path: string): readonly StatusCause[] {
  const [key, place] = [textAt(source, 'key'), textAt(source, 'path')];
  return [
    ...(key === '' ? [requiredCause(`${path}.key`)] : nameCauses(key, `${path}.key`)),
    ...requiredTextCauses(`${path}.volumeName`, textAt(source, 'volumeName'), labelName),
    ...(place === '' ? [requiredCause(`${path}.path`)] : backstepCauses(place, `${path}.path`)),
  ];
}

function quoted(name: string): string {
  return `\`${name}\``;
}

function objectCauses(source: JsonValue, path: string, index: number): readonly StatusCause[] {
  const prefix = textAt(source, 'prefix');
  const given = OBJECTS.filter((name) => at(source, name) !== undefined);
  const names = given.flatMap((name) =>
    objectNameCauses(textAt(source, name, 'name'), `${path}[${index}].${name}.name`),
  );
  return [
    ...(prefix === '' ? [] : nameCauses(prefix, `${path}[${index}].prefix`)),
    ...names,
    ...(given.length === 0
      ? [invalidCause(path, '', `must specify one of: ${OBJECTS.map(quoted).join(' or ')}`)]
      : []),
    ...(given.length > 1
      ? [invalidCause(path, '', 'may not have more than one field specified at a time')]
      : []),
  ];
}

function objectNameCauses(name: string, field: string): readonly StatusCause[] {
  if (name === '') return [requiredCause(field)];
  // As of a name that something may be added to.
  const problems = subdomainName(name.endsWith('-') && name.length > 1 ? `${name.slice(0, -1)}a` : name);
  return problems.map((problem) => invalidCause(field, name, problem));
}

/**
 * Causes of variables of files that are in no directory of the pod's own.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateFileKeyRefVolumes)
 */
export function fileVolumeCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const volumes = new Map(listAt(spec, 'volumes').map((volume) => [textAt(volume, 'name'), volume]));
  return placedContainers(spec, path).flatMap(({ container, path: place }) =>
    listAt(container, 'env').flatMap((variable, index) => {
      const reference = at(variable, 'valueFrom', 'fileKeyRef');
      if (reference === undefined) return [];
      const name = textAt(reference, 'volumeName');
      const field = `${place}.env[${index}].valueFrom.fileKeyRef.volumeName`;
      if (!volumes.has(name)) return [notFoundCause(field, name)];
      const isOwn = at(volumes.get(name), 'emptyDir') !== undefined;
      return isOwn ? [] : [invalidCause(field, name, 'referenced volume must be of type emptyDir')];
    }),
  );
}
