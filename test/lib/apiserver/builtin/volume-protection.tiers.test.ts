import { randomUUID } from 'node:crypto';

import { background } from '../../../../context/index.ts';
import type { Kind, KubernetesObject, ObjectRef } from '../../../../lib/object/kubernetes-object.ts';
import { Namespace, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../../lib/object/kinds.ts';
import { eventually } from '../../../../lib/testing/eventually.ts';
import { equal, ok } from '../../../kit/assert.ts';
import { type TestServer, testServer } from '../../../kit/server.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';

/** For real controllers. */
const PATIENCE_MS = 50_000;
const STORAGE = { storage: '1Gi' };
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: STORAGE } };

async function gone<T extends KubernetesObject>(
  server: TestServer,
  kind: Kind<T>,
  ref: ObjectRef,
): Promise<void> {
  const read = async (): Promise<T | undefined> => await server.client.tryGet(server.ctx, kind, ref);
  const options = { what: `the end of ${ref.name}`, deadlineMs: PATIENCE_MS, signal: server.ctx.signal };
  await eventually(read, (found) => found === undefined, options);
}

/** A claim, and a Pod on a node that mounts it. */
async function mounted(server: TestServer): Promise<{ claim: ObjectRef; pod: ObjectRef }> {
  const { ctx, client, namespace } = server;
  const [claim, pod] = ['a', 'user'].map((name) => ({ name, namespace })) as [ObjectRef, ObjectRef];
  const made = await client.create(ctx, PersistentVolumeClaim, { metadata: claim, spec: CLAIM });
  equal(made.metadata?.finalizers, ['kubernetes.io/pvc-protection']);
  const spec = {
    nodeName: 'nowhere',
    containers: [{ name: 'main', image: 'main' }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'a' } }],
  };
  // A real server makes the service account in its own time.
  const create = async (): Promise<Pod> => await client.create(ctx, Pod, { metadata: pod, spec });
  await eventually(create, () => true, { what: 'the Pod', deadlineMs: PATIENCE_MS, signal: ctx.signal });
  return { claim, pod };
}

async function volume(server: TestServer, t: TestContext): Promise<ObjectRef> {
  const { ctx, client } = server;
  const ref = { name: `volume-${randomUUID()}` };
  const made = await client.create(ctx, PersistentVolume, {
    metadata: ref,
    spec: { capacity: STORAGE, accessModes: ['ReadWriteOnce'], hostPath: { path: '/nowhere' } },
  });
  equal(made.metadata?.finalizers, ['kubernetes.io/pv-protection']);
  t.defer(async () => {
    if ((await client.tryGet(background(), PersistentVolume, ref)) === undefined) return;
    const patch = { type: 'merge', value: { metadata: { finalizers: null } } } as const;
    await client.patch(background(), PersistentVolume, ref, patch);
  });
  return ref;
}

suite(
  'persistent volumes and claims',
  (test) => {
    test('a claim goes when no Pod mounts it, and not before', async (t) => {
      const server = await testServer(t);
      const { ctx, client } = server;
      const { claim, pod } = await mounted(server);
      await client.delete(ctx, PersistentVolumeClaim, claim);
      const other = { name: 'b', namespace: server.namespace };
      await client.create(ctx, PersistentVolumeClaim, { metadata: other, spec: CLAIM });
      await client.delete(ctx, PersistentVolumeClaim, other);
      await gone(server, PersistentVolumeClaim, other);
      ok((await client.get(ctx, PersistentVolumeClaim, claim)).metadata?.deletionTimestamp);
      await client.delete(ctx, Pod, pod, { gracePeriodSeconds: 0 });
      await gone(server, PersistentVolumeClaim, claim);
    });

    test('a namespace takes its claims along', async (t) => {
      const server = await testServer(t);
      const { ctx, client, namespace } = server;
      await client.create(ctx, PersistentVolumeClaim, { metadata: { name: 'a', namespace }, spec: CLAIM });
      await client.delete(ctx, Namespace, { name: namespace });
      await gone(server, Namespace, { name: namespace });
    });

    test('a volume goes when it is not bound, and not before', async (t) => {
      const server = await testServer(t);
      const { ctx, client } = server;
      const [bound, free] = [await volume(server, t), await volume(server, t)];
      const phase = { type: 'merge', value: { status: { phase: 'Bound' } } } as const;
      await client.patch(ctx, PersistentVolume, bound, phase, { subresource: 'status' });
      await client.delete(ctx, PersistentVolume, bound);
      await client.delete(ctx, PersistentVolume, free);
      await gone(server, PersistentVolume, free);
      ok((await client.get(ctx, PersistentVolume, bound)).metadata?.deletionTimestamp);
      const released = { type: 'merge', value: { status: { phase: 'Released' } } } as const;
      await client.patch(ctx, PersistentVolume, bound, released, { subresource: 'status' });
      await gone(server, PersistentVolume, bound);
    });
  },
  { timeoutMs: 2 * PATIENCE_MS },
);
