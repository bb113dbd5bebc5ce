import type { Context } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { findApiError, isAlreadyExists, isNotFound, isUnreachable } from '../../lib/client/errors.ts';
import type { ObjectRef } from '../../lib/object/kubernetes-object.ts';
import { Item } from './item.ts';

export interface WriterOptions {
  readonly client: Client;
  readonly namespace: string;
  /** Over how many names. */
  readonly objects: number;
  /** How many creates, updates and deletes, all lanes together. */
  readonly operations: number;
  /** From 0 to 1; one for each lane, so that the order of answers changes nobody's choices. */
  readonly randomOf: (lane: number) => () => number;
  /** Told how many have taken effect so far, and awaited by the lane that did the last one. */
  readonly onOperation: (count: number) => Promise<void>;
}

const LANES = 8;
/** Of ten operations on an object that is there, so many delete it. */
const DELETES_OF_TEN = 3;
/** Between two attempts at what failed or must wait, in milliseconds. */
const AGAIN_MS = 10;

/**
 * Creates, updates and deletes objects at random, several at once, each name by one lane alone, so that the
 * state last written is known. What fails without an answer is looked at and done again until it is certain.
 */
export class Writer {
  /** The operation that each living object had last, by name. */
  readonly model = new Map<string, number>();
  readonly counts = { create: 0, update: 0, delete: 0 };
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.counts.create + this.counts.update + this.counts.delete;
  }

  async run(ctx: Context): Promise<void> {
    await Promise.all(Array.from({ length: LANES }, async (_, lane) => await this.#lane(ctx, lane)));
  }

  async #lane(ctx: Context, lane: number): Promise<void> {
    const { objects, operations, randomOf } = this.#options;
    const random = randomOf(lane);
    const names = Array.from({ length: objects }, (_, i) => i)
      .filter((i) => i % LANES === lane)
      .map((i) => `item-${i}`);
    const mine = Math.floor(operations / LANES) + (lane < operations % LANES ? 1 : 0);
    for (let done = 0; done < mine; done += 1) {
      const operation = lane * 1_000_000 + done + 1;
      while (!(await this.#operate(ctx, names[Math.floor(random() * names.length)]!, operation, random)))
        await ctx.clock.sleep(AGAIN_MS, ctx.signal);
      await this.#options.onOperation(this.count);
    }
  }

  /** @returns false for a name whose last object is still there, being deleted. */
  async #operate(ctx: Context, name: string, operation: number, random: () => number): Promise<boolean> {
    if (!this.model.has(name)) {
      const guarded = random() < 0.5;
      if (!(await this.#create(ctx, name, { operation, guarded }))) return false;
      this.model.set(name, operation);
      this.counts.create += 1;
    } else if (random() * 10 < DELETES_OF_TEN) {
      await this.#delete(ctx, name);
      this.model.delete(name);
      this.counts.delete += 1;
    } else {
      await this.#update(ctx, name, operation);
      this.model.set(name, operation);
      this.counts.update += 1;
    }
    return true;
  }

  async #create(ctx: Context, name: string, spec: Item['spec']): Promise<boolean> {
    const { client } = this.#options;
    return await this.#surely(ctx, async () => {
      try {
        await client.create<Item>(ctx, Item, { metadata: this.#ref(name), spec });
        return true;
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
        const found = await client.tryGet<Item>(ctx, Item, this.#ref(name));
        // An attempt without an answer may have made it.
        return found?.spec.operation === spec.operation;
      }
    });
  }

  async #update(ctx: Context, name: string, operation: number): Promise<void> {
    const value = { spec: { operation } };
    await this.#surely(ctx, async () => {
      await this.#options.client.patch<Item>(ctx, Item, this.#ref(name), { type: 'merge', value });
    });
  }

  async #delete(ctx: Context, name: string): Promise<void> {
    await this.#surely(ctx, async () => {
      try {
        await this.#options.client.delete(ctx, Item, this.#ref(name));
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    });
  }

  /** Until there is an answer that is no "not now". */
  async #surely<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (ctx.signal.aborted || !isPassing(error)) throw error;
        await ctx.clock.sleep(AGAIN_MS, ctx.signal);
      }
    }
  }

  #ref(name: string): Required<ObjectRef> {
    return { name, namespace: this.#options.namespace };
  }
}

/** What injected faults and a server that goes down answer. */
function isPassing(error: unknown): boolean {
  const code = findApiError(error)?.status.code ?? 0;
  return isUnreachable(error) || [409, 410, 429].includes(code) || code >= 500;
}
