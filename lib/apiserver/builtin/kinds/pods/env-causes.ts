import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { subdomainName } from '../../../objects/names.ts';

const NAME_RULE =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";
const OBJECTS = ['configMapRef', 'secretRef'] as const;
const SOURCES = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef'] as const;

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
  const given = SOURCES.filter((name) => at(variable, 'valueFrom', name) !== undefined);
  if (given.length === 0)
    return [
      invalidCause(
        path,
        '',
        `must specify one of: ${SOURCES.slice(0, -1).map(quoted).join(', ')} or ${quoted('fileKeyRef')}`,
      ),
    ];
  if (textAt(variable, 'value') !== '')
    return [invalidCause(path, '', 'may not be specified when `value` is not empty')];
  return given.length > 1
    ? [invalidCause(path, '', 'may not have more than one field specified at a time')]
    : [];
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
