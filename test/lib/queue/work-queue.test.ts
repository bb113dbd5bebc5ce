import { type BackOff, exponentialBackOff } from '../../../lib/backoff.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { LOW_PRIORITY } from '../../../lib/queue/queue.ts';
import { WorkQueue, type WorkQueueOptions } from '../../../lib/queue/work-queue.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, match, ok, rejects, throws } from '../../kit/assert.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

interface Setting {
  readonly clock: VirtualClock;
  readonly queue: WorkQueue;
  /** Takes a key that must be there. */
  readonly take: () => Promise<string>;
  /** Takes and ends all keys that are there. */
  readonly drain: () => Promise<string[]>;
}

function setting(t: TestContext, options: Partial<WorkQueueOptions> = {}): Setting {
  const clock = new VirtualClock();
  const queue = new WorkQueue({ name: 'test', clock, ...options });
  t.defer(() => queue.close());
  const take = async (): Promise<string> => {
    ok(queue.size > 0, 'no key is there');
    return await queue.take(t.signal);
  };
  const drain = async (): Promise<string[]> => {
    const keys: string[] = [];
    while (queue.size > 0) {
      keys.push(await take());
      queue.done(keys.at(-1)!);
    }
    return keys;
  };
  return { clock, queue, take, drain };
}

/** 10, 20, 40, … ms, without jitter. */
function doubling(): BackOff {
  return exponentialBackOff({ initialMs: 10, factor: 2, jitter: 0 });
}

suite('WorkQueue.add', (test) => {
  test('keeps a key that waits once, at its place', async (t) => {
    const { queue, drain } = setting(t);
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);
    is(queue.size, 3);
    equal(await drain(), ['a', 'b', 'c']);
  });

  test('lets higher priorities go first, in order of arrival within one', async (t) => {
    const { queue, drain } = setting(t);
    queue.add('low', { priority: LOW_PRIORITY });
    queue.add('a');
    queue.add('high', { priority: 5 });
    queue.add('b');
    equal(await drain(), ['high', 'a', 'b', 'low']);
  });

  test('raises a waiting key to the end of the higher priority, and never lowers one', async (t) => {
    const { queue, drain } = setting(t);
    queue.add('a', { priority: LOW_PRIORITY });
    queue.add('b');
    queue.add('c');
    queue.add('a');
    queue.add('b', { priority: LOW_PRIORITY });
    equal(await drain(), ['b', 'c', 'a']);
  });

  test('lets a delayed key be taken when its time has come', async (t) => {
    const { clock, queue, drain } = setting(t);
    queue.add('late', { afterMs: 100 });
    equal([queue.size, queue.delayed], [0, 1]);
    await clock.advance(99);
    is(queue.size, 0);
    await clock.advance(1);
    equal([queue.size, queue.delayed], [1, 0]);
    equal(await drain(), ['late']);
  });

  test('keeps the earlier of two times and the higher of two priorities', async (t) => {
    const { clock, queue, drain } = setting(t);
    queue.add('x', { afterMs: 200, priority: LOW_PRIORITY });
    queue.add('x', { afterMs: 50, priority: LOW_PRIORITY });
    queue.add('x', { afterMs: 300, priority: 1 });
    is(queue.delayed, 1);
    await clock.advance(50);
    queue.add('y');
    equal(await drain(), ['x', 'y']);
    await clock.advance(1000);
    is(queue.size, 0);
  });

  test('overrides a delay by a wish without one, and leaves no timer behind', async (t) => {
    const { clock, queue, drain } = setting(t);
    queue.add('x', { afterMs: 60_000 });
    queue.add('x');
    equal([queue.size, queue.delayed, clock.pending], [1, 0, 0]);
    equal(await drain(), ['x']);
  });

  test('does not delay a key that waits already', (t) => {
    const { queue } = setting(t);
    queue.add('x');
    queue.add('x', { afterMs: 1000 });
    equal([queue.size, queue.delayed], [1, 0]);
  });

  test('needs one timer for any number of delayed keys', async (t) => {
    const { clock, queue, drain } = setting(t);
    for (let i = 500; i > 0; i -= 1) queue.add(`k${i}`, { afterMs: i });
    is(clock.pending, 1);
    await clock.advance(500);
    equal(
      await drain(),
      Array.from({ length: 500 }, (_, i) => `k${i + 1}`),
    );
    is(clock.pending, 0);
  });

  test('takes a delay that is no positive number for none', (t) => {
    const { queue } = setting(t);
    for (const [i, afterMs] of [0, -5, Number.NaN].entries()) queue.add(`k${i}`, { afterMs });
    is(queue.size, 3);
  });

  test('refuses a priority that is no number', (t) => {
    const { queue } = setting(t);
    throws(() => queue.add('x', { priority: Number.NaN }), /^AddOptions.priority must be a number/);
    is(queue.size, 0);
  });
});

suite('WorkQueue.take', (test) => {
  test('does not hand out a key again before it is done', async (t) => {
    const { queue, take } = setting(t);
    queue.add('a');
    is(await take(), 'a');
    queue.add('a');
    queue.add('a');
    equal([queue.size, queue.running], [0, 1]);
    queue.done('a');
    equal([queue.size, queue.running], [1, 0]);
    is(await take(), 'a');
    queue.done('a');
    equal([queue.size, queue.running], [0, 0]);
  });

  test('keeps priority and time of what was asked for while a key ran', async (t) => {
    const { clock, queue, take } = setting(t);
    queue.add('a');
    await take();
    queue.add('a', { afterMs: 100, priority: 3 });
    await clock.advance(40);
    queue.done('a');
    equal([queue.size, queue.delayed], [0, 1]);
    await clock.advance(60);
    queue.add('b', { priority: 2 });
    is(await take(), 'a');
  });

  test('lets a key go at once when its time came while it ran', async (t) => {
    const { clock, queue, take } = setting(t);
    queue.add('a');
    await take();
    queue.add('a', { afterMs: 10 });
    await clock.advance(20);
    queue.done('a');
    is(queue.size, 1);
  });

  test('waits for a key, and serves those who wait in order', async (t) => {
    const { queue } = setting(t);
    const served: string[] = [];
    const takers = ['first', 'second', 'third'].map(async (name) => {
      served.push(`${name} got ${await queue.take(t.signal)}`);
    });
    queue.add('a');
    is(queue.running, 1);
    queue.add('b');
    queue.add('c');
    await Promise.all(takers);
    equal(served, ['first got a', 'second got b', 'third got c']);
    equal([queue.size, queue.running], [0, 3]);
  });

  test('serves those who wait when a delay ends and when a run ends', async (t) => {
    const { clock, queue } = setting(t);
    queue.add('a', { afterMs: 10 });
    const first = queue.take(t.signal);
    await clock.advance(10);
    is(await first, 'a');
    const second = queue.take(t.signal);
    queue.add('a');
    queue.done('a');
    is(await second, 'a');
  });

  test('rejects with the signal’s reason, and loses no key', async (t) => {
    const { queue, drain } = setting(t);
    const controller = new AbortController();
    const reason = new Error('stop');
    const [one, two] = [queue.take(controller.signal), queue.take(controller.signal)];
    controller.abort(reason);
    is(await rejects(one), reason);
    is(await rejects(two), reason);
    queue.add('a');
    is(await rejects(queue.take(controller.signal)), reason);
    equal(await drain(), ['a']);
  });

  test('skips one who gave up in the middle of the line', async (t) => {
    const { queue } = setting(t);
    const controller = new AbortController();
    const [first, second] = [queue.take(t.signal), queue.take(controller.signal)];
    const third = queue.take(t.signal);
    controller.abort(new Error('gave up'));
    await rejects(second, /gave up/);
    queue.add('a');
    queue.add('b');
    equal(await Promise.all([first, third]), ['a', 'b']);
  });
});

suite('WorkQueue.done', (test) => {
  test('has no effect on a key that does not run', (t) => {
    const { queue } = setting(t);
    queue.add('a');
    queue.done('a');
    queue.done('b');
    equal([queue.size, queue.running], [1, 0]);
  });
});

suite('WorkQueue.retry', (test) => {
  test('waits longer with each call, per key, until the key is forgotten', async (t) => {
    const { queue } = setting(t, { backOffFactory: () => doubling() });
    equal([queue.retry('a'), queue.retry('a'), queue.retry('b'), queue.retry('a')], [10, 20, 10, 40]);
    equal([queue.retries('a'), queue.retries('b'), queue.retries('c')], [3, 1, 0]);
    queue.forget('a');
    equal([queue.retries('a'), queue.retry('a')], [0, 10]);
  });

  test('adds the key after its wait, also when it is called during the run', async (t) => {
    const { clock, queue, take } = setting(t, { backOffFactory: () => doubling() });
    queue.add('a');
    await take();
    queue.retry('a');
    queue.done('a');
    equal([queue.size, queue.delayed], [0, 1]);
    await clock.advance(10);
    is(await take(), 'a');
  });

  test('keeps the priority of the run unless told otherwise', async (t) => {
    const { clock, queue, take, drain } = setting(t, { backOffFactory: () => doubling() });
    for (const key of ['a', 'b']) queue.add(key, { priority: LOW_PRIORITY });
    await take();
    await take();
    queue.retry('a');
    queue.retry('b', { priority: 0 });
    queue.done('a');
    queue.done('b');
    await clock.advance(10);
    equal(await drain(), ['b', 'a']);
  });

  test('is overridden by a wish without delay, and grows all the same', async (t) => {
    const { queue, take } = setting(t, { backOffFactory: () => doubling() });
    queue.retry('a');
    queue.add('a');
    is(await take(), 'a');
    is(queue.retry('a'), 20);
  });

  test('uses the last wait again when the backoff gives up or gives no number', (t) => {
    const limited = (): BackOff => exponentialBackOff({ initialMs: 7, jitter: 0, maxRetries: 1 });
    const { queue } = setting(t, { backOffFactory: limited });
    equal([queue.retry('a'), queue.retry('a')], [7, 7]);
    for (const bad of [undefined, Number.NaN, Infinity]) {
      const other = setting(t, { backOffFactory: () => ({ next: () => bad, reset: () => {} }) }).queue;
      is(other.retry('a'), 60_000);
    }
  });

  test('drops the states of keys that nobody forgot, and keeps those in use', async (t) => {
    let made = 0;
    const { clock, queue, drain } = setting(t, { backOffFactory: () => ((made += 1), doubling()) });
    for (let i = 0; i < 10_000; i += 1) queue.retry(`gone-${i}`);
    await clock.advance(10);
    await drain();
    queue.retry('used');
    queue.retry('another');
    equal([queue.retries('gone-1'), queue.retries('used'), made], [0, 1, 10_002]);
  });
});

suite('WorkQueue.close', (test) => {
  test('drops what waits, ends its timer, and adds nothing more', async (t) => {
    const { clock, queue, take } = setting(t);
    queue.add('running');
    queue.add('again');
    is(await take(), 'running');
    queue.add('running');
    queue.add('later', { afterMs: 10 });
    queue.close();
    queue.close();
    queue.add('more');
    queue.retry('more');
    queue.done('running');
    equal([queue.size, queue.delayed, queue.running, clock.pending], [0, 0, 0, 0]);
  });

  test('leaves those who wait to their signal', async (t) => {
    const { queue } = setting(t);
    const controller = new AbortController();
    const wait = queue.take(controller.signal);
    queue.close();
    controller.abort(new Error('stop'));
    await rejects(wait, /stop/);
    await rejects(queue.take(controller.signal), /stop/);
  });
});

suite('WorkQueue', (test) => {
  test('names the options that are missing or wrong', () => {
    const clock = new VirtualClock();
    const table = {
      'WorkQueueOptions.name must not be empty': { name: '', clock },
      'WorkQueueOptions.clock must not be empty': { name: 'x' },
      'WorkQueueOptions.agingMs must be a number, 1 or more; got 0': { name: 'x', clock, agingMs: 0 },
    };
    for (const [want, options] of Object.entries(table)) {
      const error = throws(() => new WorkQueue(options as WorkQueueOptions), isInvalidConfig);
      match(String(error), want);
    }
  });

  test('lets age bring a low key to the front at one take in four', async (t) => {
    const { clock, queue, take } = setting(t, { agingMs: 10 });
    for (const key of ['low-1', 'low-2']) queue.add(key, { priority: LOW_PRIORITY });
    await clock.advance(1001);
    for (let i = 1; i <= 8; i += 1) queue.add(`new-${i}`);
    const taken: string[] = [];
    while (queue.size > 0) taken.push(await take());
    const want = ['low-1', 'new-1', 'new-2', 'new-3', 'low-2', 'new-4', 'new-5', 'new-6', 'new-7', 'new-8'];
    equal(taken, want);
  });

  test('does not let age count before its time', async (t) => {
    const { clock, queue, drain } = setting(t, { agingMs: 10 });
    queue.add('low', { priority: LOW_PRIORITY });
    await clock.advance(999);
    for (let i = 1; i <= 8; i += 1) queue.add(`new-${i}`);
    is((await drain()).at(-1), 'low');
  });

  test('serves an urgent key within two takes, however old the backlog is', async (t) => {
    const { clock, queue, take } = setting(t, { agingMs: 10 });
    for (let i = 0; i < 1000; i += 1) queue.add(`old-${i}`, { priority: LOW_PRIORITY });
    await clock.advance(3_600_000);
    for (let i = 0; i < 20; i += 1) {
      queue.add(`urgent-${i}`);
      const taken = [await take(), await take()];
      ok(taken.includes(`urgent-${i}`), `urgent-${i} waited for ${taken.join(' and ')}`);
    }
  });
});
