import type { Context } from '../../../context/index.ts';
import type { Client } from '../../../lib/client/client.ts';
import type { RequestFacts } from '../../../lib/apiserver/faults.ts';
import { Deployment, Node, Pod, ReplicaSet } from '../../../lib/object/kinds.ts';
import { isNotFound } from '../../../lib/client/errors.ts';
import { simulateWorkloads } from '../../../lib/testing/workload-simulator.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import { newTestClient } from '../../../lib/testing/test-client.ts';
import { defined, equal, is, match, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { conditionOf, deployment, fastClock, isReady, newStage, sorted } from './workload-stage.ts';

/** Seconds become milliseconds, fifty of them. */
function fast(ctx: Context): Context {
  return ctx.withClock(fastClock(20));
}

function replicas(count: number): { readonly type: 'merge'; readonly value: object } {
  return { type: 'merge', value: { spec: { replicas: count } } };
}

function image(name: string): { readonly type: 'strategic'; readonly value: object } {
  const containers = [{ name: 'main', image: name }];
  return { type: 'strategic', value: { spec: { template: { spec: { containers } } } } };
}

const web = { namespace: 'default', name: 'web' };

/** The most Pods that ReplicaSets asked for together, until only one of them has any again, the second. */
async function sizes(ctx: Context, client: Client): Promise<number> {
  const sets = new Map<string | undefined, number>();
  let most = 0;
  for await (const { object } of client.watch(ctx, ReplicaSet)) {
    sets.set(object.metadata?.name, object.spec?.replicas ?? 0);
    most = Math.max(most, sum(sets.values()));
    if (sets.size === 2 && [...sets.values()].some((count) => count === 0)) break;
  }
  return most;
}

/** The fewest Pods that were ready, from three on until three are new. */
async function readiness(ctx: Context, client: Client): Promise<number> {
  const pods = new Map<string | undefined, Pod>();
  let fewest = Infinity;
  for await (const { type, object } of client.watch(ctx, Pod)) {
    if (type === 'DELETED') pods.delete(object.metadata?.uid);
    else pods.set(object.metadata?.uid, object);
    const alive = [...pods.values()].filter(({ metadata }) => metadata?.deletionTimestamp === undefined);
    if (pods.size >= 3) fewest = Math.min(fewest, alive.filter(isReady).length);
    if (alive.length === 3 && alive.every((pod) => pod.spec?.containers[0]?.image === 'web:2')) break;
  }
  return fewest;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

suite('simulateWorkloads: Deployments', (test) => {
  test('get their Pods ready, and say so as the real controller does', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 3 }));
    const ready = await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 3);
    const { conditions: _, ...counts } = defined(ready.status);
    equal(counts, {
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
    });
    is(conditionOf(ready, 'Available'), 'True MinimumReplicasAvailable');
    is(conditionOf(ready, 'Progressing'), 'True NewReplicaSetAvailable');
    is(ready.metadata?.annotations?.['deployment.kubernetes.io/revision'], '1');
    const [set, ...others] = await stage.client.listAll(t.ctx, ReplicaSet);
    equal(others, []);
    const hash = set?.metadata?.labels?.['pod-template-hash'];
    is(set?.metadata?.name, `web-${hash}`);
    is(set?.spec?.selector.matchLabels?.['pod-template-hash'], hash);
    for (const pod of await stage.pods('web')) {
      match(pod.metadata?.name ?? '', new RegExp(`^web-${hash}-`));
      equal(
        pod.metadata?.ownerReferences?.map((owner) => [owner.kind, owner.uid, owner.controller]),
        [['ReplicaSet', set?.metadata?.uid, true]],
      );
    }
  });

  test('scale up and down, and take away Pods that are not ready first', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 2);
    const first = (await stage.pods('web')).map(({ metadata }) => metadata?.uid);
    stage.simulator.behave((pod) => (first.includes(pod.metadata?.uid) ? undefined : { becomes: 'unready' }));
    await stage.client.patch(t.ctx, Deployment, web, replicas(5));
    await stage.untilPods('web', (pods) => pods.length === 5 && pods.every(({ status }) => status?.podIP));
    await stage.client.patch(t.ctx, Deployment, web, replicas(2));
    const left = await stage.untilPods('web', (pods) => pods.length === 2);
    equal(sorted(left.map(({ metadata }) => metadata?.uid)), sorted(first));
    const done = await stage.until(Deployment, 'web', ({ status }) => status?.replicas === 2);
    is(done.status?.unavailableReplicas, undefined);
  });

  test('roll a new template out within their limits, and keep the old ReplicaSet', async (t) => {
    await using stage = await newStage(t.ctx);
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 3, strategy }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 3);
    const most = sizes(t.ctx, stage.client);
    const fewest = readiness(t.ctx, stage.client);
    await stage.client.patch(t.ctx, Deployment, web, image('web:2'));
    equal({ most: await most, fewest: await fewest }, { most: 4, fewest: 3 });
    const done = await stage.until(
      Deployment,
      'web',
      ({ status, metadata }) =>
        [status?.replicas, status?.updatedReplicas].every((count) => count === 3) &&
        status?.observedGeneration === metadata?.generation &&
        status?.availableReplicas === 3,
    );
    is(done.metadata?.annotations?.['deployment.kubernetes.io/revision'], '2');
    const sets = await stage.client.listAll(t.ctx, ReplicaSet);
    equal(sorted(sets.map(({ spec }) => spec?.replicas)), ['0', '3']);
  });

  test('go back to a ReplicaSet that they had, and forget those beyond their history', async (t) => {
    await using stage = await newStage(t.ctx);
    const isAt =
      (revision: string) =>
      (obj: Deployment): boolean =>
        obj.metadata?.annotations?.['deployment.kubernetes.io/revision'] === revision &&
        obj.status?.updatedReplicas === 1 &&
        obj.status.replicas === 1 &&
        obj.status.availableReplicas === 1;
    await stage.client.create(t.ctx, Deployment, deployment('web', { revisionHistoryLimit: 1 }));
    await stage.until(Deployment, 'web', isAt('1'));
    const [first] = await stage.client.listAll(t.ctx, ReplicaSet);
    await stage.client.patch(t.ctx, Deployment, web, image('web:2'));
    await stage.until(Deployment, 'web', isAt('2'));
    await stage.client.patch(t.ctx, Deployment, web, image('web:1'));
    await stage.until(Deployment, 'web', isAt('3'));
    const [pod] = await stage.untilPods('web', (pods) => pods.length === 1);
    is(pod?.metadata?.ownerReferences?.[0]?.uid, first?.metadata?.uid);
    await stage.client.patch(t.ctx, Deployment, web, image('web:3'));
    await stage.until(Deployment, 'web', isAt('4'));
    await eventually(
      async () => await stage.client.listAll(t.ctx, ReplicaSet),
      (sets) => sets.length === 2,
      { what: 'the end of the ReplicaSet beyond the history' },
    );
  });

  test('with the strategy Recreate have no old Pod left before the first new one comes', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'ready', stopMs: 100 }) });
    await stage.client.create(
      t.ctx,
      Deployment,
      deployment('web', { replicas: 2, strategy: { type: 'Recreate' } }),
    );
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 2);
    const images: string[] = [];
    await stage.client.patch(t.ctx, Deployment, web, image('web:2'));
    await stage.untilPods('web', (pods) => {
      images.push([...new Set(pods.map(({ spec }) => spec?.containers[0]?.image))].join('+'));
      return pods.length === 2 && images.at(-1) === 'web:2';
    });
    ok(!images.some((each) => each.includes('+')), `old and new Pods side by side: ${images.join(', ')}`);
  });

  test('that never get ready say so when their progress is late', async (t) => {
    await using stage = await newStage(fast(t.ctx), { pods: () => ({ becomes: 'unready' }) });
    await stage.client.create(t.ctx, Deployment, deployment('web', { progressDeadlineSeconds: 5 }));
    const late = await stage.until(
      Deployment,
      'web',
      (obj) => conditionOf(obj, 'Progressing') === 'False ProgressDeadlineExceeded',
    );
    is(conditionOf(late, 'Available'), 'False MinimumReplicasUnavailable');
    is(late.status?.unavailableReplicas, 1);
    stage.simulator.behave(() => undefined);
    const well = await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 1);
    is(conditionOf(well, 'Progressing'), 'True NewReplicaSetAvailable');
  });

  test('that are paused roll nothing out until they go on', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web'));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 1);
    await stage.client.patch(t.ctx, Deployment, web, { type: 'merge', value: { spec: { paused: true } } });
    await stage.client.patch(t.ctx, Deployment, web, image('web:2'));
    await stage.until(
      Deployment,
      'web',
      ({ status, metadata }) => status?.observedGeneration === metadata?.generation,
    );
    is((await stage.client.listAll(t.ctx, ReplicaSet)).length, 1);
    await stage.client.patch(t.ctx, Deployment, web, { type: 'merge', value: { spec: { paused: null } } });
    await stage.untilPods(
      'web',
      ([pod, ...others]) => others.length === 0 && pod?.spec?.containers[0]?.image === 'web:2',
    );
  });

  test('count a Pod as available only when it has been ready for long enough', async (t) => {
    await using stage = await newStage(fast(t.ctx));
    await stage.client.create(t.ctx, Deployment, deployment('web', { minReadySeconds: 5 }));
    const ready = await stage.until(Deployment, 'web', ({ status }) => status?.readyReplicas === 1);
    is(ready.status?.availableReplicas, undefined);
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 1);
  });

  test('replace a Pod that somebody deletes', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    const [doomed] = await stage.untilPods('web', (pods) => pods.length === 2 && pods.every(isReady));
    const { name = '', uid } = defined(doomed?.metadata);
    await stage.client.delete(t.ctx, Pod, { namespace: 'default', name });
    await stage.untilPods(
      'web',
      (pods) => pods.length === 2 && pods.every((pod) => isReady(pod) && pod.metadata?.uid !== uid),
    );
  });

  test('take all that is theirs with them when they are deleted', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 2);
    await stage.client.delete(t.ctx, Deployment, web);
    await stage.untilPods(undefined, (pods) => pods.length === 0);
    equal(await stage.client.listAll(t.ctx, ReplicaSet), []);
  });
});

suite('simulateWorkloads', (test) => {
  test('never makes a Pod twice, however late its watch is', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 2);
    const isPodWatch = ({ plural, verb }: RequestFacts): boolean => plural === 'pods' && verb === 'watch';
    stage.server.faults.delay(400, { match: isPodWatch, times: 1 });
    stage.server.faults.cutStreams();
    const seen: number[] = [];
    const look = async (check: (pods: readonly Pod[]) => boolean): Promise<unknown> =>
      await stage.untilPods('web', (pods) => {
        seen.push(pods.length);
        return check(pods);
      });
    for (const count of [4, 6, 8]) {
      await stage.client.patch(t.ctx, Deployment, web, replicas(count));
      await look((pods) => pods.length >= count);
    }
    await look((pods) => pods.length === 8 && pods.every(isReady));
    is(Math.max(...seen), 8);
  });

  test('gets over refusals and conflicts', async (t) => {
    await using stage = await newStage(t.ctx);
    const writes = (method: string) => (facts: { readonly method: string }) => facts.method === method;
    stage.server.faults.failNext({ status: 409, times: 3, match: writes('PUT') });
    stage.server.faults.failNext({
      status: 500,
      times: 3,
      match: ({ method, plural }) => method === 'POST' && plural === 'pods',
    });
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 3 }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 3);
    is((await stage.pods()).length, 3);
  });

  test('adopts nothing that it does not own', async (t) => {
    await using stage = await newStage(t.ctx);
    const { template } = defined(deployment('web').spec);
    await stage.client.create(t.ctx, Pod, {
      ...template,
      metadata: { ...template.metadata, name: 'stray', namespace: 'default' },
    });
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 2);
    const pods = await stage.untilPods('web', (all) => all.every(isReady));
    is(pods.length, 3);
    equal(pods.find(({ metadata }) => metadata?.name === 'stray')?.metadata?.ownerReferences, undefined);
  });

  test('makes a node that is ready and takes Pods', async (t) => {
    await using stage = await newStage(t.ctx);
    const node = await stage.client.get(t.ctx, Node, { name: 'simulated' });
    is(conditionOf(node, 'Ready'), 'True KubeletReady');
    equal(node.spec?.taints ?? [], []);
  });

  test('goes on where another one stopped', async (t) => {
    await using stage = await newStage(t.ctx, { pods: () => ({ becomes: 'unready' }) });
    await stage.client.create(t.ctx, Deployment, deployment('web', { replicas: 2 }));
    const before = await stage.untilPods(
      'web',
      (pods) => pods.length === 2 && pods.every(({ status }) => status?.podIP),
    );
    await stage.simulator.stop();
    await stage.client.patch(t.ctx, Deployment, web, replicas(3));
    await using _ = await simulateWorkloads(t.ctx, { client: stage.client });
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 3);
    const after = await stage.pods('web');
    const uids = new Set(after.map(({ metadata }) => metadata?.uid));
    ok(before.every(({ metadata }) => uids.has(metadata?.uid)));
    is(new Set(after.map(({ status }) => status?.podIP)).size, 3);
  });

  test('leaves what runs as it is when it is stopped, and hears of nothing after', async (t) => {
    await using stage = await newStage(t.ctx);
    await stage.client.create(t.ctx, Deployment, deployment('web'));
    await stage.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 1);
    await stage.simulator.stop();
    await stage.simulator.stop();
    is(stage.server.faults.cutStreams(), 0, 'it still watches');
    const { revision } = stage.server.storage;
    await stage.client.create(t.ctx, Deployment, deployment('late'));
    await stage.server.idle();
    is(stage.server.storage.revision - revision, 1);
    is((await stage.pods()).length, 1);
  });

  test('ends with its context', async (t) => {
    const controller = new AbortController();
    await using stage = await newStage(t.ctx);
    const simulator = await simulateWorkloads(t.ctx.withSignal(controller.signal), { client: stage.client });
    await stage.simulator.stop();
    controller.abort(new Error('enough'));
    await simulator.stop();
    is(stage.server.faults.cutStreams(), 0, 'it still watches');
  });

  test('rejects with what the server says when its node is refused, and leaves nothing running', async (t) => {
    await using server = await startApiServer({ listen: false });
    await using client = newTestClient(server);
    server.faults.failNext({ status: 403, match: ({ plural }) => plural === 'nodes' });
    await rejects(simulateWorkloads(t.ctx, { client }), (error) => !isNotFound(error));
  });

  test('with podsOnly leaves workloads to others', async (t) => {
    await using stage = await newStage(t.ctx, { podsOnly: true });
    await stage.client.create(t.ctx, Deployment, deployment('web'));
    const { template } = defined(deployment('web').spec);
    await stage.client.create(t.ctx, Pod, { ...template, metadata: { name: 'alone', namespace: 'default' } });
    await stage.until(Pod, 'alone', isReady);
    equal(await stage.client.listAll(t.ctx, ReplicaSet), []);
  });
});
