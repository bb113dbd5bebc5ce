import { addAll } from '../add-all.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { firstTold } from '../told.ts';
import { atomOf, itemType, memberType, type FieldType } from './field-type.ts';
import { goFormat, goSyntax, goTypeName } from './go-format.ts';
import { itemElement, type AssociativeList } from './list-items.ts';
import { elementText, fieldElement } from './path-element.ts';

/**
 * What keeps a configuration from being one of its type, in the words of the real API server: a field that the
 * schema does not know, a value of another type, an item that comes twice.
 *
 * @see kubernetes-sigs/structured-merge-diff:typed/validate.go
 */
export function typeProblems(type: FieldType, value: JsonValue, path: string = ''): readonly string[] {
  if (value === null) return [];
  if (type.schema.format === 'quantity') return untypedProblems(value, path);
  const atom = atomOf(type, value);
  if (atom.kind === 'scalar') return scalarProblems(type, value, path);
  if (atom.kind === 'map')
    return isJsonObject(value)
      ? memberProblems(type, value, path)
      : [`${path}: expected map, got &{${goFormat(value)}}`];
  return Array.isArray(value)
    ? itemProblems(atom, type, value as readonly JsonValue[], path)
    : [`${path}: expected list, got &{${goFormat(value)}}`];
}

/** All problems as one message, up to four megabytes of them. */
export function problemText(problems: readonly string[]): string {
  if (problems.length === 1) return problems[0]!;
  const told = firstTold(problems, ({ length }) => length);
  const texts = told.length < problems.length ? [...told, 'and more'] : told;
  return `errors:\n${texts.map((one) => `  ${one}`).join('\n')}`;
}

/** Whether the problem is an item that comes twice. */
export function isDuplicate(problem: string): boolean {
  return problem.includes(DUPLICATE);
}

/** Whether the problem is an object or a list where a text with a format belongs. */
export function isNoScalar(problem: string): boolean {
  return problem.includes(NO_SCALAR);
}

const DUPLICATE = ': duplicate entries for key ';
const NO_SCALAR = ': expected any scalar, got ';

const PLAIN_FORMATS: ReadonlySet<string> = new Set(['', 'byte']);

function scalarProblems({ schema }: FieldType, value: JsonValue, path: string): readonly string[] {
  const { type = 'any', format = '' } = schema;
  switch (type) {
    case 'string':
      // A text with a format is of no type.
      if (!PLAIN_FORMATS.has(format)) return untypedProblems(value, path);
      if (typeof value === 'string') return [];
      return [`${path}: expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${path}: expected boolean, got &{${goFormat(value)}}`];
    case 'integer':
    case 'number':
      if (typeof value === 'number') return [];
      return [`${path}: expected numeric (int or float), got ${goTypeName(value)}`];
    default:
      return [];
  }
}

function untypedProblems(value: JsonValue, path: string): readonly string[] {
  return typeof value === 'object' ? [`${path}${NO_SCALAR}&{${goFormat(value)}}`] : [];
}

/** Stops at the first member that is not known. */
function memberProblems(type: FieldType, obj: JsonObject, path: string): readonly string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(obj)) {
    const at = path + elementText(fieldElement(name));
    const member = memberType(type, name);
    if (member === undefined) return [...problems, `${at}: field not declared in schema`];
    if (value !== undefined) addAll(problems, typeProblems(member, value, at));
  }
  return problems;
}

function itemProblems(
  list: AssociativeList,
  type: FieldType,
  items: readonly JsonValue[],
  path: string,
): readonly string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [index, item] of items.entries()) {
    const element = list.relation === 'atomic' ? `i:${index}` : itemElement(list, type, item);
    if (typeof element !== 'string') return [...problems, `${path}: element ${index}: ${element.problem}`];
    if (seen.has(element)) problems.push(`${path}${DUPLICATE}${elementText(element)}`);
    seen.add(element);
    addAll(problems, typeProblems(itemType(type), item, path + elementText(element)));
  }
  return problems;
}
