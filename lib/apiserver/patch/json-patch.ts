import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { badRequest, StatusError } from '../status-error.ts';
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

type Container = JsonObject | readonly JsonValue[];

/** The container with what stands, or shall stand, under the key changed. */
type Edit = (container: Container, key: string) => JsonValue;

/** What the API server answers, whichever step does not apply; which one is only in its log. */
function doesNotApply(why: string): StatusError {
  const answer = new StatusError(
    422,
    'Invalid',
    'the server rejected our request due to an error in our request',
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
  if (isJsonObject(container)) return Object.hasOwn(container, key) ? container[key] : undefined;
  return container[indexOf(key, container.length)];
}

function replaced(container: Container, key: string, value: JsonValue): JsonValue {
  if (isJsonObject(container)) return withMember(container, key, value);
  return container.with(indexOf(key, container.length), value);
}

/** Not a spread with a computed key: that would take `__proto__` for the prototype. */
function withMember(obj: JsonObject, key: string, value: JsonValue): JsonObject {
  return Object.fromEntries([...Object.entries(obj), [key, value]]);
}

function added(container: Container, key: string, value: JsonValue): JsonValue {
  if (isJsonObject(container)) return withMember(container, key, value);
  if (key === '-') return [...container, value];
  return container.toSpliced(indexOf(key, container.length + 1), 0, value);
}

function removed(container: Container, key: string): JsonValue {
  if (!isJsonObject(container)) return container.toSpliced(indexOf(key, container.length), 1);
  if (!Object.hasOwn(container, key)) throw doesNotApply(`there is no member ${key}`);
  return Object.fromEntries(Object.entries(container).filter(([name]) => name !== key));
}

function editAt(doc: JsonValue | undefined, path: readonly string[], edit: Edit): JsonValue {
  const [key, ...rest] = path;
  if (!isContainer(doc) || key === undefined) throw doesNotApply('the path leads nowhere');
  if (rest.length === 0) return edit(doc, key);
  return replaced(doc, key, editAt(member(doc, key), rest, edit));
}

function valueAt(doc: JsonValue, pointer: string): JsonValue | undefined {
  const path = tokens(pointer);
  const key = path.at(-1);
  if (key === undefined) return doc;
  const parent = path
    .slice(0, -1)
    .reduce<JsonValue | undefined>((at, token) => (isContainer(at) ? member(at, token) : undefined), doc);
  if (!isContainer(parent)) throw doesNotApply(`the path ${pointer} leads nowhere`);
  return member(parent, key);
}

function tokens(pointer: string | undefined): readonly string[] {
  const path = typeof pointer === 'string' ? parsePointer(pointer) : undefined;
  if (path === undefined) throw doesNotApply(`${String(pointer)} is no JSON pointer`);
  return path;
}

function add(doc: JsonValue, { path, value = null }: JsonPatchOperation): JsonValue {
  return editAt(doc, tokens(path), (container, key) => added(container, key, value));
}

function remove(doc: JsonValue, { path }: JsonPatchOperation): JsonValue {
  return editAt(doc, tokens(path), removed);
}

/** A member that is absent is added: only where an index is absent does replacing fail. */
function replace(doc: JsonValue, { path, value = null }: JsonPatchOperation): JsonValue {
  if (path !== '') return editAt(doc, tokens(path), (container, key) => replaced(container, key, value));
  if (isContainer(value)) return value;
  throw doesNotApply('a whole document can only be replaced by an object or a list');
}

function move(doc: JsonValue, operation: JsonPatchOperation): JsonValue {
  const { from, path } = operation;
  const value = valueAt(doc, requiredFrom(from)) ?? null;
  const without = editAt(doc, tokens(from), removed);
  return editAt(without, tokens(path), (container, key) => added(container, key, value));
}

function copy(doc: JsonValue, { from, path }: JsonPatchOperation): JsonValue {
  const value = valueAt(doc, requiredFrom(from)) ?? null;
  return editAt(doc, tokens(path), (container, key) => added(container, key, value));
}

function requiredFrom(from: string | undefined): string {
  if (typeof from !== 'string' || from === '') throw doesNotApply('the operation lacks its source');
  return from;
}

/** An absent member equals null. */
function test(doc: JsonValue, { path, value = null }: JsonPatchOperation): JsonValue {
  tokens(path);
  if (isDeepStrictEqual(valueAt(doc, path) ?? null, value)) return doc;
  throw doesNotApply(`the value at ${path} is another one`);
}

const OPERATIONS: ReadonlyMap<string, (doc: JsonValue, operation: JsonPatchOperation) => JsonValue> = new Map(
  [
    ['add', add],
    ['remove', remove],
    ['replace', replace],
    ['move', move],
    ['copy', copy],
    ['test', test],
  ],
);

function apply(doc: JsonValue, operation: JsonPatchOperation): JsonValue {
  const step = OPERATIONS.get(operation.op);
  if (step === undefined) throw doesNotApply(`there is no operation ${operation.op}`);
  return step(doc, operation);
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
    `The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${operations.length}`,
  );
}

/**
 * Applies an RFC 6902 patch as the API server does: all steps or none. Differences from the RFC, all of them
 * Kubernetes': `replace` adds an absent member, `test` takes an absent member for null, indices may be negative,
 * and the whole document can be neither removed nor added.
 *
 * @throws StatusError 422 when a step does not apply; 400 when the patch is no list of objects; 413 past 10,000 steps.
 * @see evanphx/json-patch:v4/patch.go
 */
export function applyJsonPatch(doc: JsonValue, operations: readonly JsonPatchOperation[]): JsonValue {
  checkShape(operations);
  return operations.reduce(apply, doc);
}
