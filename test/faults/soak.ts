import type { Context } from '../../context/index.ts';
import { exponentialBackOff } from '../../lib/backoff.ts';
import type { Client } from '../../lib/client/client.ts';
import { ensureCrd } from '../../lib/framework/crd/crd.ts';
import { Framework } from '../../lib/framework/framework.ts';
import { ResourceRouter } from '../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../lib/framework/resources/resource-set.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import { Registry } from '../../lib/metrics.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { equal } from '../kit/assert.ts';
import { randomNumbers } from '../lib/queue/random-numbers.ts';
import type { Recovered } from './disturbances.ts';
import { Item, ITEM_CRD } from './item.ts';
import { Ledger } from './ledger.ts';
import { Writer } from './writer.ts';

export interface SoakOptions {
  /** For the writer. */
  readonly client: Client;
  /** For the operator. */
  readonly operatorClient: Client;
  readonly namespace: string;
  readonly seed: number;
  readonly operations: number;
  readonly objects: number;
  /** Called for each operation that took effect, with their count so far. May set off faults. */
  readonly onOperation: (count: number, recovered: Recovered) => Promise<void>;
  /** Waits until the faults that `onOperation` set off are over. */
  readonly faultsEnd: () => Promise<void>;
  /** How long the operator may take to catch up in the end, in milliseconds. */
  readonly catchUpMs: number;
}

/** What a soak came to, for the one who reads its output. */
export interface SoakReport {
  readonly creates: number;
  readonly updates: number;
  readonly deletes: number;
  readonly living: number;
  readonly reconciles: number;
  readonly lists: number;
  readonly watches: number;
  readonly seconds: number;
}

/**
 * Two operators on one informer: one guards its objects by finalizers, the other does not. Each handles the
 * objects that say so. Nothing resyncs, so that what is lost stays lost.
 */
class Operators implements AsyncDisposable {
  readonly informer: Informer<Item>;
  readonly guarded: Ledger;
  readonly unguarded: Ledger;
  readonly #stop = new AbortController();
  readonly #running: readonly Promise<void>[];

  constructor(ctx: Context, { operatorClient: client, namespace, seed }: SoakOptions) {
    const registry = new Registry();
    const quick = () => exponentialBackOff({ initialMs: 20, factor: 2, maxMs: 500 });
    this.informer = newInformer<Item>({ client, kind: Item, namespace, registry, backOffFactory: quick });
    this.guarded = new Ledger({ client, kind: Item, random: randomNumbers(seed + 101) });
    this.unguarded = new Ledger({ client, kind: Item, random: randomNumbers(seed + 102) });
    const run = async (name: string, finalizer: boolean, ledger: Ledger): Promise<void> => {
      const { logger } = ctx;
      const handles = (obj: Item): boolean => obj.spec.guarded === finalizer;
      const set = new ResourceSet<Item>({ handles, logger, resources: [ledger] });
      const framework = new Framework<Item>({
        name,
        finalizer,
        client,
        kind: Item,
        registry,
        logger,
        informer: this.informer,
        resourceRouter: new ResourceRouter({ logger, resourceSets: [set] }),
        backOffFactory: quick,
        resyncMs: 0,
      });
      await framework.boot(this.#stop.signal);
    };
    this.#running = [run('guarded', true, this.guarded), run('unguarded', false, this.unguarded)];
  }

  get ledgers(): readonly Ledger[] {
    return [this.guarded, this.unguarded];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the soak is over'));
    await Promise.all(this.#running);
  }
}

/**
 * Writes at random while faults happen, then waits until the operators have caught up, and holds everything
 * against the state last written.
 *
 * @throws when a key was lost, a ghost is left, one key ran twice at once, or a promise of order was broken.
 */
export async function soak(ctx: Context, options: SoakOptions): Promise<SoakReport> {
  const started = ctx.clock.monotonic();
  await ensureCrd(ctx, options.client, ITEM_CRD, { pollMs: 20 });
  await using operators = new Operators(ctx, options);
  const recovered: Recovered = async () => {
    const works = (): boolean => {
      const { connected, error } = operators.informer.health();
      return connected && error === undefined;
    };
    await eventually(works, (is) => is, { what: 'the recovery', deadlineMs: options.catchUpMs });
  };
  const writer = new Writer({
    ...options,
    randomOf: (lane) => randomNumbers(options.seed + lane),
    onOperation: async (count) => await options.onOperation(count, recovered),
  });
  await writer.run(ctx);
  await options.faultsEnd();
  const want = wantedState(writer);
  const state = (): Promise<State> => readState(ctx, operators, options);
  const deadline = { what: 'the state last written', deadlineMs: options.catchUpMs, intervalMs: 50 };
  const same = (found: State): boolean => JSON.stringify(found) === JSON.stringify(want);
  await eventually(state, same, { ...deadline, signal: ctx.signal }).catch(async () =>
    equal(differences(await state(), want), {}),
  );
  const { create, update, delete: deletes } = writer.counts;
  const { lists, watches } = operators.informer.health();
  return {
    creates: create,
    updates: update,
    deletes,
    living: writer.model.size,
    reconciles: operators.guarded.runs + operators.unguarded.runs,
    lists,
    watches,
    seconds: Math.round((ctx.clock.monotonic() - started) / 100) / 10,
  };
}

/** Everything that must be so in the end; each list is sorted by name. */
interface State {
  /** `name operation` of what the server has. */
  readonly server: readonly string[];
  /** The operations that the objects' statuses name. */
  readonly statuses: readonly string[];
  /** What the operators made of it. */
  readonly applied: readonly string[];
  /** Objects whose cached version, or uid in a ledger, is not the server's. */
  readonly strays: readonly string[];
  /** Objects that were reconciled and never deleted, though they are gone. */
  readonly lost: readonly string[];
  readonly breaches: readonly string[];
}

function wantedState({ model }: Writer): State {
  const all = lines(model);
  return { server: all, statuses: all, applied: all, strays: [], lost: [], breaches: [] };
}

async function readState(ctx: Context, operators: Operators, options: SoakOptions): Promise<State> {
  const items = await options.client.listAll<Item>(ctx, Item, { namespace: options.namespace });
  const applied = operators.ledgers.flatMap((ledger) => [...ledger.applied]);
  const uids = new Map(items.map(({ metadata }) => [metadata?.name ?? '', metadata?.uid ?? '']));
  const living = new Set(uids.values());
  return {
    server: lines(items.map(({ metadata, spec }) => [metadata?.name ?? '', spec.operation])),
    statuses: lines(items.map(({ metadata, status }) => [metadata?.name ?? '', status?.operation])),
    applied: lines(applied.map(([name, { operation }]) => [name, operation])),
    strays: [
      ...applied.filter(([name, { uid }]) => uids.get(name) !== uid).map(([name]) => `applied ${name}`),
      ...cacheStrays(items, operators.informer),
    ],
    lost: operators.ledgers.flatMap((ledger) => ledger.lost(living)),
    breaches: operators.ledgers.flatMap(({ breaches }) => breaches),
  };
}

function cacheStrays(items: readonly Item[], informer: Informer<Item>): string[] {
  const version = ({ metadata }: Item): string =>
    `${metadata?.name} ${metadata?.uid} ${metadata?.resourceVersion}`;
  const ofServer = new Set(items.map(version));
  const ofCache = new Set(informer.list().map(version));
  return [
    ...[...ofServer].filter((one) => !ofCache.has(one)).map((one) => `not in the cache: ${one}`),
    ...[...ofCache].filter((one) => !ofServer.has(one)).map((one) => `only in the cache: ${one}`),
  ];
}

/** What is wrong, by what it is wrong in: `+` for what should not be there, `-` for what is missing. */
function differences(found: State, want: State): Readonly<Record<string, readonly string[]>> {
  const all = (Object.keys(want) as (keyof State)[]).map((field) => {
    const [is, should] = [new Set(found[field]), new Set(want[field])];
    const more = found[field].filter((one) => !should.has(one)).map((one) => `+ ${one}`);
    const less = want[field].filter((one) => !is.has(one)).map((one) => `- ${one}`);
    return [field, [...more, ...less]] as const;
  });
  return Object.fromEntries(all.filter(([, ones]) => ones.length > 0));
}

function lines(entries: Iterable<readonly [string, number | undefined]>): string[] {
  return [...entries].map(([name, operation]) => `${name} ${operation}`).toSorted();
}
