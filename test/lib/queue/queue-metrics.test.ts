import { Registry } from '../../../lib/metrics.ts';
import { LOW_PRIORITY } from '../../../lib/queue/queue.ts';
import { WorkQueue } from '../../../lib/queue/work-queue.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, match } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

/** The series of a metric by its labels but those of the queue's name. */
async function series(registry: Registry, metric: string): Promise<string[]> {
  const text = await registry.metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith(metric) && !/^\S+_bucket/.test(line))
    .map((line) => line.slice(metric.length).replace(/,controller="[^"]*"/, ''));
}

suite('metrics of WorkQueue', (test) => {
  test('count depth by priority, adds, retries and both durations', async (t) => {
    const [clock, registry] = [new VirtualClock(), new Registry()];
    const backOffFactory = (): { next: () => number; reset: () => void } => ({
      next: () => 5,
      reset: () => {},
    });
    const queue = new WorkQueue({ name: 'web', clock, registry, backOffFactory });
    t.defer(() => queue.close());
    equal(await series(registry, 'workqueue_adds_total'), ['{name="web"} 0']);
    queue.add('a');
    queue.add('a');
    queue.add('b', { priority: LOW_PRIORITY });
    queue.add('c', { afterMs: 10_000 });
    equal(await series(registry, 'workqueue_depth'), [
      '{name="web",priority="0"} 1',
      '{name="web",priority="-100"} 1',
    ]);
    await clock.advance(2000);
    const key = await queue.take(t.signal);
    await clock.advance(3000);
    equal(await series(registry, 'workqueue_unfinished_work_seconds'), ['{name="web"} 3']);
    queue.retry(key);
    queue.done(key);
    equal(await series(registry, 'workqueue_adds_total'), ['{name="web"} 2']);
    equal(await series(registry, 'workqueue_retries_total'), ['{name="web"} 1']);
    equal(await series(registry, 'workqueue_queue_duration_seconds'), [
      '_sum{name="web"} 2',
      '_count{name="web"} 1',
    ]);
    equal(await series(registry, 'workqueue_work_duration_seconds'), [
      '_sum{name="web"} 3',
      '_count{name="web"} 1',
    ]);
  });

  test('show the sum and the longest of what runs', async (t) => {
    const [clock, registry] = [new VirtualClock(), new Registry()];
    const queue = new WorkQueue({ name: 'web', clock, registry });
    t.defer(() => queue.close());
    for (const key of ['a', 'b']) {
      queue.add(key);
      await queue.take(t.signal);
      await clock.advance(1000);
    }
    equal(await series(registry, 'workqueue_unfinished_work_seconds'), ['{name="web"} 3']);
    equal(await series(registry, 'workqueue_longest_running_processor_seconds'), ['{name="web"} 2']);
    queue.done('a');
    equal(await series(registry, 'workqueue_longest_running_processor_seconds'), ['{name="web"} 1']);
  });

  test('move a raised key to its new priority', async (t) => {
    const registry = new Registry();
    const queue = new WorkQueue({ name: 'web', clock: new VirtualClock(), registry });
    t.defer(() => queue.close());
    queue.add('a', { priority: 1 });
    queue.add('a', { priority: 2 });
    equal(await series(registry, 'workqueue_depth'), [
      '{name="web",priority="1"} 0',
      '{name="web",priority="2"} 1',
    ]);
  });

  test('have at most 25 values of priority, and one for the others', async (t) => {
    const registry = new Registry();
    const queue = new WorkQueue({ name: 'web', clock: new VirtualClock(), registry });
    t.defer(() => queue.close());
    for (let i = 0; i < 40; i += 1) queue.add(`k${i}`, { priority: i });
    const depths = await series(registry, 'workqueue_depth');
    is(depths.length, 26);
    match(depths.at(-1) ?? '', 'priority="exceeded_cardinality_limit"} 15');
    while (queue.size > 0) queue.done(await queue.take(t.signal));
    const empty = await series(registry, 'workqueue_depth');
    is(empty.filter((line) => line.endsWith(' 0')).length, 26);
  });

  test('stay apart for queues that share a registry, and their gauges end with the queue', async (t) => {
    const [clock, registry] = [new VirtualClock(), new Registry()];
    const [one, two] = ['one', 'two'].map((name) => new WorkQueue({ name, clock, registry }));
    t.defer(() => two?.close());
    one?.add('a');
    two?.add('b');
    is((await series(registry, 'workqueue_depth')).length, 2);
    one?.close();
    equal(await series(registry, 'workqueue_depth'), ['{name="two",priority="0"} 1']);
    is((await series(registry, 'workqueue_adds_total')).length, 2);
  });
});
