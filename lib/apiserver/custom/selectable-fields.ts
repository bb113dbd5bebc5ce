import type { JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { duplicateCause, invalidCause, requiredCause, tooManyCause } from '../field-causes.ts';
import { at, listAt, textAt } from '../fields.ts';
import type { Schema } from '../schema.ts';

const MAXIMUM = 8;
const TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);

/** The schema of a field; the object's own names and metadata are none. */
function schemaAt(schema: Schema, path: string): Schema | undefined {
  const [first, ...rest] = path.slice(1).split('.');
  if (first === undefined || ['metadata', 'apiVersion', 'kind'].includes(first)) return undefined;
  return [first, ...rest].reduce<Schema | undefined>((below, name) => {
    const { properties, additionalProperties } = below ?? {};
    if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
    return typeof additionalProperties === 'object' ? additionalProperties : undefined;
  }, schema);
}

function pathProblem(path: string, schema: Schema): string | undefined {
  const invalid = 'is an invalid path: ';
  if (!path.startsWith('.') && !path.startsWith('['))
    return `${invalid}expected [ or . but got: ${/^[^.[]*/u.exec(path)?.[0] ?? ''}`;
  if (path.includes('[')) return `${invalid}array notation is not allowed`;
  if (path.endsWith('.')) return `${invalid}unexpected end of JSON path`;
  const found = schemaAt(schema, path);
  if (found === undefined) return `${invalid}does not refer to a valid field`;
  return TYPES.has(found.type ?? '')
    ? undefined
    : 'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
}

/**
 * Why the API server refuses the selectable fields of a version.
 *
 * @param path of the list in its definition.
 */
export function selectableFieldCauses(version: JsonValue, path: string): readonly StatusCause[] {
  const paths = listAt(version, 'selectableFields').map((field) => textAt(field, 'jsonPath'));
  const schema = (at(version, 'schema', 'openAPIV3Schema') ?? {}) as Schema;
  const causes = paths.flatMap((one, index) => {
    const field = `${path}[${index}].jsonPath`;
    if (one === '') return [requiredCause(field)];
    const problem = pathProblem(one, schema);
    if (problem !== undefined) return [invalidCause(field, one, problem)];
    return paths.indexOf(one) < index ? [duplicateCause(field, one)] : [];
  });
  const { size } = new Set(paths);
  return size > MAXIMUM ? [...causes, tooManyCause(path, size, MAXIMUM)] : causes;
}
