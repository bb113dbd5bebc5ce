import { LOW_PRIORITY, Registry, WorkQueue, exponentialBackOff } from 'operatorkit';
import { systemClock } from 'operatorkit/context';

import { MinimalQueue } from '../peers/minimal-queue.ts';

/** A queue under test, with what the benchmark asks of it. */
export interface BenchQueue {
  /** @param priority without effect where there are none. */
  add(key: string, priority?: number): void;
  take(): Promise<string>;
  done(key: string): void;
  /** Adds the key after about {@link RETRY_MS}. */
  retry(key: string): void;
  /** Keys that could be taken now. */
  readonly size: number;
  readonly hasPriorities: boolean;
}

export type QueueName = 'minimal' | 'work-queue' | 'work-queue, no metrics';

export const RETRY_MS = 100;
export const BACKLOG_PRIORITY: number = LOW_PRIORITY;

export function newQueue(name: QueueName): BenchQueue {
  if (name === 'minimal') return minimal();
  return name === 'work-queue' ? ours(new Registry()) : ours(undefined);
}

function minimal(): BenchQueue {
  const queue = new MinimalQueue();
  return {
    add: (key) => queue.add(key),
    take: () => queue.take(),
    done: (key) => queue.done(key),
    retry: (key) => void setTimeout(() => queue.add(key), RETRY_MS * (0.5 + Math.random())),
    get size() {
      return queue.size;
    },
    hasPriorities: false,
  };
}

function ours(registry: Registry | undefined): BenchQueue {
  const { signal } = new AbortController();
  const queue = new WorkQueue({
    name: 'bench',
    clock: systemClock,
    backOffFactory: () => exponentialBackOff({ initialMs: RETRY_MS, factor: 1 }),
    ...(registry === undefined ? {} : { registry }),
  });
  return {
    add: (key, priority) => queue.add(key, priority === undefined ? {} : { priority }),
    take: () => queue.take(signal),
    done: (key) => queue.done(key),
    retry: (key) => void queue.retry(key),
    get size() {
      return queue.size;
    },
    hasPriorities: true,
  };
}
