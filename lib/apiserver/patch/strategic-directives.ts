import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { goTypeName } from '../apply/go-format.ts';
import { StatusError } from '../status-error.ts';

/** What to do with the object that carries it: `merge`, `replace` or `delete`. */
export const DIRECTIVE = '$patch';
/** Members of the object that stay. */
export const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';
const SET_ORDER = '$setElementOrder/';

/** The list that a directive removes items from. */
export function deletionTarget(name: string): string | undefined {
  return name.startsWith(DELETE_FROM_LIST) ? name.slice(DELETE_FROM_LIST.length) : undefined;
}

/** The list that a directive orders. */
export function orderTarget(name: string): string | undefined {
  return name.startsWith(SET_ORDER) ? name.slice(SET_ORDER.length) : undefined;
}

/** A patch that makes no sense. The API server answers so, with a 500. */
export function patchError(message: string): StatusError {
  return new StatusError(500, '', message);
}

/** @param wanted a type of Go, as is that of the value. */
export function badArgument(wanted: string, value: JsonValue): StatusError {
  const given = value === null ? '%!s(<nil>)' : goTypeName(value);
  return patchError(`expected a ${wanted}, but received a ${given}`);
}

export function unknownDirective(patch: JsonObject): StatusError {
  const directive = patch[DIRECTIVE];
  // Go prints what is no text, though a text is asked for, with a remark.
  const type = typeof directive === 'number' ? 'int64' : typeof directive === 'boolean' ? 'bool' : undefined;
  const shown = type === undefined ? goText(directive) : `%!s(${type}=${goText(directive)})`;
  return patchError(`unknown patch type: ${shown} in map: ${goText(patch)}`);
}

export function missingMergeKey(item: JsonValue, mergeKey: string): StatusError {
  return patchError(`map: ${goText(item)} does not contain declared merge key: ${mergeKey}`);
}

/** As Go prints values: `map[image:x name:c]`. */
export function goText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isJsonObject(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${name}:${goText(value[name])}`);
  return `map[${members.join(' ')}]`;
}

/** The value without objects that carry directives; undefined when it is one itself. */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (value[DIRECTIVE] !== undefined) return undefined;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const kept = member === undefined ? undefined : withoutDirectives(member);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** The value without members that are null, at any depth. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, member]) =>
    member === undefined || member === null ? [] : [[name, withoutNulls(member)] as const],
  );
  return Object.fromEntries(entries);
}
