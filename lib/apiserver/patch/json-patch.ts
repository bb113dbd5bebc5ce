import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { byName } from '../name-order.ts';
import { badRequest, StatusError } from '../status-error.ts';
import { jsonCopy } from './json-copy.ts';
import { parsePointer } from './json-pointer.ts';

/** One step of RFC 6902. */
export interface JsonPatchOperation {
  readonly op: string;
  /** A JSON pointer: `/metadata/labels/app`. */
  readonly path: string;
  /** Of `move` and `copy`. */
  readonly from?: string;
  /** Of `add`, `replace` and `test`. Absent counts as null. */
  readonly value?: JsonValue;
}

/** Beyond, the API server refuses the patch. */
const MAX_OPERATIONS = 10_000;

/** How much all `copy` steps of a patch may add, as JSON: a few dozen that double something would fill any memory. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

/** Parts of the document that is worked on: a copy of ours, changed in place. */
interface MutableObject {
  [name: string]: JsonValue;
}
type Container = MutableObject | JsonValue[];

/** Changes, in its container, what stands or shall stand under the key. */
type Edit = (container: Container, key: string) => void;

/** The document that the steps change, and what they have done so far. */
interface Work {
  doc: JsonValue;
  /** What a step has looked into: these are written by name, all else as it came. */
  readonly opened: Set<JsonValue>;
  copiedBytes: number;
}

/** What the API server answers, whichever step does not apply; which one is only in its log. */
function doesNotApply(why: string): StatusError {
  const answer = new StatusError(
    422,
    'Invalid',
    'the server rejected our request due to an error in our request',
    {},
  );
  answer.cause = new Error(why);
  return answer;
}

function isContainer(value: JsonValue | undefined): value is Container {
  return Array.isArray(value) || isJsonObject(value);
}

/** Negative indices count from the end, as Kubernetes has it. */
function indexOf(key: string, length: number): number {
  const index = /^[+-]?\d+$/u.test(key) ? Number(key) : Number.NaN;
  const position = index < 0 ? index + length : index;
  if (!(position >= 0 && position < length)) throw doesNotApply(`there is no index ${key}`);
  return position;
}

function member(container: Container, key: string): JsonValue | undefined {
  if (Array.isArray(container)) return container[indexOf(key, container.length)];
  return Object.hasOwn(container, key) ? container[key] : undefined;
}

/** Not an assignment: that would take `__proto__` for the prototype. */
function setMember(obj: MutableObject, key: string, value: JsonValue): void {
  Object.defineProperty(obj, key, { value, configurable: true, enumerable: true, writable: true });
}

function replaceIn(container: Container, key: string, value: JsonValue): void {
  if (Array.isArray(container)) container[indexOf(key, container.length)] = value;
  else setMember(container, key, value);
}

function addTo(container: Container, key: string, value: JsonValue): void {
  if (!Array.isArray(container)) setMember(container, key, value);
  else if (key === '-') container.push(value);
  else container.splice(indexOf(key, container.length + 1), 0, value);
}

function removeFrom(container: Container, key: string): void {
  if (Array.isArray(container)) {
    container.splice(indexOf(key, container.length), 1);
    return;
  }
  if (!Object.hasOwn(container, key)) throw doesNotApply(`there is no member ${key}`);
  delete container[key];
}

function editAt(work: Work, path: readonly string[], edit: Edit): void {
  const key = path.at(-1);
  const parent = parentAt(work, path);
  if (parent === undefined || key === undefined) throw doesNotApply('the path leads nowhere');
  edit(parent, key);
}

function valueAt(work: Work, pointer: string): JsonValue | undefined {
  const path = tokens(pointer);
  const key = path.at(-1);
  if (key === undefined) return work.doc;
  const parent = parentAt(work, path);
  if (parent === undefined) throw doesNotApply(`the path ${pointer} leads nowhere`);
  return member(parent, key);
}

/** What holds the end of the path. Opens it, and all that it is in. */
function parentAt({ doc, opened }: Work, path: readonly string[]): Container | undefined {
  let parent: JsonValue | undefined = doc;
  for (const token of path.slice(0, -1)) {
    if (!isContainer(parent)) return undefined;
    opened.add(parent);
    parent = member(parent, token);
  }
  if (!isContainer(parent)) return undefined;
  opened.add(parent);
  return parent;
}

/** @param pointer of a patch that a client sent, in which it may be anything. */
function tokens(pointer: unknown): readonly string[] {
  const path = typeof pointer === 'string' ? parsePointer(pointer) : undefined;
  if (path === undefined) throw doesNotApply(`${JSON.stringify(pointer)} is no JSON pointer`);
  return path;
}

function add(work: Work, { path, value = null }: JsonPatchOperation): void {
  editAt(work, tokens(path), (container, key) => addTo(container, key, jsonCopy(value)));
}

function remove(work: Work, { path }: JsonPatchOperation): void {
  editAt(work, tokens(path), removeFrom);
}

/** A member that is absent is added: only where an index is absent does replacing fail. */
function replace(work: Work, { path, value = null }: JsonPatchOperation): void {
  if (path !== '') {
    editAt(work, tokens(path), (container, key) => replaceIn(container, key, jsonCopy(value)));
    return;
  }
  if (!isContainer(value)) throw doesNotApply('a whole document can only be replaced by an object or a list');
  work.doc = jsonCopy(value);
}

function move(work: Work, { from, path }: JsonPatchOperation): void {
  const value = valueAt(work, requiredFrom(from)) ?? null;
  editAt(work, tokens(from), removeFrom);
  editAt(work, tokens(path), (container, key) => addTo(container, key, value));
}

function copy(work: Work, { from, path }: JsonPatchOperation): void {
  const found = valueAt(work, requiredFrom(from)) ?? null;
  const to = tokens(path);
  // Looked into before the copy is made: it can be in what is copied.
  parentAt(work, to);
  const value = asWritten(work, found);
  work.copiedBytes += Buffer.byteLength(JSON.stringify(value));
  if (work.copiedBytes > MAX_COPIED_BYTES)
    throw doesNotApply(`all that is copied comes to more than ${MAX_COPIED_BYTES} bytes`);
  editAt(work, to, (container, key) => addTo(container, key, jsonCopy(value)));
}

function requiredFrom(from: string | undefined): string {
  if (typeof from !== 'string' || from === '') throw doesNotApply('the operation lacks its source');
  return from;
}

/** An absent member equals null. */
function test(work: Work, { path, value = null }: JsonPatchOperation): void {
  tokens(path);
  const found = valueAt(work, path) ?? null;
  if (!isDeepStrictEqual(found, value)) throw doesNotApply(`the value at ${path} is another one`);
  openAll(work, found);
}

function openAll(work: Work, value: JsonValue): void {
  if (!isContainer(value)) return;
  work.opened.add(value);
  for (const below of Object.values(value)) openAll(work, below ?? null);
}

/** The value as it is written: what was opened is, by name. What was not stays as it came. */
function asWritten(work: Work, value: JsonValue): JsonValue {
  if (!isContainer(value) || !work.opened.has(value)) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => asWritten(work, item));
  return Object.fromEntries(
    byName(Object.entries(value)).map(([name, below]) => [name, asWritten(work, below)]),
  );
}

const OPERATIONS: ReadonlyMap<string, (work: Work, operation: JsonPatchOperation) => void> = new Map([
  ['add', add],
  ['remove', remove],
  ['replace', replace],
  ['move', move],
  ['copy', copy],
  ['test', test],
]);

function apply(work: Work, operation: JsonPatchOperation): void {
  const { op }: { readonly op: unknown } = operation;
  const name = typeof op === 'string' ? op : JSON.stringify(op);
  const step = OPERATIONS.get(name);
  if (step === undefined) throw doesNotApply(`there is no operation ${name}`);
  step(work, operation);
}

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

function checkShape(operations: unknown): asserts operations is readonly JsonPatchOperation[] {
  const unfit = (value: unknown, type: string): StatusError =>
    badRequest(
      `error decoding patch: json: cannot unmarshal ${goTypeOf(value)} into Go value of type ${type}`,
    );
  if (!Array.isArray(operations)) throw unfit(operations, '[]handlers.jsonPatchOp');
  const stray: unknown = operations.find((operation) => !isJsonObject(operation));
  if (stray !== undefined) throw unfit(stray, 'handlers.jsonPatchOp');
  if (operations.length <= MAX_OPERATIONS) return;
  throw new StatusError(
    413,
    'RequestEntityTooLarge',
    `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`,
  );
}

/**
 * Applies an RFC 6902 patch as the API server does: all steps or none. Differences from the RFC, all of them
 * Kubernetes': `replace` adds an absent member, `test` takes an absent member for null, indices may be negative,
 * and the whole document can be neither removed nor added. Changes neither argument.
 *
 * Members come in the order in which the real server writes them, which is that of its messages: by name in what a
 * step looked into, and as they came in all else.
 *
 * @throws StatusError 422 when a step does not apply; 400 when the patch is no list of objects; 413 past 10,000 steps.
 * @see evanphx/json-patch:v4/patch.go
 */
export function applyJsonPatch(doc: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  checkShape(operations);
  const work: Work = { doc: jsonCopy(doc), opened: new Set(), copiedBytes: 0 };
  for (const operation of operations) apply(work, operation);
  work.opened.add(work.doc);
  return asWritten(work, work.doc);
}
