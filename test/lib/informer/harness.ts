import type { Context } from '../../../context/index.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import type { CacheSource } from '../../../lib/informer/cache-source.ts';
import type { InformerOptions } from '../../../lib/informer/informer-options.ts';
import type { Informer, InformerEvent } from '../../../lib/informer/informer.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { keyOf } from '../../../lib/object/kubernetes-object.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import type { TestContext } from '../../kit/suite.ts';
import { FakeApi, Website } from './fake-api.ts';

/** An informer on a fake API, under a virtual clock, whose backoff waits exactly one second. */
export class Harness {
  readonly api: FakeApi;
  readonly clock = new VirtualClock();
  readonly ctx: Context;
  readonly informer: Informer<Website> & CacheSource<Website>;
  /** What subscribers heard, as `update a/b`, `delete a/b`, `stale delete a/b`, `initial a/b`, `error`. */
  readonly heard: string[] = [];
  readonly errors: unknown[] = [];

  constructor(t: TestContext, options: Partial<InformerOptions<Website>> = {}, api: FakeApi = new FakeApi()) {
    this.api = api;
    this.ctx = t.ctx.withClock(this.clock);
    const client = newClient({ transport: api });
    const backOffFactory = () => ({ next: () => 1000, reset: () => {} });
    this.informer = newInformer({ client, kind: Website, backOffFactory, ...options });
    this.informer.subscribe((event) => this.#hear(event));
  }

  /** Runs until the test ends. */
  start(t: TestContext): void {
    const run = this.informer.run(this.ctx);
    t.defer(() => run);
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let i = 0; i < 5; i += 1) await this.clock.advance(0);
  }

  async synced(t: TestContext): Promise<void> {
    this.start(t);
    await this.clock.runUntil(() => this.informer.health().synced && this.api.streams.size > 0);
    await this.settle();
  }

  /** What was heard since the last call. */
  news(): string[] {
    return this.heard.splice(0);
  }

  #hear(event: InformerEvent<Website>): void {
    if (event.type === 'error') {
      this.errors.push(event.error);
      this.heard.push('error');
      return;
    }
    const { type } = event;
    const word = type === 'update' ? (event.initial ? 'initial' : type) : event.stale ? 'stale delete' : type;
    this.heard.push(`${word} ${keyOf(event.object)}`);
  }
}

/** Name and version of all objects, for a comparison of the store with the server. */
export function versions(objects: Iterable<Website>): Record<string, string | undefined> {
  const pairs = Array.from(objects, (obj) => [keyOf(obj), obj.metadata?.resourceVersion] as const);
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
