// One run of one queue of queue.ts, in a process of its own.
import { setImmediate as turn } from 'node:timers/promises';

import { BACKLOG_PRIORITY, type BenchQueue, type QueueName, newQueue } from './contestants/queues.ts';
import { WORKERS } from './contestants/contestant.ts';
import { childTask, reportToParent } from './harness/child.ts';
import type { Measures } from './harness/statistics.ts';

export interface QueueTask {
  readonly queue: QueueName;
  /** Keys of the small and of the large measurements. */
  readonly few: number;
  readonly many: number;
}

const { queue: name, few, many } = childTask() as QueueTask;
await reportToParent(await measure());

async function measure(): Promise<Measures> {
  await fillAndDrain(few, 20); // Warms up, so that nobody is measured while he is being compiled.
  const [small, large] = [await fillAndDrain(few, 100), await fillAndDrain(many, 3)];
  return {
    'add, few keys: µs': small.addUs,
    'take and done, few keys: µs': small.takeUs,
    'add, many keys: µs': large.addUs,
    'take and done, many keys: µs': large.takeUs,
    'add of a waiting key: µs': duplicates(),
    'whole cycle, ten workers: µs': await cycle(),
    'retry with a delay: CPU µs': await retries(),
    ...(await priorities()),
    ...(await fairness()),
  };
}

/** Adds all keys, then takes all, `times` times over. Microseconds per key. */
async function fillAndDrain(count: number, times: number): Promise<{ addUs: number; takeUs: number }> {
  const keys = keysOf(count);
  const queue = newQueue(name);
  let [addMs, takeMs] = [0, 0];
  for (let time = 0; time < times; time += 1) {
    const startMs = performance.now();
    for (const key of keys) queue.add(key);
    const filledMs = performance.now();
    for (let left = count; left > 0; left -= 1) queue.done(await queue.take());
    addMs += filledMs - startMs;
    takeMs += performance.now() - filledMs;
  }
  expectEmpty(queue);
  return { addUs: (addMs * 1000) / (count * times), takeUs: (takeMs * 1000) / (count * times) };
}

/** Adds keys that wait already. */
function duplicates(): number {
  const keys = keysOf(many);
  const queue = newQueue(name);
  for (const key of keys) queue.add(key);
  const startMs = performance.now();
  for (let time = 0; time < 5; time += 1) for (const key of keys) queue.add(key);
  const us = ((performance.now() - startMs) * 1000) / (5 * many);
  expect(queue.size === many, `${queue.size} keys wait after duplicates of ${many}`);
  return us;
}

/** Workers that do nothing take keys while they are added, as with a steady stream of events. */
async function cycle(): Promise<number> {
  const keys = keysOf(few);
  const queue = newQueue(name);
  const seen = work(queue, async () => {});
  const startMs = performance.now();
  const batches = Math.ceil(many / few);
  for (let batch = 0; batch < batches; batch += 1) {
    for (const key of keys) queue.add(key);
    await seen.until((batch + 1) * few);
  }
  expectEmpty(queue);
  return ((performance.now() - startMs) * 1000) / (batches * few);
}

/** All keys fail once and come back. CPU time, since most of the time nothing happens. */
async function retries(): Promise<number> {
  const queue = newQueue(name);
  const before = process.cpuUsage();
  for (const key of keysOf(many)) queue.retry(key);
  const seen = work(queue, async () => {});
  await seen.until(many);
  const { user, system } = process.cpuUsage(before);
  expectEmpty(queue);
  return (user + system) / many;
}

/** Keys of five priorities must come out in order. */
async function priorities(): Promise<Measures> {
  const queue = newQueue(name);
  if (!queue.hasPriorities) return {};
  const priorityOf = (index: number): number => (index * 7) % 5;
  const keys = keysOf(many);
  const rank = new Map(keys.map((key, index) => [key, priorityOf(index)]));
  const startMs = performance.now();
  for (const [index, key] of keys.entries()) queue.add(key, priorityOf(index));
  let first = 0;
  for (let left = many; left > 0; left -= 1) {
    const key = await queue.take();
    if (left > many * 0.95 && rank.get(key) === 4) first += 1;
    queue.done(key);
  }
  const us = ((performance.now() - startMs) * 1000) / many;
  expectEmpty(queue);
  expect(first > many * 0.05 * 0.7, `only ${first} of the first keys were of the highest priority`);
  return { 'whole cycle, five priorities: µs': us };
}

/** A restart: everything waits at low priority, and a user changes one object. */
async function fairness(): Promise<Measures> {
  const queue = newQueue(name);
  for (const key of keysOf(many)) queue.add(key, BACKLOG_PRIORITY);
  const urgent = 'urgent';
  const taken = Promise.withResolvers<number>();
  const seen = work(queue, async (key) => {
    if (key === urgent) taken.resolve(performance.now());
    await turn(); // A reconcile waits at least once for the network.
  });
  await seen.until(few);
  const [addedMs, addedAt] = [performance.now(), seen.count];
  queue.add(urgent, 0);
  const ms = (await taken.promise) - addedMs;
  const before = seen.count - addedAt;
  await seen.until(many + 1);
  expectEmpty(queue);
  return { 'urgent key: others before it': before, 'urgent key: ms until it runs': ms };
}

interface Seen {
  readonly count: number;
  /** Resolves when so many reconciles have ended. */
  until(count: number): Promise<void>;
}

/** Workers until the process ends. */
function work(queue: BenchQueue, reconcile: (key: string) => Promise<void>): Seen {
  const running = new Set<string>();
  let count = 0;
  let goal = { count: Infinity, reached: (): void => {} };
  const loop = async (): Promise<never> => {
    for (;;) {
      const key = await queue.take();
      expect(!running.has(key), `${key} runs twice at once`);
      running.add(key);
      await reconcile(key);
      running.delete(key);
      queue.done(key);
      count += 1;
      if (count === goal.count) goal.reached();
    }
  };
  for (let worker = 0; worker < WORKERS; worker += 1) void loop();
  return {
    get count() {
      return count;
    },
    until: async (wanted) => {
      if (count >= wanted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      goal = { count: wanted, reached: resolve };
      await promise;
    },
  };
}

function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `team-${index % 10}/widget-${index}`);
}

function expectEmpty(queue: BenchQueue): void {
  expect(queue.size === 0, `${queue.size} keys are left`);
}

/** A wrong answer has no speed. */
function expect(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`cannot take the figures of ${name}: ${what}`);
}
