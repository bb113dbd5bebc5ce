import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import { PATCH_TYPES } from '../conformance/steps.ts';
import type { Sequence } from './fuzz.ts';
import { type FuzzedKind, METADATA } from './kinds.ts';
import { type Shape, struct } from './shape.ts';
import type { Step } from './step.ts';

type Path = readonly (string | number)[];

/** Values of all types, for every field. */
const ANY: readonly JsonValue[] = [
  null,
  'x',
  '',
  7,
  -1,
  1.5,
  true,
  [],
  {},
  ['x'],
  { x: 1 },
  [{}],
  [null],
  99_999_999_999,
];

/**
 * Each field of a kind with each value that it may have or should not have, by each verb that writes: what random
 * requests would have to be lucky to meet. But for the object that it is about, nothing is written.
 *
 * @returns a sequence for each field.
 */
export function* sweepOf(kind: FuzzedKind): Generator<Sequence> {
  const sweep = new Sweep(kind);
  yield* sweep.fields(struct({ ...kind.shape.fields, metadata: METADATA }), '');
  if (kind.status !== undefined) yield* sweep.fields(struct({ status: kind.status }), 'status');
}

/**
 * Each two fields of a kind with odd values at once, in creations and in updates: one problem may hide another, or come
 * before it. Thousands of requests for a small kind, tens of thousands for a large one.
 *
 * @returns a sequence for each value of the first field.
 */
export function pairsOf(kind: FuzzedKind): Generator<Sequence> {
  return new Sweep(kind).pairs(struct({ ...kind.shape.fields, metadata: METADATA }));
}

class Sweep {
  readonly #kind: FuzzedKind;
  readonly #collection: string;
  readonly #object: JsonObject;

  constructor(kind: FuzzedKind) {
    const version = kind.versions[0]!;
    const root = version.includes('/') ? '/apis' : '/api';
    this.#kind = kind;
    this.#collection = `${root}/${version}/namespaces/<ns>/${kind.plural}`;
    const content = leastOf(kind.shape) as JsonObject;
    this.#object = { apiVersion: version, kind: kind.kind, metadata: { name: 'one' }, ...content };
  }

  *fields(shape: Shape, subresource: '' | 'status'): Generator<Sequence> {
    for (const [path, at] of fieldsOf(shape)) {
      const values = at.is === 'one' ? [...at.odd, ...at.values, ...ANY] : ANY;
      yield this.#sequence(
        path,
        values.flatMap((value) => this.#writes(path, value, subresource).toArray()),
      );
    }
  }

  *pairs(shape: Shape): Generator<Sequence> {
    const fields = fieldsOf(shape)
      .flatMap(([path, at]) => oddOf(at).map((value) => [path, value] as const))
      .toArray();
    for (const [index, [path, value]] of fields.entries()) {
      const one = withAt(this.#object, path, value);
      const others = fields.slice(index + 1).filter(([other]) => !isWithin(other, path));
      yield this.#sequence(
        path,
        others.flatMap(([other, second]) => this.#whole(withAt(one, other, second) as JsonObject)),
      );
    }
  }

  /** Steps about an object that is there, unless a difference had it removed. */
  #sequence(path: Path, steps: readonly Step[]): Sequence {
    const origin = `${this.#kind.plural}, ${path.join('.')}`;
    return { origin, steps: [this.#step('create', 'POST', '', this.#object), ...steps] };
  }

  #whole(whole: JsonObject): readonly Step[] {
    const versioned = withMetadata(whole, { resourceVersion: '<version>' });
    return [
      this.#step('create', 'POST', '?dryRun=All', withMetadata(whole, { name: 'new' })),
      this.#step('update', 'PUT', '/one?dryRun=All', versioned),
    ];
  }

  *#writes(path: Path, value: JsonValue, subresource: '' | 'status'): Generator<Step> {
    const isStatus = subresource === 'status';
    const part = withAt({}, path, value);
    const whole = withAt(this.#object, path, value) as JsonObject;
    const { apiVersion, kind, metadata } = this.#object;
    const config = isStatus ? { apiVersion, kind, metadata, ...(part as JsonObject) } : whole;
    const below = isStatus ? '/one/status' : '/one';
    const word = isStatus ? ' status' : '';
    const pointer = path
      .map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    const operations = [{ op: 'add', path: pointer, value }];
    if (isStatus) {
      const versioned = withMetadata(whole, { resourceVersion: '<version>' });
      yield this.#step('update status', 'PUT', '/one/status?dryRun=All', versioned);
    } else {
      yield* this.#whole(whole);
      const { metadata: _, ...nameless } = whole;
      yield this.#step('create', 'POST', '?dryRun=All', nameless);
    }
    yield this.#patch('merge', word, below, part);
    yield this.#patch('strategic', word, below, part);
    yield this.#patch('json', word, below, operations);
    yield this.#patch('apply', word, below, config);
  }

  #patch(type: keyof typeof PATCH_TYPES, word: string, below: string, body: JsonValue): Step {
    const verb = type === 'apply' ? `apply${word}` : `${type} patch${word}`;
    const query = type === 'apply' ? '?dryRun=All&fieldManager=alpha&force=true' : '?dryRun=All';
    return this.#step(verb, 'PATCH', below + query, body, PATCH_TYPES[type]);
  }

  #step(
    verb: string,
    method: Step['method'],
    below: string,
    body: JsonValue,
    type: string = 'application/json',
  ): Step {
    const subject = { kind: this.#kind.plural, collection: this.#collection, name: 'one' };
    return { method, path: this.#collection + below, headers: { 'content-type': type }, body, subject, verb };
  }
}

/** A value with what is required, the first that comes to mind. */
function leastOf(shape: Shape): JsonValue {
  if (shape.is === 'one') return shape.values[0]!;
  if (shape.is === 'list') return [leastOf(shape.of)];
  if (shape.is === 'map') return { [shape.keys[0]!]: leastOf(shape.of) };
  return Object.fromEntries(shape.required.map((name) => [name, leastOf(shape.fields[name]!)]));
}

/** All fields at any depth, but the whole; of lists and maps the first item. */
function* fieldsOf(shape: Shape, path: Path = []): Generator<readonly [Path, Shape]> {
  if (path.length > 0) yield [path, shape];
  if (shape.is === 'list') yield* fieldsOf(shape.of, [...path, 0]);
  if (shape.is === 'map') yield* fieldsOf(shape.of, [...path, shape.keys[0]!]);
  if (shape.is !== 'struct') return;
  for (const [name, field] of Object.entries(shape.fields)) yield* fieldsOf(field, [...path, name]);
}

/** What is odd about a field, but for types that it cannot have. */
function oddOf(shape: Shape): readonly JsonValue[] {
  if (shape.is === 'one') return [...shape.odd, null];
  return shape.is === 'list' ? [null, [], [null]] : [null, {}];
}

function isWithin(path: Path, other: Path): boolean {
  return other.every((name, index) => path[index] === name);
}

function withAt(value: JsonValue | undefined, [name, ...rest]: Path, inner: JsonValue): JsonValue {
  if (name === undefined) return inner;
  if (typeof name === 'number') return [withAt(itemOf(value, name), rest, inner)];
  const obj = isJsonObject(value) ? value : {};
  return { ...obj, [name]: withAt(obj[name], rest, inner) };
}

/** The same where its metadata are none. */
function withMetadata(obj: JsonObject, more: JsonObject): JsonObject {
  const { metadata } = obj;
  return isJsonObject(metadata) ? { ...obj, metadata: { ...metadata, ...more } } : obj;
}

function itemOf(value: JsonValue | undefined, index: number): JsonValue | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[])[index] : undefined;
}
