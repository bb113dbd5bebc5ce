import type { Context } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { isNotFound } from '../../lib/client/errors.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import type { Kind } from '../../lib/object/kubernetes-object.ts';
import type { Item } from './item.ts';

/** What the operator has made of one object: its copy of the world outside. */
export interface Applied {
  readonly uid: string;
  readonly operation: number;
}

export interface LedgerOptions {
  readonly client: Client;
  readonly kind: Kind<Item>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Of so many reconciles one fails, before or after its work. */
const ONE_FAILS_IN = 25;

/**
 * The resource under test. It keeps what it was told, as an operator keeps machines somewhere else, writes the
 * status of its objects, fails now and then, and notes every breach of what the framework promises.
 */
export class Ledger implements Resource<Item> {
  readonly name = 'ledger';
  /** By the objects' names. */
  readonly applied = new Map<string, Applied>();
  /** Promises that were broken; empty in the end. */
  readonly breaches: string[] = [];
  runs = 0;
  readonly #options: LedgerOptions;
  readonly #running = new Set<string>();
  readonly #created = new Set<string>();
  /** The newest version that was seen, by uid. The writer's own order is none: a request that broke off may be done late. */
  readonly #versions = new Map<string, number>();
  readonly #deleted = new Set<string>();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  readonly ensureCreated = async (ctx: Context, obj: Item): Promise<void> => {
    await this.#exclusively(obj, async (name, uid) => {
      await this.#dawdle(ctx);
      this.#checkCreation(name, uid, Number(obj.metadata?.resourceVersion));
      this.#created.add(uid);
      this.applied.set(name, { uid, operation: obj.spec.operation });
      await this.#writeStatus(ctx, obj);
      this.#stumble();
    });
  };

  readonly ensureDeleted = async (ctx: Context, obj: Item): Promise<void> => {
    await this.#exclusively(obj, async (name, uid) => {
      await this.#dawdle(ctx);
      this.#stumble();
      if (this.applied.get(name)?.uid === uid) this.applied.delete(name);
      this.#deleted.add(uid);
    });
  };

  /** Objects that were reconciled, are not among these living ones, and whose deletion was never run. */
  lost(living: ReadonlySet<string>): readonly string[] {
    return [...this.#created].filter((uid) => !living.has(uid) && !this.#deleted.has(uid));
  }

  async #exclusively(obj: Item, work: (name: string, uid: string) => Promise<void>): Promise<void> {
    const { name = '', uid = '' } = obj.metadata ?? {};
    this.runs += 1;
    if (this.#running.has(name)) this.breaches.push(`${name} runs twice at once`);
    this.#running.add(name);
    try {
      await work(name, uid);
    } finally {
      this.#running.delete(name);
    }
  }

  #checkCreation(name: string, uid: string, version: number): void {
    const before = this.applied.get(name);
    if (this.#deleted.has(uid)) this.breaches.push(`${name} ${uid} is reconciled after its deletion`);
    if (before !== undefined && before.uid !== uid)
      this.breaches.push(`${name} ${uid} is reconciled before ${before.uid} was deleted`);
    const newest = this.#versions.get(uid) ?? 0;
    if (!(version >= newest)) this.breaches.push(`${name} goes back from version ${newest} to ${version}`);
    this.#versions.set(uid, version);
  }

  /** With the uid as a precondition: another object may have the name by now. */
  async #writeStatus(ctx: Context, { metadata, spec, status }: Item): Promise<void> {
    const { operation } = spec;
    if (status?.operation === operation) return;
    const { name = '', namespace = '', uid } = metadata ?? {};
    const value = { metadata: { uid }, status: { operation } };
    const { client, kind } = this.#options;
    try {
      await client.patch(ctx, kind, { name, namespace }, { type: 'merge', value }, { subresource: 'status' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Lets others in between, which is when two runs of one key would show. */
  async #dawdle(ctx: Context): Promise<void> {
    if (this.#options.random() < 0.5) await ctx.clock.sleep(this.#options.random() * 3, ctx.signal);
  }

  #stumble(): void {
    if (this.#options.random() * ONE_FAILS_IN < 1) throw new Error('the ledger stumbles');
  }
}
