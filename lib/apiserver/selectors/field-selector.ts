import { isJsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { badRequest } from '../status-error.ts';
import { selectableFields } from './selectable-fields.ts';

/** Flags and numbers of Go have no value that says nothing: what is absent in a built-in kind is false, or 0. */
const ZEROS: Readonly<Record<string, string>> = {
  'spec.hostNetwork': 'false',
  'spec.unschedulable': 'false',
  'status.successful': '0',
};

/** Whether an object is selected. */
export type FieldSelector = (obj: ApiObject) => boolean;

interface Term {
  readonly field: string;
  readonly equal: boolean;
  readonly value: string;
}

/**
 * Reads a selector such as `metadata.name=web,status.phase!=Failed`, for a collection.
 *
 * @param own fields that the kind's definition adds.
 * @throws 400 when it cannot be read, or names a field that this collection does not select by.
 * @see kubernetes/apimachinery:pkg/fields/selector.go
 */
export function parseFieldSelector(
  text: string,
  collection: string,
  own: readonly string[] = [],
): FieldSelector {
  const terms = splitUnescaped(text, ',')
    .filter((part) => part !== '')
    .map((part) => term(part, text));
  const fields = selectableFields(collection, own);
  for (const { field } of terms) {
    if (!fields.known.has(field)) throw badRequest(fields.unknown(field));
  }
  const builtin = own.length === 0;
  const valueOf = (obj: ApiObject, field: string): string =>
    fieldOf(obj, builtin ? (NAMES[field] ?? field) : field) || (builtin ? (ZEROS[field] ?? '') : '');
  return (obj) => terms.every(({ field, equal, value }) => (valueOf(obj, field) === value) === equal);
}

/** The name that a selector pins down, if it does; a single object is then found without a scan. */
export function nameInSelector(text: string): string | undefined {
  const terms = splitUnescaped(text, ',').filter((part) => part !== '');
  return terms.map((part) => term(part, text)).find(({ field, equal }) => field === 'metadata.name' && equal)
    ?.value;
}

function term(part: string, whole: string): Term {
  for (let at = 0; at < part.length; at++) {
    if (part[at] === '\\') at++;
    else if (part.startsWith('!=', at)) return newTerm(part, at, 2, whole);
    else if (part.startsWith('==', at)) return newTerm(part, at, 2, whole);
    else if (part[at] === '=') return newTerm(part, at, 1, whole);
  }
  throw badRequest(`invalid selector: '${whole}'; can't understand '${part}'`);
}

function newTerm(part: string, at: number, length: number, whole: string): Term {
  const value = part.slice(at + length);
  if (/(?<!\\)(?:\\\\)*=/u.test(value))
    throw badRequest(`invalid selector: '${whole}'; can't understand '${part}'`);
  return { field: part.slice(0, at), equal: part[at] !== '!', value: value.replaceAll(/\\(.)/gu, '$1') };
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Fields that selectors know by another name. */
const NAMES: Readonly<Record<string, string>> = {
  'status.successful': 'status.succeeded',
  'regarding.kind': 'involvedObject.kind',
  'regarding.namespace': 'involvedObject.namespace',
  'regarding.name': 'involvedObject.name',
  'regarding.uid': 'involvedObject.uid',
  'regarding.apiVersion': 'involvedObject.apiVersion',
  'regarding.resourceVersion': 'involvedObject.resourceVersion',
  'regarding.fieldPath': 'involvedObject.fieldPath',
  reportingController: 'reportingComponent',
};

/** The value of a field as selectors see it: absent ones are empty. */
function fieldOf(obj: ApiObject, field: string): string {
  let at: unknown = obj;
  for (const name of field.split('.')) at = isJsonObject(at) ? at[name] : undefined;
  if (isJsonObject(at)) return typeof at['component'] === 'string' ? at['component'] : '';
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'boolean' ? String(at) : '';
}
