import { DaemonSet, Job, Node, PersistentVolumeClaim, Pod, StatefulSet } from '../../../lib/object/kinds.ts';
import { isNotFound } from '../../../lib/client/errors.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { ReplicationController } from '../../../lib/testing/workloads/replication-controller.ts';
import { rangesText } from '../../../lib/testing/workloads/job-counts.ts';
import { defined, equal, is, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import {
  conditionOf,
  daemonSet,
  fastClock,
  isReady,
  job,
  newStage,
  podTemplate,
  sorted,
  statefulSet,
} from './workload-stage.ts';

const db = { namespace: 'default', name: 'db' };

function names(pods: readonly Pod[]): readonly string[] {
  return sorted(pods.map(({ metadata }) => metadata?.name));
}

function spec(value: object): { readonly type: 'merge'; readonly value: object } {
  return { type: 'merge', value: { spec: value } };
}

suite('simulateWorkloads: ReplicationControllers', (test) => {
  test('have as many Pods as they ask for, by the labels of their template', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, ReplicationController, {
      metadata: db,
      spec: { replicas: 2, template: podTemplate('db') },
    });
    const ready = await stage.until(
      ReplicationController,
      'db',
      ({ status }) => status?.availableReplicas === 2,
    );
    equal(ready.status, {
      observedGeneration: 1,
      replicas: 2,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
    });
    await stage.client.patch(t.ctx, ReplicationController, db, spec({ replicas: 1 }));
    await stage.untilPods('db', (pods) => pods.length === 1);
  });
});

suite('simulateWorkloads: StatefulSets', (test) => {
  test('get numbered Pods, each when the one before is ready', async (t) => {
    await using stage = await newStage(t.ctx, {
      pods: (pod) => (pod.metadata?.name === 'db-1' ? { becomes: 'unready' } : undefined),
    });
    await stage.client.create(t.ctx, StatefulSet, statefulSet('db', { replicas: 3 }));
    const waiting = await stage.until(StatefulSet, 'db', ({ status }) => status?.replicas === 2);
    await stage.untilPods('db', (pods) => pods.every(({ status }) => status?.phase === 'Running'));
    equal(names(await stage.pods('db')), ['db-0', 'db-1']);
    is(waiting.status?.updateRevision, waiting.status?.currentRevision);
    stage.simulator.behave(() => undefined);
    const ready = await stage.until(StatefulSet, 'db', ({ status }) => status?.availableReplicas === 3);
    const { currentRevision, updateRevision, ...counts } = defined(ready.status);
    equal(counts, {
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      collisionCount: 0,
      availableReplicas: 3,
    });
    is(currentRevision, updateRevision);
    const labels = (await stage.pods('db')).map(
      ({ metadata }) => metadata?.labels?.['apps.kubernetes.io/pod-index'],
    );
    equal(sorted(labels), ['0', '1', '2']);
  });

  test('with the policy Parallel wait for nobody', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'unready' }) });
    const parallel = statefulSet('db', { replicas: 3, podManagementPolicy: 'Parallel' });
    await stage.client.create(t.ctx, StatefulSet, parallel);
    await stage.untilPods('db', (pods) => pods.length === 3);
  });

  test('scale down from the top, and keep their claims', async (t) => {
    await using stage = await newStage(t.ctx);
    const volumeClaimTemplates = [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    ];
    await stage.client.create(t.ctx, StatefulSet, statefulSet('db', { replicas: 3, volumeClaimTemplates }));
    await stage.until(StatefulSet, 'db', ({ status }) => status?.availableReplicas === 3);
    await stage.client.patch(t.ctx, StatefulSet, db, spec({ replicas: 1 }));
    const left = await stage.untilPods('db', (pods) => pods.length === 1);
    equal(names(left), ['db-0']);
    const claim = left[0]?.spec?.volumes?.find(({ name }) => name === 'data');
    is(claim?.persistentVolumeClaim?.claimName, 'data-db-0');
    const claims = await stage.client.listAll(t.ctx, PersistentVolumeClaim);
    equal(sorted(claims.map(({ metadata }) => metadata?.name)), ['data-db-0', 'data-db-1', 'data-db-2']);
  });

  test('roll a new template out from the top, down to their partition', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, StatefulSet, statefulSet('db', { replicas: 3 }));
    await stage.until(StatefulSet, 'db', ({ status }) => status?.availableReplicas === 3);
    const strategy = (partition: number): object => ({ type: 'RollingUpdate', rollingUpdate: { partition } });
    const next = { template: podTemplate('db', 'db:2'), updateStrategy: strategy(2) };
    await stage.client.patch(t.ctx, StatefulSet, db, spec(next));
    const partly = await stage.until(
      StatefulSet,
      'db',
      ({ status }) => status?.updatedReplicas === 1 && status.availableReplicas === 3,
    );
    ok(partly.status?.currentRevision !== partly.status?.updateRevision);
    is(partly.status?.currentReplicas, 2);
    await stage.client.patch(t.ctx, StatefulSet, db, spec({ updateStrategy: strategy(0) }));
    await stage.until(
      StatefulSet,
      'db',
      ({ status }) => status?.updatedReplicas === 3 && status.currentRevision === status.updateRevision,
    );
    const images = (await stage.pods('db')).map((pod) => pod.spec?.containers[0]?.image);
    equal(images, ['db:2', 'db:2', 'db:2']);
  });

  test('make a Pod again under its name', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, StatefulSet, statefulSet('db', { replicas: 2 }));
    const before = await stage.untilPods('db', (pods) => pods.length === 2 && pods.every(isReady));
    const first = before.find(({ metadata }) => metadata?.name === 'db-0');
    await stage.client.delete(t.ctx, Pod, { namespace: 'default', name: 'db-0' });
    await stage.until(Pod, 'db-0', (pod) => isReady(pod) && pod.metadata?.uid !== first?.metadata?.uid);
    is((await stage.pods('db')).length, 2);
  });
});

suite('simulateWorkloads: DaemonSets', (test) => {
  test('have one Pod on each node that they select, and follow the nodes', async (t) => {
    await using stage = await newStage(t.ctx);
    const template = podTemplate('agent');
    const nodeSelector = { 'kubernetes.io/os': 'linux' };
    const selecting = { ...template, spec: { ...template.spec!, nodeSelector } };
    await stage.client.create(t.ctx, DaemonSet, daemonSet('agent', { template: selecting }));
    await stage.until(DaemonSet, 'agent', ({ status }) => status?.numberAvailable === 1);
    await stage.client.create(t.ctx, Node, { metadata: { name: 'two', labels: nodeSelector } });
    await stage.client.create(t.ctx, Node, {
      metadata: { name: 'other', labels: { 'kubernetes.io/os': 'windows' } },
    });
    const { status } = await stage.until(DaemonSet, 'agent', (set) => set.status?.numberAvailable === 2);
    equal(status, {
      currentNumberScheduled: 2,
      numberMisscheduled: 0,
      desiredNumberScheduled: 2,
      numberReady: 2,
      observedGeneration: 1,
      updatedNumberScheduled: 2,
      numberAvailable: 2,
    });
    equal(sorted((await stage.pods('agent')).map((pod) => pod.spec?.nodeName)), ['simulated', 'two']);
    await stage.client.delete(t.ctx, Node, { name: 'two' });
    await stage.untilPods('agent', (pods) => pods.length === 1);
  });

  test('roll a new template out', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, DaemonSet, daemonSet('agent'));
    await stage.until(DaemonSet, 'agent', ({ status }) => status?.numberAvailable === 1);
    const ref = { namespace: 'default', name: 'agent' };
    await stage.client.patch(t.ctx, DaemonSet, ref, spec({ template: podTemplate('agent', 'agent:2') }));
    await stage.untilPods(
      'agent',
      ([pod, ...others]) =>
        others.length === 0 && pod?.spec?.containers[0]?.image === 'agent:2' && isReady(pod),
    );
    await stage.until(
      DaemonSet,
      'agent',
      ({ status }) => status?.observedGeneration === 2 && status.updatedNumberScheduled === 1,
    );
  });
});

suite('simulateWorkloads: Jobs', (test) => {
  test('complete when enough Pods have succeeded, so many at a time', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'succeeded', afterMs: 50 }) });
    await stage.client.create(t.ctx, Job, job('work', { completions: 3, parallelism: 2 }));
    await stage.until(Job, 'work', ({ status }) => status?.active === 2);
    const done = await stage.until(Job, 'work', (each) => conditionOf(each, 'Complete') !== undefined);
    is(conditionOf(done, 'Complete'), 'True CompletionsReached');
    is(conditionOf(done, 'SuccessCriteriaMet'), 'True CompletionsReached');
    equal([done.status?.succeeded, done.status?.active, done.status?.failed], [3, undefined, undefined]);
    ok(done.status?.startTime);
    ok(done.status?.completionTime);
    is((await stage.pods()).length, 3);
  });

  test('fail when more Pods have failed than they may', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'failed', exitCode: 2 }) });
    await stage.client.create(t.ctx, Job, job('work', { backoffLimit: 1 }));
    const failed = await stage.until(Job, 'work', (each) => conditionOf(each, 'Failed') !== undefined);
    is(conditionOf(failed, 'Failed'), 'True BackoffLimitExceeded');
    is(failed.status?.failed, 2);
    is(failed.status?.completionTime, undefined);
  });

  test('fail at their deadline, and end what runs', async (t) => {
    await using stage = await newStage(t.ctx.withClock(fastClock(20)), {
      pods: () => ({ becomes: 'ready' }),
    });
    await stage.client.create(t.ctx, Job, job('work', { activeDeadlineSeconds: 5 }));
    await stage.until(Job, 'work', ({ status }) => status?.ready === 1);
    const failed = await stage.until(Job, 'work', (each) => conditionOf(each, 'Failed') !== undefined);
    is(conditionOf(failed, 'Failed'), 'True DeadlineExceeded');
    equal(await stage.pods(), []);
  });

  test('with the mode Indexed give each Pod its number', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(
      t.ctx,
      Job,
      job('work', { completions: 3, parallelism: 3, completionMode: 'Indexed' }),
    );
    const done = await stage.until(Job, 'work', (each) => conditionOf(each, 'Complete') !== undefined);
    is(done.status?.completedIndexes, '0-2');
    const label = 'batch.kubernetes.io/job-completion-index';
    const indexes = (await stage.pods()).map(({ metadata }) => metadata?.labels?.[label]);
    equal(sorted(indexes), ['0', '1', '2']);
  });

  test('that are suspended have no Pods until they go on', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Job, job('work', { suspend: true }));
    const waiting = await stage.until(Job, 'work', (each) => conditionOf(each, 'Suspended') !== undefined);
    is(waiting.status?.startTime, undefined);
    equal(await stage.pods(), []);
    await stage.client.patch(t.ctx, Job, { namespace: 'default', name: 'work' }, spec({ suspend: false }));
    const done = await stage.until(Job, 'work', (each) => conditionOf(each, 'Complete') !== undefined);
    is(conditionOf(done, 'Suspended'), 'False JobResumed');
  });

  test('go when their time after the end is over', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Job, job('work', { ttlSecondsAfterFinished: 0 }));
    const gone = async (): Promise<boolean> => {
      try {
        await stage.client.get(t.ctx, Job, { namespace: 'default', name: 'work' });
        return false;
      } catch (error) {
        return isNotFound(error);
      }
    };
    await eventually(gone, (is404) => is404, { signal: t.signal });
    await stage.untilPods(undefined, (pods) => pods.length === 0);
  });
});

suite('rangesText', (test) => {
  test('joins neighbours', () => {
    const table = { '': [], '3': [3], '0-2,5': [0, 1, 2, 5], '1,3,5,6': [1, 3, 5, 6] };
    for (const [want, given] of Object.entries(table)) is(rangesText(given), want);
  });
});
