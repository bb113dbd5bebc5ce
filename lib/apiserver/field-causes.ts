import type { StatusCause } from '../object/status.ts';

/**
 * The causes of a 422, worded as the API server words them.
 *
 * @see kubernetes/apimachinery:pkg/util/validation/field/errors.go
 */
function cause(reason: string, field: string, message: string, detail: string): StatusCause {
  return { reason, message: detail === '' ? message : `${message}: ${detail}`, field };
}

/** A value as messages show it: strings quoted, everything else as JSON. */
export function shown(value: unknown): string {
  return JSON.stringify(value ?? null);
}

export function requiredCause(field: string, detail: string = ''): StatusCause {
  return cause('FieldValueRequired', field, 'Required value', detail);
}

export function invalidCause(field: string, value: unknown, detail: string): StatusCause {
  return cause('FieldValueInvalid', field, `Invalid value: ${shown(value)}`, detail);
}

export function typeInvalidCause(field: string, value: unknown, detail: string): StatusCause {
  return cause('FieldValueTypeInvalid', field, `Invalid value: ${shown(value)}`, detail);
}

export function forbiddenCause(field: string, detail: string): StatusCause {
  return cause('FieldValueForbidden', field, 'Forbidden', detail);
}

export function duplicateCause(field: string, value: unknown): StatusCause {
  return cause('FieldValueDuplicate', field, `Duplicate value: ${shown(value)}`, '');
}

export function notFoundCause(field: string, value: unknown): StatusCause {
  return cause('FieldValueNotFound', field, `Not found: ${shown(value)}`, '');
}

/** Allowed values that are not strings are shown as JSON, quoted once more. */
export function notSupportedCause(field: string, value: unknown, supported: readonly unknown[]): StatusCause {
  const texts = supported.map((one) => shown(typeof one === 'string' ? one : shown(one)));
  const detail = texts.length === 0 ? '' : `supported values: ${texts.join(', ')}`;
  return cause('FieldValueNotSupported', field, `Unsupported value: ${shown(value)}`, detail);
}

/** The cause of a value that is there and is none of these, if it is. */
export function unsupportedCauses(
  field: string,
  value: unknown,
  supported: readonly unknown[],
): readonly StatusCause[] {
  return value === undefined || supported.includes(value) ? [] : [notSupportedCause(field, value, supported)];
}

export function tooLongCause(field: string, maxLength: number): StatusCause {
  const unit = maxLength === 1 ? 'byte' : 'bytes';
  return cause('FieldValueTooLong', field, 'Too long', `may not be more than ${maxLength} ${unit}`);
}

export function tooManyCause(field: string, actual: number, maximum: number): StatusCause {
  const unit = maximum === 1 ? 'item' : 'items';
  return cause('FieldValueTooMany', field, `Too many: ${actual}`, `must have at most ${maximum} ${unit}`);
}

export function charactersIn({ field = '', message = '' }: StatusCause): number {
  return field.length + message.length;
}

/** `parent.name`, or `name` at the root. */
export function childPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
