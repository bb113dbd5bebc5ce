import {
  type Informer,
  LOW_PRIORITY,
  type Queue,
  Registry,
  WorkQueue,
  keyOf,
  newInformer,
} from 'operatorkit';
import { background, systemClock } from 'operatorkit/context';

import { type Reconcile, type RunningContestant, WORKERS } from './contestant.ts';
import { Widget, widgetClient } from './widget.ts';

/** Ours, without the framework: informer, work queue and workers; metrics are kept, as in production. */
export async function start(url: string, reconcile: Reconcile): Promise<RunningContestant> {
  const controller = new AbortController();
  const registry = new Registry();
  const client = widgetClient(url, registry);
  const informer = newInformer({ client, kind: Widget, registry });
  const queue = new WorkQueue({ name: 'bench', clock: systemClock, registry });
  informer.subscribe((event) => {
    if (event.type === 'error') throw event.error;
    queue.add(
      keyOf(event.object),
      event.type === 'update' && event.initial ? { priority: LOW_PRIORITY } : {},
    );
  });
  const work = Array.from({ length: WORKERS }, () =>
    workUntil(controller.signal, queue, informer, reconcile),
  );
  const run = informer.run(background().withSignal(controller.signal));
  return {
    versions: () => informer.list().map((obj) => [keyOf(obj), obj.metadata?.resourceVersion]),
    stop: async () => {
      controller.abort();
      await Promise.allSettled([run, ...work]);
      queue.close();
      await client.close();
    },
  };
}

async function workUntil(
  signal: AbortSignal,
  queue: Queue,
  informer: Informer,
  reconcile: Reconcile,
): Promise<void> {
  while (!signal.aborted) {
    const key = await queue.take(signal);
    await reconcile(key, informer.get(key)?.metadata?.resourceVersion);
    queue.forget(key);
    queue.done(key);
  }
}
