import { textAt } from '../../lib/apiserver/fields.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import { exchange } from '../conformance/exchange.ts';
import type { Arena } from './arena.ts';
import type { Sequence } from './fuzz.ts';
import type { FuzzedKind } from './kinds.ts';
import { ObjectSteps, withMetadata } from './object-steps.ts';
import {
  fieldsOf,
  keysOf,
  leastOf,
  partAt,
  type Path,
  pathsIn,
  pointerTo,
  valueAt,
  withAt,
} from './paths.ts';
import type { Shape } from './shape.ts';
import type { Step } from './step.ts';
import { ANY, contentOf } from './sweep.ts';
import { FUZZED_DEFINITIONS } from './widget.ts';

/**
 * What can be done to an object that has nearly every field: change each, also while it is deleted, copy and move
 * each value to each place, order and delete items, and take fields from each other.
 */
export async function* fullSweepOf(
  arena: Arena,
  kind: FuzzedKind,
  signal: AbortSignal,
): AsyncGenerator<Sequence> {
  const sweep = new FullSweep(kind, await fullObject(arena, kind, signal));
  yield* sweep.changes();
  yield* sweep.changesWhileDeleted();
  yield* sweep.transfers();
  if (!isCustom(kind)) yield* sweep.directives();
  yield* sweep.ownership();
}

/** Strategic patches are for built-in kinds. */
function isCustom({ kind }: FuzzedKind): boolean {
  return FUZZED_DEFINITIONS.some((definition) => textAt(definition, 'spec', 'names', 'kind') === kind);
}

/** The least object with every field more that both servers accept. */
async function fullObject(arena: Arena, kind: FuzzedKind, signal: AbortSignal): Promise<JsonObject> {
  const steps = new ObjectSteps(kind);
  const namespace = await arena.newNamespace(signal);
  const headers = { 'content-type': 'application/json' };
  const path = `${steps.collection.replace('<ns>', namespace)}?dryRun=All&fieldValidation=Strict`;
  const isAccepted = async (body: JsonObject): Promise<boolean> => {
    const request = { method: 'POST', path, headers, body } as const;
    const ask = async (side: 'ours' | 'real'): Promise<number> =>
      (await exchange(arena[side], request, signal)).status;
    return (await Promise.all([ask('ours'), ask('real')])).every((status) => status === 201);
  };
  let full = steps.object(leastOf(kind.shape) as JsonObject);
  for (const [at, shape] of fieldsOf(contentOf(kind))) {
    if (valueAt(full, at) !== undefined) continue;
    for (const value of shape.is === 'one' ? shape.values : [leastOf(shape)]) {
      const next = withAt(full, at, value) as JsonObject;
      if (!(await isAccepted(next))) continue;
      full = next;
      break;
    }
  }
  return full;
}

/** What says where an object is, and what it is. */
const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'metadata.name']);

const ORDERS: readonly JsonValue[] = [[], [null], ['x'], [{}], 'x', null];

class FullSweep extends ObjectSteps {
  readonly #full: JsonObject;
  readonly #paths: readonly Path[];

  constructor(kind: FuzzedKind, full: JsonObject) {
    super(kind);
    this.#full = full;
    this.#paths = pathsIn(full)
      .filter((path) => !IDENTITY.has(path.join('.')))
      .toArray();
  }

  /** Each field with each value. */
  *changes(): Generator<Sequence> {
    yield* this.#changes([this.create(this.#full, '?fieldManager=base')], (shape) =>
      shape.is === 'one' ? [...shape.odd, ...shape.values, ...ANY] : ANY,
    );
  }

  *changesWhileDeleted(): Generator<Sequence> {
    const held = withMetadata(this.#full, { finalizers: ['example.com/hold'] });
    const steps = [
      this.create(held, '?fieldManager=base'),
      this.step('delete', 'DELETE', '/one?propagationPolicy=Background'),
    ];
    yield* this.#changes(steps, (shape) =>
      shape.is === 'one' ? [...shape.odd, ...shape.values, null] : [null, [], {}],
    );
  }

  *#changes(before: readonly Step[], valuesOf: (shape: Shape) => readonly JsonValue[]): Generator<Sequence> {
    for (const [path, shape] of fieldsOf(contentOf(this.kind))) {
      const steps = valuesOf(shape).flatMap((value) => this.#writes(path, value));
      yield this.sequence(path.join('.'), [...before, ...steps]);
    }
  }

  #writes(path: Path, value: JsonValue): readonly Step[] {
    const whole = withAt(this.#full, path, value) as JsonObject;
    return [
      this.step('update', 'PUT', '/one?dryRun=All', withMetadata(whole, { resourceVersion: '<version>' })),
      this.patch('merge', 'dryRun=All', withAt({}, path, value)),
      this.patch('strategic', 'dryRun=All', partAt(this.#full, path, value)),
      this.patch('json', 'dryRun=All', [{ op: 'replace', path: pointerTo(path), value }]),
      this.patch('apply', 'dryRun=All&fieldManager=base&force=true', whole),
      this.patch('apply', 'dryRun=All&fieldManager=other', whole),
    ];
  }

  /** Each value copied and moved to the place of each other one. */
  *transfers(): Generator<Sequence> {
    for (const path of this.#paths) {
      const from = pointerTo(path);
      const operations: readonly (readonly JsonObject[])[] = [
        [{ op: 'remove', path: from }],
        [{ op: 'test', path: from, value: valueAt(this.#full, path)! }],
        [{ op: 'test', path: from, value: 'another' }],
        ...this.#paths.flatMap((to) => ['copy', 'move'].map((op) => [{ op, from, path: pointerTo(to) }])),
      ];
      const steps = operations.map((body) => this.patch('json', 'dryRun=All', body));
      yield this.sequence(`from ${path.join('.')}`, [this.create(this.#full), ...steps]);
    }
  }

  /** Each directive of strategic patches, for each object and list. */
  *directives(): Generator<Sequence> {
    for (const path of this.#paths) {
      const value = valueAt(this.#full, path);
      const bodies = Array.isArray(value)
        ? this.#ofList(path, value)
        : isJsonObject(value)
          ? this.#ofObject(path, value)
          : [];
      const steps = bodies.map((body) => this.patch('strategic', 'dryRun=All', body));
      if (steps.length > 0)
        yield this.sequence(`directives of ${path.join('.')}`, [this.create(this.#full), ...steps]);
    }
  }

  #ofObject(path: Path, value: JsonObject): readonly JsonValue[] {
    const names = Object.keys(value);
    const kept: readonly JsonValue[] = [[], ['x'], names, names.slice(1), 'x', null, [null]];
    return [
      ...['delete', 'replace', 'merge', 'bogus', 5, null].flatMap(($patch) => [
        { $patch },
        { ...value, $patch },
        { unknown: 1, $patch },
      ]),
      ...kept.flatMap(($retainKeys) => [{ $retainKeys }, { ...value, $retainKeys }]),
    ].map((part) => partAt(this.#full, path, part));
  }

  #ofList(path: Path, value: readonly JsonValue[]): readonly JsonValue[] {
    const name = String(path.at(-1));
    const keyed = value.map((item) => (isJsonObject(item) ? keysOf(item) : item));
    const orders = [...ORDERS, keyed, [...keyed, ...keyed]];
    return [
      ...['delete', 'replace', 'merge', 'bogus', 5, null]
        .flatMap(($patch) => [
          [{ $patch }],
          [...value, { $patch }],
          value.map((item) => (isJsonObject(item) ? { ...item, $patch } : item)),
        ])
        .map((part) => partAt(this.#full, path, part)),
      ...orders
        .flatMap((order) => [
          { [`$setElementOrder/${name}`]: order },
          { [`$setElementOrder/${name}`]: order, [name]: value },
          { [`$deleteFromPrimitiveList/${name}`]: order },
        ])
        .map((part) => partAt(this.#full, path.slice(0, -1), part)),
    ];
  }

  /** Each field set, taken and given up by several managers. */
  *ownership(): Generator<Sequence> {
    const none = this.object({});
    const least = this.object(leastOf(this.kind.shape) as JsonObject);
    for (const [path, shape] of fieldsOf(contentOf(this.kind))) {
      const [value, other = value] = shape.is === 'one' ? shape.values : [valueAt(this.#full, path)];
      if (value === undefined || other === undefined) continue;
      const having = (obj: JsonObject, one: JsonValue): JsonObject => withAt(obj, path, one) as JsonObject;
      const apply = (manager: string, config: JsonObject, force: boolean = false): Step =>
        this.patch('apply', `fieldManager=${manager}${force ? '&force=true' : ''}`, config);
      const merge = (one: JsonValue): Step =>
        this.patch('merge', 'fieldManager=gamma', withAt({}, path, one));
      yield this.sequence(`owners of ${path.join('.')}`, [
        apply('alpha', having(this.#full, value)),
        apply('beta', having(least, other)),
        apply('beta', having(least, other), true),
        apply('alpha', this.#full),
        apply('alpha', least),
        apply('beta', least, true),
        merge(null),
        apply('alpha', having(least, value)),
        merge(other),
        apply('alpha', having(least, value)),
        apply('alpha', none),
        apply('beta', none),
        this.step('update', 'PUT', '/one?fieldManager=delta', having(least, value)),
        apply('alpha', none),
        apply('alpha', having(none, value), true),
        apply('alpha', none),
        this.step('get', 'GET', '/one'),
      ]);
    }
  }
}
