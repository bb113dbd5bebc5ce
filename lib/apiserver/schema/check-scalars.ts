import type { StatusCause } from '../../object/status.ts';
import { invalidCause, tooLongCause, typeInvalidCause } from '../field-causes.ts';
import { knownFormat } from './check-type.ts';
import type { Findings } from './findings.ts';
import { stringFormat } from './formats.ts';
import { fitsNumberFormat } from './number-format.ts';
import { compilePattern } from './pattern.ts';
import { fieldOf, rootFieldOf, type SchemaNode } from './schema-node.ts';

/** Characters as Go counts them. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function patternCause(node: SchemaNode, text: string): StatusCause | undefined {
  const { pattern } = node.schema;
  if (pattern === undefined || pattern === '' || compilePattern(pattern).test(text)) return undefined;
  return invalidCause(fieldOf(node), text, `${node.path} in body should match '${pattern}'`);
}

/** The first of: too long, too short, not matching the pattern. */
function lengthOrPatternCause(node: SchemaNode, text: string): StatusCause | undefined {
  const { maxLength, minLength } = node.schema;
  if (maxLength !== undefined && text.length > maxLength && characters(text) > maxLength)
    return tooLongCause(fieldOf(node), maxLength);
  if (minLength !== undefined && characters(text) < minLength)
    return invalidCause(
      fieldOf(node),
      text,
      `${node.path} in body should be at least ${minLength} chars long`,
    );
  return patternCause(node, text);
}

function formatCause(node: SchemaNode, text: string): StatusCause | undefined {
  const format = knownFormat(node.schema);
  const accepts = format === undefined ? undefined : stringFormat(format);
  if (accepts === undefined || accepts(text)) return undefined;
  const detail = `${node.path} in body must be of type ${format}: ${JSON.stringify(text)}`;
  return typeInvalidCause(fieldOf(node), text, detail);
}

function rangeCause(node: SchemaNode, value: number): StatusCause | undefined {
  const { type } = node.schema;
  const format = knownFormat(node.schema);
  if (fitsNumberFormat(value, type, format)) return undefined;
  const wanted = format === undefined ? `${type} (default format)` : `${type} with format ${format}`;
  return invalidCause(rootFieldOf(node), '', `Checked value must be of type ${wanted} in ${node.path}`);
}

function isMultiple(value: number, factor: number): boolean {
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

/** The factor of an integer is one itself: what a real API server cuts off is cut off, down to 0, which nothing satisfies. */
function multipleCause(node: SchemaNode, value: number): StatusCause | undefined {
  const { multipleOf } = node.schema;
  if (multipleOf === undefined) return undefined;
  const factor = Number.isInteger(value) ? Math.trunc(multipleOf) : multipleOf;
  if (factor <= 0)
    return invalidCause(
      fieldOf(node),
      factor,
      `factor MultipleOf declared for ${node.path} must be positive: ${factor}`,
    );
  if (isMultiple(value, factor)) return undefined;
  return invalidCause(fieldOf(node), value, `${node.path} in body should be a multiple of ${factor}`);
}

function brokenBounds(node: SchemaNode, value: number): readonly (string | false)[] {
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum } = node.schema;
  return [
    minimum !== undefined && exclusiveMinimum === true && value <= minimum && `greater than ${minimum}`,
    minimum !== undefined &&
      exclusiveMinimum !== true &&
      value < minimum &&
      `greater than or equal to ${minimum}`,
    maximum !== undefined && exclusiveMaximum === true && value >= maximum && `less than ${maximum}`,
    maximum !== undefined &&
      exclusiveMaximum !== true &&
      value > maximum &&
      `less than or equal to ${maximum}`,
  ];
}

/** Checks the number's format and every bound. */
export function checkNumber(node: SchemaNode, value: number, findings: Findings): void {
  findings.add(rangeCause(node, value));
  findings.add(multipleCause(node, value));
  for (const bound of brokenBounds(node, value))
    if (bound !== false)
      findings.add(invalidCause(fieldOf(node), value, `${node.path} in body should be ${bound}`));
  findings.matches += 2;
}

/** Checks length or pattern, and the format. */
export function checkString(node: SchemaNode, text: string, findings: Findings): void {
  findings.add(lengthOrPatternCause(node, text));
  findings.add(formatCause(node, text));
  findings.matches += knownFormat(node.schema) === undefined ? 1 : 2;
}
