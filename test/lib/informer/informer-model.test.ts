import type { InformerEvent } from '../../../lib/informer/informer.ts';
import { keyOf } from '../../../lib/object/kubernetes-object.ts';
import { equal, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { type Website, refusal } from './fake-api.ts';
import { Harness, versions } from './harness.ts';
import { JsonSamples } from './json-samples.ts';

const KEYS = ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'b/3'];

/** What somebody knows who only hears events; complains about events that make no sense to him. */
class Listener {
  /** A busy reader of the stream hears of the end of an object of the first list whose beginning he missed. */
  readonly #mayMiss: boolean;
  readonly known = new Map<string, Website>();

  constructor(mayMiss: boolean) {
    this.#mayMiss = mayMiss;
  }

  hear(event: InformerEvent<Website>): void {
    if (event.type === 'error') return;
    const key = keyOf(event.object);
    const before = this.known.get(key);
    if (event.type === 'delete') {
      if (before === undefined && this.#mayMiss) return;
      ok(before !== undefined, `a delete of ${key}, which is not known`);
      ok(before.metadata?.uid === event.object.metadata?.uid, `a delete of another ${key}`);
      this.known.delete(key);
      return;
    }
    ok(event.old === before, `an update of ${key} with another old object`);
    if (before !== undefined) {
      ok(before.metadata?.uid === event.object.metadata?.uid, `${key} changed its uid`);
      ok(Number(before.metadata?.resourceVersion) < Number(event.object.metadata?.resourceVersion));
    }
    this.known.set(key, event.object);
  }
}

/** Something happens to the objects, the streams or the requests. */
function disturb(h: Harness, samples: JsonSamples): void {
  const { api } = h;
  const what = samples.below(20);
  if (what < 9) return api.put(samples.pick(KEYS));
  if (what < 13) return api.delete(samples.pick(KEYS));
  if (what < 15) return api.cut(samples.pick(['end', 'reset', 'within a line'] as const));
  if (what === 15) return api.compact();
  if (what === 16)
    return api.inject(samples.pick(['garbage\n', '{"type":"ERROR","object":{"code":500}}\n', 'half']));
  if (what === 17) return api.bookmark();
  const answer = samples.pick([
    () => refusal(410, 'Expired'),
    () => refusal(500, 'InternalError'),
    () => new Error('connection refused'),
  ]);
  return void samples.pick([api.nextLists, api.nextWatches]).push(answer);
}

suite('an informer against a model', (test) => {
  for (const options of [
    { pageSize: 2 },
    { pageSize: 0 },
    { useWatchList: true },
    { namespaces: ['a', 'b'], pageSize: 1 },
  ]) {
    test(
      `ends with the server's state, whatever happens: ${JSON.stringify(options)}`,
      async (t) => {
        const samples = new JsonSamples(t.seed);
        for (let round = 0; round < 6; round += 1) {
          const h = new Harness(t, options);
          const [listener, reader] = [new Listener(false), new Listener(true)];
          const stop = new AbortController();
          const ctx = h.ctx.withSignal(stop.signal);
          h.informer.subscribe((event) => listener.hear(event));
          const reading = (async () => {
            for await (const event of h.informer.events(ctx)) {
              reader.hear(event);
              await ctx.clock.sleep(samples.below(300));
            }
          })();
          const run = h.informer.run(ctx);
          for (let i = 0; i < 60; i += 1) {
            disturb(h, samples);
            if (samples.below(3) === 0) await h.clock.advance(samples.below(1500));
          }
          h.api.nextLists.length = 0;
          h.api.nextWatches.length = 0;
          h.api.cut('reset');
          await h.clock.advance(60_000);
          const server = versions(h.api.objects.values());
          equal(versions(h.informer.list()), server);
          equal(versions(listener.known.values()), server);
          equal(versions(reader.known.values()), server);
          stop.abort();
          await run;
          await h.clock.advance(1000);
          await reading;
        }
      },
      { timeoutMs: 10_000 },
    );
  }
});
