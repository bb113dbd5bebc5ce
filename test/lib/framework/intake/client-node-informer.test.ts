import type { V1ConfigMap } from '@kubernetes/client-node';

import { fromClientNodeInformer } from '../../../../lib/framework/intake/client-node-informer.ts';
import type { Informer, InformerEvent } from '../../../../lib/informer/informer.ts';
import { ConfigMap } from '../../../../lib/object/kinds.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite, type TestContext } from '../../../kit/suite.ts';
import { RecordingLogger } from '../../../kit/recording-logger.ts';

/** Behaves as client-node's: a failure is told by the error handlers, `start` does not reject. */
class FakeClientNodeInformer {
  readonly handlers: Record<string, ((value: never) => void)[]> = {
    add: [],
    update: [],
    delete: [],
    error: [],
  };
  starts = 0;
  stops = 0;
  /** What happens at the next start: the list, or a failure. */
  onStart: () => void | Promise<void> = () => {};

  on(verb: 'add' | 'update' | 'delete', handler: (obj: V1ConfigMap) => void): void;
  on(verb: 'error', handler: (error?: unknown) => void): void;
  on(verb: string, handler: (value: never) => void): void {
    this.handlers[verb]!.push(handler);
  }

  async start(): Promise<void> {
    this.starts += 1;
    await this.onStart();
  }

  async stop(): Promise<void> {
    this.stops += 1;
    this.tell('error', new Error('aborted'));
  }

  tell(verb: string, value: unknown): void {
    for (const handler of this.handlers[verb]!) handler(value as never);
  }
}

function model(name: string, uid: string, resourceVersion = '1'): V1ConfigMap {
  return {
    metadata: {
      name,
      namespace: 'default',
      uid,
      resourceVersion,
      creationTimestamp: new Date('2026-01-02T03:04:05Z'),
      managedFields: [{ manager: 'kubectl' }],
    },
    data: { a: 'b' },
  };
}

interface Running {
  readonly clock: VirtualClock;
  readonly source: FakeClientNodeInformer;
  readonly informer: Informer<ConfigMap>;
  readonly events: InformerEvent<ConfigMap>[];
}

async function running(t: TestContext, prepare: (source: FakeClientNodeInformer) => void): Promise<Running> {
  const clock = new VirtualClock();
  const source = new FakeClientNodeInformer();
  prepare(source);
  const informer = fromClientNodeInformer(source, ConfigMap);
  const events: InformerEvent<ConfigMap>[] = [];
  const subscription = informer.subscribe((event) => void events.push(event));
  const stop = new AbortController();
  const run = informer.run(t.ctx.withClock(clock).withSignal(stop.signal));
  t.defer(async () => {
    stop.abort(new Error('bye'));
    await run;
    subscription[Symbol.dispose]();
  });
  await clock.advance(0);
  return { clock, source, informer, events };
}

suite('fromClientNodeInformer', (test) => {
  test('tells of wire objects with their kind, without managed fields', async (t) => {
    const { informer, events } = await running(t, (source) => {
      source.onStart = () => source.tell('add', model('a', 'u1'));
    });
    const object: ConfigMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        namespace: 'default',
        uid: 'u1',
        resourceVersion: '1',
        creationTimestamp: '2026-01-02T03:04:05Z',
      },
      data: { a: 'b' },
    };
    equal(events, [{ type: 'update', object, initial: true }]);
    equal(informer.get('default/a'), object);
    equal(informer.list({ index: 'namespace', value: 'default' }), [object]);
    await informer.whenSynced(t.ctx);
    equal(informer.health(), { synced: true, connected: true, running: true, lists: 1, watches: 1, size: 1 });
  });

  test('tells of changes with what was known, and of deletions', async (t) => {
    const { source, events } = await running(t, () => {});
    source.tell('add', model('a', 'u1', '1'));
    source.tell('update', model('a', 'u1', '2'));
    source.tell('delete', model('a', 'u1', '3'));
    const short = events.map((event) =>
      event.type === 'update'
        ? [event.old?.metadata?.resourceVersion, event.object.metadata?.resourceVersion, event.initial]
        : event.type,
    );
    equal(short, [[undefined, '1', false], ['1', '2', false], 'delete']);
  });

  test('tells of an object that has the name of another as a delete and an update', async (t) => {
    const { source, events } = await running(t, () => {});
    source.tell('add', model('a', 'u1'));
    source.tell('update', model('a', 'u2'));
    equal(
      events.map((event) =>
        event.type === 'error' ? 'error' : `${event.type} ${event.object.metadata?.uid}`,
      ),
      ['update u1', 'delete u1', 'update u2'],
    );
  });

  test('starts it again with backoff when it stops with an error', async (t) => {
    const { clock, source, informer, events } = await running(t, (fake) => {
      fake.onStart = () => {
        if (fake.starts < 3) fake.tell('error', new Error('refused'));
      };
    });
    is(informer.health().synced, false);
    is(source.starts, 1);
    await clock.advance(10_000);
    is(source.starts, 3);
    is(informer.health().synced, true);
    is(informer.health().error, undefined);
    equal(
      events.map(({ type }) => type),
      ['error', 'error'],
    );
    source.tell('error', new Error('cut'));
    is(informer.health().connected, false);
    await clock.advance(2000);
    is(source.starts, 4);
    is(informer.health().connected, true);
  });

  test('takes a start that rejects for an error', async (t) => {
    const { clock, source } = await running(t, (fake) => {
      fake.onStart = async () => {
        if (fake.starts === 1) throw new Error('no network');
      };
    });
    await clock.advance(10_000);
    is(source.starts, 2);
  });

  test('stops it when its last user leaves, without a word of error', async (t) => {
    const clock = new VirtualClock();
    const source = new FakeClientNodeInformer();
    const informer = fromClientNodeInformer(source, ConfigMap);
    const stop = new AbortController();
    const run = informer.run(t.ctx.withClock(clock).withSignal(stop.signal));
    await clock.advance(0);
    stop.abort(new Error('bye'));
    await run;
    is(source.stops, 1);
    is(informer.health().running, false);
  });

  test('replays its objects to a late subscriber, and streams', async (t) => {
    const { source, informer } = await running(t, () => {});
    source.tell('add', model('a', 'u1'));
    const stop = new AbortController();
    for await (const event of informer.events(t.ctx.withSignal(stop.signal))) {
      is(event.type, 'update');
      stop.abort(new Error('seen'));
    }
  });

  test('logs handlers that throw, and tells the others', async (t) => {
    const clock = new VirtualClock();
    const logger = new RecordingLogger();
    const source = new FakeClientNodeInformer();
    const informer = fromClientNodeInformer(source);
    const stop = new AbortController();
    const run = informer.run(t.ctx.withClock(clock).withLogger(logger).withSignal(stop.signal));
    await clock.advance(0);
    let heard = 0;
    informer.subscribe(() => {
      throw new Error('boom');
    });
    informer.subscribe(() => void (heard += 1));
    source.tell('add', model('a', 'u1'));
    is(heard, 1);
    is(logger.of('handler of an informer failed').length, 1);
    stop.abort(new Error('bye'));
    await run;
  });
});
