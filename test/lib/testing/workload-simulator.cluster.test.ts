import type { Context } from '../../../context/index.ts';
import type { Client } from '../../../lib/client/client.ts';
import { connect } from '../../../lib/client/connect.ts';
import { DaemonSet, Deployment, Job, Namespace, Node, Pod, StatefulSet } from '../../../lib/object/kinds.ts';
import type { Kind, KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import {
  type PodBehaviours,
  type WorkloadSimulator,
  simulateWorkloads,
} from '../../../lib/testing/workload-simulator.ts';
import { defined, equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { conditionOf, daemonSet, deployment, isReady, job, statefulSet } from './workload-stage.ts';

/** The control plane that the runner shares among the files of this tier. */
async function sharedClient(): Promise<Client> {
  const { OPERATORKIT_KUBECONFIG: kubeconfig } = process.env;
  if (!kubeconfig) throw new Error('cannot find the cluster: run `npm run test:cluster`');
  return await connect({ kubeconfig });
}

interface Place extends AsyncDisposable {
  readonly client: Client;
  /** Starts a simulator for the Pods of this namespace: others share the cluster. */
  simulate(pods?: PodBehaviours): Promise<WorkloadSimulator>;
  create<T extends KubernetesObject>(kind: Kind<T>, obj: T): Promise<T>;
  until<T extends KubernetesObject>(kind: Kind<T>, name: string, check: (obj: T) => boolean): Promise<T>;
}

/** A namespace of its own for each test; what is in it goes with it. */
async function newPlace(ctx: Context, namespace: string): Promise<Place> {
  const client = await sharedClient();
  await client.create(ctx, Namespace, { metadata: { name: namespace } });
  const wait = { deadlineMs: 40_000, intervalMs: 50, signal: ctx.signal };
  return {
    client,
    simulate: async (pods = () => undefined) =>
      await simulateWorkloads(ctx, { client, namespace, podsOnly: true, pods }),
    // The namespace's service account comes a little after it; until then Pods are refused.
    create: async (kind, obj) =>
      await eventually(
        async () => await client.create(ctx, kind, { ...obj, metadata: { ...obj.metadata, namespace } }),
        () => true,
        wait,
      ),
    until: async (kind, name, check) =>
      await eventually(async () => await client.get(ctx, kind, { namespace, name }), check, wait),
    [Symbol.asyncDispose]: async () => {
      // Nobody lets go of Pods on a node once the simulator has ended.
      await client.deleteAll(ctx, Pod, { namespace, gracePeriodSeconds: 0 });
      await client.delete(ctx, Node, { name: 'simulated' });
      await client.delete(ctx, Namespace, { name: namespace });
      await client.close();
    },
  };
}

suite('simulateWorkloads with podsOnly, under the real controllers', (test) => {
  test('gets the Pods of a Deployment ready, and lets them go', async (t) => {
    await using place = await newPlace(t.ctx, 'simulated-deployment');
    await using _ = await place.simulate();
    await place.create(Deployment, deployment('web', { replicas: 3 }));
    const ready = await place.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 3);
    is(conditionOf(ready, 'Available'), 'True MinimumReplicasAvailable');
    const ref = { namespace: 'simulated-deployment', name: 'web' };
    await place.client.patch(t.ctx, Deployment, ref, { type: 'merge', value: { spec: { replicas: 1 } } });
    const pods = async (): Promise<readonly Pod[]> =>
      await place.client.listAll(t.ctx, Pod, { namespace: 'simulated-deployment' });
    await eventually(pods, (all) => all.length === 1, { deadlineMs: 40_000, intervalMs: 50 });
  });

  test('follows its behaviours: a rollout that cannot get ready does not go on', async (t) => {
    await using place = await newPlace(t.ctx, 'simulated-behaviour');
    await using simulator = await place.simulate();
    simulator.behave(() => ({ becomes: 'crash-looping' }));
    await place.create(Deployment, deployment('web', { progressDeadlineSeconds: 2 }));
    const late = await place.until(
      Deployment,
      'web',
      (obj) => conditionOf(obj, 'Progressing') === 'False ProgressDeadlineExceeded',
    );
    is(late.status?.unavailableReplicas, 1);
    simulator.behave(() => undefined);
    await place.until(Deployment, 'web', ({ status }) => status?.availableReplicas === 1);
  });

  test('gives the Pods of StatefulSets and DaemonSets their nodes', async (t) => {
    await using place = await newPlace(t.ctx, 'simulated-sets');
    await using _ = await place.simulate();
    await place.create(StatefulSet, statefulSet('db', { replicas: 2 }));
    await place.create(DaemonSet, daemonSet('agent'));
    await place.until(StatefulSet, 'db', ({ status }) => status?.availableReplicas === 2);
    const { status } = await place.until(DaemonSet, 'agent', (set) => (set.status?.numberAvailable ?? 0) > 0);
    is(status?.numberAvailable, status?.desiredNumberScheduled);
    is((await place.until(Pod, 'db-1', isReady)).spec?.nodeName, 'simulated');
  });

  test('completes a Job, and fails another one', async (t) => {
    await using place = await newPlace(t.ctx, 'simulated-jobs');
    await using _ = await place.simulate(({ metadata }) =>
      metadata?.name?.startsWith('bad') ? { becomes: 'failed' } : undefined,
    );
    await place.create(Job, job('good', { completions: 2, parallelism: 2 }));
    await place.create(Job, job('bad', { backoffLimit: 0 }));
    const good = await place.until(Job, 'good', (each) => conditionOf(each, 'Complete') !== undefined);
    is(good.status?.succeeded, 2);
    const bad = await place.until(Job, 'bad', (each) => conditionOf(each, 'Failed') !== undefined);
    equal([conditionOf(bad, 'Failed'), bad.status?.failed], ['True BackoffLimitExceeded', 1]);
  });

  test('writes a status of Pods that the real server takes as it is', async (t) => {
    await using place = await newPlace(t.ctx, 'simulated-pods');
    await using _ = await place.simulate();
    const { template } = defined(deployment('web').spec);
    await place.create(Pod, { ...template, metadata: { name: 'alone' } });
    const first = await place.until(Pod, 'alone', isReady);
    await place.create(Pod, { ...template, metadata: { name: 'later' } });
    await place.until(Pod, 'later', isReady);
    const again = await place.until(Pod, 'alone', isReady);
    is(again.metadata?.resourceVersion, first.metadata?.resourceVersion, 'the status changed again');
    await place.client.delete(t.ctx, Pod, { namespace: 'simulated-pods', name: 'alone' });
    const names = async (): Promise<readonly (string | undefined)[]> => {
      const pods = await place.client.listAll(t.ctx, Pod, { namespace: 'simulated-pods' });
      return pods.map(({ metadata }) => metadata?.name);
    };
    await eventually(names, (all) => !all.includes('alone'), { deadlineMs: 10_000, intervalMs: 50 });
  });
});
