import { silentLogger, systemClock } from '../../../../context/index.ts';
import { Deletions } from '../../../../lib/framework/deletion/deletions.ts';
import { HeldObjects } from '../../../../lib/framework/intake/held-objects.ts';
import { Intake } from '../../../../lib/framework/intake/intake.ts';
import { OwnWrites } from '../../../../lib/framework/intake/own-writes.ts';
import { changed, type Predicate } from '../../../../lib/framework/intake/predicates.ts';
import { Observers } from '../../../../lib/framework/observe/observers.ts';
import type { Cause } from '../../../../lib/framework/observe/reconcile-observer.ts';
import type { InformerEvent } from '../../../../lib/informer/informer.ts';
import { frameworkMetrics, Registry } from '../../../../lib/metrics.ts';
import { Pod } from '../../../../lib/object/kinds.ts';
import type { Queue } from '../../../../lib/queue/queue.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const KEY = 'default/a';

function pod(resourceVersion: string, message: string): Pod {
  return {
    metadata: { namespace: 'default', name: 'a', uid: 'u', resourceVersion },
    status: { message },
  };
}

const BEFORE = pod('4', 'before');
const AFTER = pod('5', 'after');

/** An intake of Pods, and what it put into its queue. */
class Stage {
  readonly queued: string[] = [];
  readonly causes: Cause['type'][] = [];
  readonly held: HeldObjects<Pod> = new HeldObjects();
  readonly ownWrites: OwnWrites<Pod> = new OwnWrites((change) => this.intake.deferred(change));
  readonly intake: Intake<Pod>;

  constructor(predicates: readonly Predicate<Pod>[] = []) {
    const queue: Pick<Queue, 'add'> = { add: (key) => void this.queued.push(key) };
    const observer = { queued: (_key: string, { type }: Cause) => void this.causes.push(type) };
    this.intake = new Intake<Pod>({
      name: 'test',
      queue: queue as Queue,
      logger: silentLogger,
      metrics: frameworkMetrics(new Registry()),
      held: this.held,
      deletions: new Deletions<Pod>(() => false, true),
      ownWrites: this.ownWrites,
      predicates,
      observers: new Observers([observer], systemClock, silentLogger),
      pauses: undefined,
    });
  }
}

const update = (old: Pod, object: Pod): InformerEvent<Pod> => ({
  type: 'update',
  old,
  object,
  initial: false,
});

suite('Intake', (test) => {
  test('says why an object is queued that changed during a write of the framework', async () => {
    const stage = new Stage();
    await stage.ownWrites.during(KEY, async () => {
      stage.intake.observed(update(BEFORE, AFTER));
      stage.intake.observed(update(AFTER, pod('6', 'of another')));
      return AFTER;
    });
    equal(stage.queued, [KEY]);
    equal(stage.causes, ['updated']);
  });

  test('asks its predicates also about what changed during a write of the framework', async () => {
    const stage = new Stage([changed(({ status }) => status?.message)]);
    await stage.ownWrites.during(KEY, async () => {
      stage.intake.observed(update(BEFORE, AFTER));
      stage.intake.observed(update(AFTER, pod('6', 'after')));
      return AFTER;
    });
    equal(stage.queued, []);
    await stage.ownWrites.during(KEY, async () => {
      stage.intake.observed(update(pod('6', 'after'), pod('7', 'of another')));
      stage.intake.observed(update(pod('7', 'of another'), pod('8', 'of another')));
      return pod('6', 'after');
    });
    equal(stage.queued, [KEY]);
  });
});
