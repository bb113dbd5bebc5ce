import type { Context } from '../../../context/index.ts';
import type { Client, KindRef, PatchBody } from '../../../lib/client/client.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import type { EventInput } from '../../../lib/events/event-object.ts';
import {
  type EventRecorder,
  type EventRecorderConfig,
  eventOfError,
  newEventRecorder,
} from '../../../lib/events/event-recorder.ts';
import { Registry } from '../../../lib/metrics.ts';
import type { Event } from '../../../lib/object/kinds.ts';
import type { KubernetesObject, ObjectRef } from '../../../lib/object/kubernetes-object.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, match, ok, throws } from '../../kit/assert.ts';
import { RecordingLogger } from '../../kit/recording-logger.ts';
import { suite } from '../../kit/suite.ts';
import { apiError } from '../framework/fake-cluster.ts';

const POD: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', uid: 'u1', resourceVersion: '7' },
};
const BACKUP: EventInput = { type: 'Warning', reason: 'BackupFailed', note: 'the disk is full' };

/** A recorder, a server that keeps what it is sent, and a clock. */
class Bench implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly logger = new RecordingLogger();
  readonly registry = new Registry();
  readonly created: Event[] = [];
  readonly patches: unknown[] = [];
  /** The next writes fail with these. */
  readonly refusals: unknown[] = [];
  readonly recorder: EventRecorder;

  constructor() {
    const { clock, logger, registry } = this;
    const config = { client: this.#client(), controller: 'example.com/shop', logger, clock, registry };
    this.recorder = newEventRecorder(config);
  }

  async count(result: string): Promise<number> {
    const { values = [] } = (await this.registry.getSingleMetric('operatorkit_events_total')?.get()) ?? {};
    return values.find(({ labels }) => labels['result'] === result)?.value ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const disposed = Promise.resolve(this.recorder[Symbol.asyncDispose]());
    let done = false;
    void disposed.then(() => (done = true));
    await this.clock.runUntil(() => done);
  }

  #client(): Client {
    const refuse = (): void => {
      const refusal = this.refusals.shift();
      if (refusal !== undefined) throw refusal as Error;
    };
    const methods = {
      create: async <T extends KubernetesObject>(_ctx: Context, _kind: KindRef<T>, obj: T) => {
        refuse();
        this.created.push(obj as KubernetesObject as Event);
        return obj;
      },
      patch: async (_ctx: Context, _kind: unknown, { name }: ObjectRef, patch: PatchBody) => {
        refuse();
        this.patches.push({ name, ...(patch as { readonly value: object }).value });
        return {};
      },
    };
    return methods as unknown as Client;
  }
}

suite('EventRecorder', (test) => {
  test('writes what it takes, in order, behind the back of who records', async () => {
    await using bench = new Bench();
    bench.recorder.record(POD, BACKUP);
    bench.recorder.record(POD, {
      reason: 'Scaled',
      note: 'to 3',
      action: 'Scale',
      related: { ...POD, kind: 'Node' },
    });
    equal(bench.created, []);
    await bench.clock.advance(0);
    const [first, second] = bench.created;
    match(first?.metadata?.name ?? '', /^web\.[0-9a-f]{16}$/u);
    const { name: _, ...metadata } = first?.metadata ?? {};
    equal(
      { ...first, metadata },
      {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { namespace: 'shop' },
        eventTime: '2024-01-01T00:00:00.000000Z',
        type: 'Warning',
        reason: 'BackupFailed',
        action: 'BackupFailed',
        note: 'the disk is full',
        regarding: {
          apiVersion: 'v1',
          kind: 'Pod',
          name: 'web',
          namespace: 'shop',
          uid: 'u1',
          resourceVersion: '7',
        },
        reportingController: 'example.com/shop',
        reportingInstance: 'example.com/shop',
      },
    );
    is(second?.type, 'Normal');
    is(second?.action, 'Scale');
    is(second?.related?.kind, 'Node');
    is(await bench.count('written'), 2);
  });

  test('counts repetitions in the first event, and writes that at most every 30 seconds', async () => {
    await using bench = new Bench();
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(0);
    for (let again = 0; again < 5; again += 1) {
      await bench.clock.advance(1000);
      bench.recorder.record(POD, BACKUP);
    }
    equal(bench.patches, []);
    await bench.clock.advance(25_000);
    const name = bench.created[0]?.metadata?.name;
    const series = { count: 6, lastObservedTime: '2024-01-01T00:00:05.000000Z' };
    equal(bench.patches, [{ name, series }]);
    is(bench.created.length, 1);
  });

  test('takes what comes after six minutes of silence for a new event', async () => {
    await using bench = new Bench();
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(360_000);
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(0);
    is(bench.created.length, 2);
  });

  test('drops what is more than 25 different events about an object, and says so in a metric', async () => {
    await using bench = new Bench();
    for (let index = 0; index < 30; index += 1) bench.recorder.record(POD, { ...BACKUP, note: `${index}` });
    bench.recorder.record({ ...POD, metadata: { name: 'other' } }, BACKUP);
    await bench.clock.advance(0);
    is(bench.created.length, 26);
    is(bench.created.at(-1)?.metadata?.namespace, 'default');
    is(await bench.count('dropped'), 5);
    await bench.clock.advance(300_000);
    bench.recorder.record(POD, { ...BACKUP, note: 'again' });
    await bench.clock.advance(0);
    is(bench.created.length, 27);
  });

  test('tries again what fails, and gives up what is refused, with a hint', async () => {
    await using bench = new Bench();
    bench.refusals.push(apiError(503, 'ServiceUnavailable'), new Error('no connection'));
    bench.recorder.record(POD, BACKUP);
    await bench.clock.runUntil(() => bench.created.length === 1);
    await bench.recorder.flush();
    bench.refusals.push(apiError(403, 'Forbidden'));
    bench.recorder.record(POD, { ...BACKUP, note: 'another' });
    await bench.clock.advance(0);
    is(bench.created.length, 1);
    is(await bench.count('failed'), 1);
    match(bench.logger.lines.at(-1)?.message ?? '', /allow create and patch of events/u);
  });

  test('takes an event that is there already for its own attempt without an answer', async () => {
    await using bench = new Bench();
    bench.refusals.push(apiError(409, 'AlreadyExists'));
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(0);
    is(await bench.count('written'), 1);
  });

  test('writes a new event when the first has expired', async () => {
    await using bench = new Bench();
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(0);
    bench.recorder.record(POD, BACKUP);
    bench.refusals.push(apiError(404, 'NotFound'));
    await bench.recorder.flush();
    is(bench.created.length, 2);
  });

  test('uses events of the core group where the others are not served', async () => {
    await using bench = new Bench();
    bench.refusals.push(apiError(404, 'NotFound'));
    bench.recorder.record(POD, BACKUP);
    await bench.clock.advance(0);
    bench.recorder.record(POD, BACKUP);
    await bench.recorder.flush();
    const [event] = bench.created as unknown as readonly Record<string, unknown>[];
    equal(
      [event?.['apiVersion'], event?.['message'], event?.['count'], event?.['lastTimestamp']],
      ['v1', 'the disk is full', 1, '2024-01-01T00:00:00Z'],
    );
    equal(event?.['source'], { component: 'example.com/shop' });
    equal(bench.patches.length, 1);
    is((bench.patches[0] as { count: number }).count, 2);
  });

  test('cuts long notes between characters, and keeps credentials out of them', async () => {
    await using bench = new Bench();
    bench.recorder.record(POD, {
      reason: 'R'.repeat(200),
      note: `Authorization: Bearer abcdefghijkl ${'ü'.repeat(1000)}`,
    });
    await bench.clock.advance(0);
    const { note = '', reason } = bench.created[0] ?? {};
    ok(!note.includes('abcdefgh') && !note.includes('\uFFFD') && note.endsWith('…'), note.slice(0, 60));
    ok(Buffer.byteLength(note) <= 1024);
    is(reason?.length, 128);
  });

  test('writes what is left at its end, and then takes nothing more', async () => {
    const bench = new Bench();
    bench.recorder.record(POD, BACKUP);
    bench.recorder.record(POD, BACKUP);
    await bench[Symbol.asyncDispose]();
    is(bench.created.length, 1);
    is((bench.patches[0] as { series: { count: number } }).series.count, 2);
    bench.recorder.record(POD, { ...BACKUP, note: 'late' });
    await bench.clock.advance(60_000);
    is(bench.created.length, 1);
    is(bench.clock.pending, 0);
  });

  test('ends although the server never answers', async () => {
    const bench = new Bench();
    bench.refusals.push(...Array.from({ length: 9 }, () => apiError(503, 'ServiceUnavailable')));
    bench.recorder.record(POD, BACKUP);
    await bench[Symbol.asyncDispose]();
    equal(bench.created, []);
    is(bench.clock.pending, 0);
  });

  const bad: Readonly<Record<string, (recorder: EventRecorder) => void>> = {
    'object of an event must have a metadata.name': (recorder) => recorder.record({}, BACKUP),
    'EventInput.reason must not be empty': (recorder) => recorder.record(POD, { ...BACKUP, reason: '' }),
    'EventInput.note must not be empty': (recorder) => recorder.record(POD, { ...BACKUP, note: '' }),
    'EventRecorderConfig.controller must not be empty': () =>
      newEventRecorder({ logger: new RecordingLogger() } as unknown as EventRecorderConfig),
  };
  for (const [message, act] of Object.entries(bad))
    test(`says: ${message}`, async () => {
      await using bench = new Bench();
      const error = throws(() => act(bench.recorder)) as Error;
      ok(isInvalidConfig(error));
      is(error.message, message);
    });
});

suite('eventOfError', (test) => {
  test('is made of an error with a kind and a description, also inside another one', () => {
    const inner = Object.assign(new Error('boom'), { kind: 'QuotaError', description: 'no more machines' });
    equal(eventOfError(new Error('outer', { cause: inner })), {
      type: 'Warning',
      reason: 'QuotaError',
      note: 'no more machines',
      action: 'Reconcile',
    });
  });

  test('is none of any other', () => {
    for (const error of [new Error('boom'), undefined, 'text', { kind: 'K' }, { kind: 1, description: 'd' }])
      is(eventOfError(error), undefined);
  });
});
