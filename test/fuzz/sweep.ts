import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import type { Sequence } from './fuzz.ts';
import { type FuzzedKind, METADATA } from './kinds.ts';
import { ObjectSteps, withMetadata } from './object-steps.ts';
import { fieldsOf, isWithin, leastOf, type Path, pointerTo, withAt } from './paths.ts';
import { type Shape, struct } from './shape.ts';
import type { Step } from './step.ts';

/** Values of all types, for every field. */
export const ANY: readonly JsonValue[] = [
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
  yield* sweep.fields(contentOf(kind), '');
  if (kind.status !== undefined) yield* sweep.fields(struct({ status: kind.status }), 'status');
}

/**
 * Each two fields of a kind with odd values at once, in creations and in updates: one problem may hide another, or come
 * before it. Thousands of requests for a small kind, tens of thousands for a large one.
 *
 * @returns a sequence for each value of the first field.
 */
export function pairsOf(kind: FuzzedKind): Generator<Sequence> {
  return new Sweep(kind).pairs(contentOf(kind));
}

/** All that clients write of a kind, but its status. */
export function contentOf({ shape }: FuzzedKind): Shape {
  return struct({ ...shape.fields, metadata: METADATA });
}

class Sweep extends ObjectSteps {
  readonly #least: JsonObject;

  constructor(kind: FuzzedKind) {
    super(kind);
    this.#least = this.object(leastOf(kind.shape) as JsonObject);
  }

  *fields(shape: Shape, subresource: '' | 'status'): Generator<Sequence> {
    for (const [path, at] of fieldsOf(shape)) {
      const values = at.is === 'one' ? [...at.odd, ...at.values, ...ANY] : ANY;
      const steps = values.flatMap((value) => this.#writes(path, value, subresource).toArray());
      // It is there, unless a difference had it removed.
      yield this.sequence(path.join('.'), [this.create(this.#least), ...steps]);
    }
  }

  *pairs(shape: Shape): Generator<Sequence> {
    const fields = fieldsOf(shape)
      .flatMap(([path, at]) => oddOf(at).map((value) => [path, value] as const))
      .toArray();
    for (const [index, [path, value]] of fields.entries()) {
      const one = withAt(this.#least, path, value);
      const others = fields.slice(index + 1).filter(([other]) => !isWithin(other, path));
      const steps = others.flatMap(([other, second]) =>
        this.#whole(withAt(one, other, second) as JsonObject),
      );
      yield this.sequence(path.join('.'), [this.create(this.#least), ...steps]);
    }
  }

  #whole(whole: JsonObject): readonly Step[] {
    const versioned = withMetadata(whole, { resourceVersion: '<version>' });
    return [
      this.create(withMetadata(whole, { name: 'new' }), '?dryRun=All'),
      this.step('update', 'PUT', '/one?dryRun=All', versioned),
    ];
  }

  *#writes(path: Path, value: JsonValue, subresource: '' | 'status'): Generator<Step> {
    const part = withAt({}, path, value);
    const whole = withAt(this.#least, path, value) as JsonObject;
    const { apiVersion, kind, metadata } = this.#least;
    const config = subresource === '' ? whole : { apiVersion, kind, metadata, ...(part as JsonObject) };
    if (subresource === 'status') {
      const versioned = withMetadata(whole, { resourceVersion: '<version>' });
      yield this.step('update status', 'PUT', '/one/status?dryRun=All', versioned);
    } else {
      yield* this.#whole(whole);
      const { metadata: _, ...nameless } = whole;
      yield this.create(nameless, '?dryRun=All');
    }
    yield this.patch('merge', 'dryRun=All', part, subresource);
    yield this.patch('strategic', 'dryRun=All', part, subresource);
    yield this.patch('json', 'dryRun=All', [{ op: 'add', path: pointerTo(path), value }], subresource);
    yield this.patch('apply', 'dryRun=All&fieldManager=alpha&force=true', config, subresource);
  }
}

/** What is odd about a field, but for types that it cannot have. */
function oddOf(shape: Shape): readonly JsonValue[] {
  if (shape.is === 'one') return [...shape.odd, null];
  return shape.is === 'list' ? [null, [], [null]] : [null, {}];
}
