import type { RequestFacts } from '../../../lib/apiserver/faults.ts';
import { Pod } from '../../../lib/object/kinds.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import type { PodBehaviour } from '../../../lib/testing/workload-simulator.ts';
import { crashLoopAt } from '../../../lib/testing/workloads/crash-loop.ts';
import { defined, equal, is, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { conditionOf, isReady, newStage, podTemplate } from './workload-stage.ts';

function newPod(name: string, spec: Partial<NonNullable<Pod['spec']>> = {}): Pod {
  return {
    metadata: { name, namespace: 'default' },
    spec: { ...podTemplate(name).spec!, terminationGracePeriodSeconds: 30, ...spec },
  };
}

/** What a container waits for, or that it runs or has ended. */
function stateOf(pod: Pod): string | undefined {
  const { state } = pod.status?.containerStatuses?.[0] ?? {};
  if (state?.waiting !== undefined) return state.waiting.reason;
  if (state?.terminated !== undefined) return `exit ${state.terminated.exitCode}`;
  return state?.running === undefined ? undefined : 'running';
}

/** How a Pod of this restart policy stands when it has become what its behaviour says. */
const FATES: Readonly<
  Record<string, { given: PodBehaviour; policy?: string; phase: string; state: string; ready: string }>
> = {
  'ready runs and is ready': {
    given: { becomes: 'ready' },
    phase: 'Running',
    state: 'running',
    ready: 'True',
  },
  'unready runs and is not ready': {
    given: { becomes: 'unready' },
    phase: 'Running',
    state: 'running',
    ready: 'False ContainersNotReady',
  },
  'crash-looping waits for its next start': {
    given: { becomes: 'crash-looping' },
    phase: 'Running',
    state: 'CrashLoopBackOff',
    ready: 'False ContainersNotReady',
  },
  'unpullable is pending, without an image': {
    given: { becomes: 'unpullable' },
    phase: 'Pending',
    state: 'ImagePullBackOff',
    ready: 'False ContainersNotReady',
  },
  'succeeded ends well where it may end': {
    given: { becomes: 'succeeded' },
    policy: 'Never',
    phase: 'Succeeded',
    state: 'exit 0',
    ready: 'False PodCompleted',
  },
  'failed ends with its exit code where it may end': {
    given: { becomes: 'failed', exitCode: 3 },
    policy: 'Never',
    phase: 'Failed',
    state: 'exit 3',
    ready: 'False PodFailed',
  },
  'failed is started again where it may not end': {
    given: { becomes: 'failed' },
    policy: 'OnFailure',
    phase: 'Running',
    state: 'CrashLoopBackOff',
    ready: 'False ContainersNotReady',
  },
  'succeeded is started again where it may not end': {
    given: { becomes: 'succeeded' },
    phase: 'Running',
    state: 'CrashLoopBackOff',
    ready: 'False ContainersNotReady',
  },
  'crash-looping fails where nothing is started again': {
    given: { becomes: 'crash-looping' },
    policy: 'Never',
    phase: 'Failed',
    state: 'exit 1',
    ready: 'False PodFailed',
  },
};

suite('PodBehaviour', (test) => {
  for (const [name, { given, policy = 'Always', phase, state, ready }] of Object.entries(FATES)) {
    test(name, async (t) => {
      await using stage = await newStage(t.ctx, { pods: () => given });
      await stage.client.create(t.ctx, Pod, newPod('a', { restartPolicy: policy }));
      const pod = await stage.until(Pod, 'a', (each) => stateOf(each) === state);
      equal([pod.status?.phase, conditionOf(pod, 'Ready')], [phase, ready]);
      is(conditionOf(pod, 'PodScheduled'), 'True');
    });
  }

  test('afterMs lets a Pod run without being ready until then', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'ready', afterMs: 200 }) });
    await stage.client.create(t.ctx, Pod, newPod('a'));
    const running = await stage.until(Pod, 'a', ({ status }) => status?.phase === 'Running');
    is(conditionOf(running, 'Ready'), 'False ContainersNotReady');
    const ready = await stage.until(Pod, 'a', isReady);
    is(ready.status?.podIP, running.status?.podIP);
    equal(
      ready.status?.containerStatuses?.[0]?.state?.running,
      running.status?.containerStatuses?.[0]?.state?.running,
    );
  });

  test('unschedulable leaves a Pod without a node until the behaviour changes', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'unschedulable' }) });
    await stage.client.create(t.ctx, Pod, newPod('a'));
    const pod = await stage.until(
      Pod,
      'a',
      (each) => conditionOf(each, 'PodScheduled') === 'False Unschedulable',
    );
    is(pod.spec?.nodeName, undefined);
    stage.simulator.behave(() => undefined);
    is((await stage.until(Pod, 'a', isReady)).spec?.nodeName, 'simulated');
  });

  test('says how a crashed container ended, and how often it was started', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'crash-looping', exitCode: 137 }) });
    await stage.client.create(t.ctx, Pod, newPod('a'));
    const pod = await stage.until(Pod, 'a', (each) => stateOf(each) === 'CrashLoopBackOff');
    const status = defined(pod.status?.containerStatuses?.[0]);
    is(status.restartCount, 1);
    equal([status.lastState?.terminated?.exitCode, status.lastState?.terminated?.reason], [137, 'Error']);
    match(
      status.state?.waiting?.message ?? '',
      /^back-off 10s restarting failed container=main pod=a_default\(/,
    );
  });

  test('may change while Pods run', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Pod, newPod('a'));
    await stage.until(Pod, 'a', isReady);
    stage.simulator.behave(() => ({ becomes: 'unready' }));
    await stage.until(Pod, 'a', (pod) => !isReady(pod));
    stage.simulator.behave(() => ({ becomes: 'crash-looping' }));
    await stage.until(Pod, 'a', (pod) => stateOf(pod) === 'CrashLoopBackOff');
    stage.simulator.behave(() => undefined);
    const well = await stage.until(Pod, 'a', isReady);
    is(well.status?.containerStatuses?.[0]?.restartCount, 1);
  });

  test('that changes nothing about a Pod writes nothing', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Pod, newPod('a'));
    await stage.until(Pod, 'a', isReady);
    const written: string[] = [];
    const notePut = ({ method, name = '' }: RequestFacts): boolean => {
      if (method === 'PUT') written.push(name);
      return false;
    };
    stage.server.faults.failNext({ status: 500, match: notePut });
    stage.simulator.behave(({ metadata }) => (metadata?.name === 'a' ? undefined : { becomes: 'unready' }));
    await stage.client.create(t.ctx, Pod, newPod('b'));
    await stage.until(Pod, 'b', ({ status }) => status?.phase === 'Running');
    equal([...new Set(written)], ['b']);
  });

  test('that throws keeps other Pods going, and is asked again', async (t) => {
    let asked = 0;
    const pods = (pod: Pod): undefined => {
      if (pod.metadata?.name === 'bad' && (asked += 1) < 3) throw new Error('no idea');
    };
    await using stage = await newStage(t.ctx, { pods });
    await stage.client.create(t.ctx, Pod, newPod('bad'));
    await stage.client.create(t.ctx, Pod, newPod('good'));
    await stage.until(Pod, 'good', isReady);
    await stage.until(Pod, 'bad', isReady);
    ok(asked >= 3);
  });
});

suite('simulated Pods', (test) => {
  test('have a whole status: address, host, times, all containers', async (t) => {
    await using stage = await newStage(t.ctx);
    const containers = ['main', 'side'].map((name) => ({ name, image: `${name}:1` }));
    const initContainers = [{ name: 'first', image: 'first:1' }];
    await stage.client.create(t.ctx, Pod, newPod('a', { containers, initContainers }));
    const { status } = await stage.until(Pod, 'a', isReady);
    match(status?.podIP ?? '', /^10\./);
    equal(status?.podIPs, [{ ip: defined(status?.podIP) }]);
    match(status?.startTime ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    equal(
      status?.containerStatuses?.map(({ name, ready, started, restartCount }) => [
        name,
        ready,
        started,
        restartCount,
      ]),
      [
        ['main', true, true, 0],
        ['side', true, true, 0],
      ],
    );
    equal(
      status?.initContainerStatuses?.map(({ name, state }) => [name, state?.terminated?.exitCode]),
      [['first', 0]],
    );
  });

  test('keep the conditions that others set, and wait for readiness gates', async (t) => {
    await using stage = await newStage(t.ctx);
    const readinessGates = [{ conditionType: 'example.com/ok' }];
    await stage.client.create(t.ctx, Pod, newPod('a', { readinessGates }));
    const waiting = await stage.until(Pod, 'a', (pod) => conditionOf(pod, 'ContainersReady') === 'True');
    is(conditionOf(waiting, 'Ready'), 'False ReadinessGatesNotReady');
    const conditions = [{ type: 'example.com/ok', status: 'True' }];
    const patch = { type: 'strategic', value: { status: { conditions } } } as const;
    await stage.client.patch(t.ctx, Pod, { namespace: 'default', name: 'a' }, patch, {
      subresource: 'status',
    });
    const ready = await stage.until(Pod, 'a', isReady);
    is(conditionOf(ready, 'example.com/ok'), 'True');
  });

  test('are not scheduled while they have gates', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Pod, newPod('a', { schedulingGates: [{ name: 'example.com/wait' }] }));
    await stage.client.create(t.ctx, Pod, newPod('b'));
    await stage.until(Pod, 'b', isReady);
    const ref = { namespace: 'default', name: 'a' };
    is((await stage.client.get(t.ctx, Pod, ref)).spec?.nodeName, undefined);
    await stage.client.patch(t.ctx, Pod, ref, { type: 'merge', value: { spec: { schedulingGates: null } } });
    await stage.until(Pod, 'a', isReady);
  });

  test('go when they are deleted, after the time that they take to stop', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'ready', stopMs: 200 }) });
    await stage.client.create(t.ctx, Pod, newPod('a'));
    await stage.until(Pod, 'a', isReady);
    const started = t.ctx.clock.monotonic();
    await stage.client.delete(t.ctx, Pod, { namespace: 'default', name: 'a' });
    is((await stage.pods()).length, 1);
    await eventually(
      async () => await stage.pods(),
      (pods) => pods.length === 0,
    );
    ok(t.ctx.clock.monotonic() - started >= 195, 'the Pod went too early');
  });

  test('are let go at once by default', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Pod, newPod('a'));
    await stage.until(Pod, 'a', isReady);
    await stage.client.delete(t.ctx, Pod, { namespace: 'default', name: 'a' });
    await stage.untilPods(undefined, (pods) => pods.length === 0);
  });
});

suite('crashLoopAt', (test) => {
  test('doubles the waits from ten seconds to five minutes', () => {
    const table = {
      0: [1, 10],
      9999: [1, 10],
      10_000: [2, 20],
      30_000: [3, 40],
      310_000: [6, 300],
      1_210_000: [9, 300],
    };
    for (const [ms, want] of Object.entries(table)) {
      const { restarts, waitMs } = crashLoopAt(Number(ms));
      equal([restarts, waitMs / 1000], want, `after ${ms} ms`);
    }
  });
});
