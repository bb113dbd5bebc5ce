// kit: file limit 180 s
import { Cache } from '../../examples/schema/cache.ts';
import { newSchemaOperator } from '../../examples/schema/operator.ts';
import { Deployment, Secret } from '../../lib/object/kinds.ts';
import { simulateWorkloads } from '../../lib/testing/workload-simulator.ts';
import { equal, ok } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { newPlainSentinel, newSentinel } from './sentinel.ts';
import { ExampleStage, LIMIT_MS } from './stage.ts';

type Stage = ExampleStage<Cache>;

/** With somebody who sees to the Pods. */
async function newStage(t: TestContext): Promise<Stage> {
  const stage = await ExampleStage.on(t, Cache.kind, newSchemaOperator);
  const { client, namespace, ctx, server } = stage;
  const workloads = await simulateWorkloads(ctx, { client, namespace, podsOnly: server.tier === 'real' });
  t.defer(async () => await workloads.stop());
  return stage;
}

async function create(stage: Stage, name: string, password: string): Promise<void> {
  const spec = { admin: { name, password } };
  await stage.create<Cache>(Cache.kind, Cache.object({ metadata: { name: 'web' }, spec }));
}

/** Whether the Deployment is rolled out, as the operator knows, and the status says so. */
async function isReady(stage: Stage, wanted: number): Promise<boolean> {
  const deployment = await stage.find<Deployment>(Deployment, 'web');
  if (deployment === undefined || !stage.knows(Deployment, deployment)) return false;
  const { observedGeneration, replicas, updatedReplicas, readyReplicas } = deployment.status ?? {};
  const isCurrent = observedGeneration === deployment.metadata?.generation;
  const isThere = [replicas, updatedReplicas, readyReplicas].every((count) => count === wanted);
  return isCurrent && isThere && (await saysReady(stage, wanted));
}

async function saysReady(stage: Stage, wanted: number): Promise<boolean> {
  const { status, metadata } = (await stage.find(Cache.kind, 'web')) ?? {};
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const isCurrent = status?.observedGeneration === metadata?.generation;
  return isCurrent && status?.readyReplicas === wanted && ready?.status === 'True';
}

suite(
  'newSchemaOperator',
  (test) => {
    test('writes each child once, and the status once in a reconcile', async (t) => {
      const stage = await newStage(t);
      const password = newPlainSentinel();
      const created = await stage.step(
        'web',
        async () => await create(stage, password, password),
        'the replica',
        async () => await isReady(stage, 1),
      );
      const applies = { 'apply configmaps/web': 1, 'apply deployments/web': 1, 'apply secrets/web': 1 };
      equal(created.counts, { ...applies, 'apply services/web': 1, 'patch caches/web': 1 });
      ok(created.statusWrites > 0, 'the status is not written');
      const { data } = (await stage.find<Secret>(Secret, 'web')) ?? {};
      const users = Buffer.from(data?.['users.acl'] ?? '', 'base64').toString();
      ok(users.includes(`>${password} `), 'the Secret has no password');
      await stage.isQuiet('web');

      const changed = await stage.step(
        'web',
        async () => await stage.change(Cache.kind, 'web', { spec: { memory: '1Gi', replicas: 2 } }),
        'both replicas',
        async () => await isReady(stage, 2),
      );
      equal(changed.counts, { 'apply configmaps/web': 1, 'apply deployments/web': 1 });
      equal(changed.reads, []);
      await stage.isQuiet('web');

      const deleted = await stage.step(
        'web',
        async () => await stage.delete(Cache.kind, 'web'),
        'the end of the Deployment',
        async () => (await stage.find(Deployment, 'web')) === undefined,
      );
      equal(deleted.writes, ['patch caches/web']);
      equal(deleted.reads, []);
      await stage.hides([password]);
    });

    test('shows no password that the server quotes when it refuses a child, nor in a dry run', async (t) => {
      const stage = await newStage(t);
      const password = newSentinel();
      await stage.fails('web', async () => await create(stage, password, password));
      for (const where of ['log', 'status', 'explanations', 'spans'] as const)
        await stage.shows(where, 'Invalid value');
      await stage.hides([password]);

      await stage.step(
        'web',
        async () => await stage.change(Cache.kind, 'web', { spec: { admin: { name: 'ada' } } }),
        'the replica',
        async () => await isReady(stage, 1),
      );
      await stage.isQuiet('web');
      await stage.stop();
      await stage.change(Cache.kind, 'web', { spec: { admin: { password: newSentinel() }, memory: '1Gi' } });
      await stage.dryRun('web');
      await stage.shows('planned', 'would update ConfigMap');
      await stage.shows('planned', 'would update Secret');
      await stage.hides([password, 's3ntinel']);
    });
  },
  { timeoutMs: LIMIT_MS },
);
