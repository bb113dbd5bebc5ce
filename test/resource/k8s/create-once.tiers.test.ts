import { UnreachableError } from '../../../lib/client/errors.ts';
import { ConfigMap, Deployment } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { appliedFields } from '../../../resource/k8s/field-set.ts';
import { ownsSome } from '../../../resource/k8s/create-once.ts';
import { parseFieldPath } from '../../../resource/k8s/field-path.ts';
import { equal, is, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { map, PATIENCE_MS, Stage } from './stage.ts';

const MANAGER = 'operatorkit-children';
const REPLICAS = parseFieldPath('test', 'spec.replicas');

function deployment(image: string, spec: object = { replicas: 2 }): object {
  const labels = { app: 'a' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: {
      ...spec,
      paused: true,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
    },
  };
}

const ONCE = { kinds: [Deployment], createOnce: ['spec.replicas'] };

function managersOf(obj: KubernetesObject, path: readonly string[]): string[] {
  const entries = obj.metadata?.managedFields ?? [];
  return entries
    .filter(({ fieldsV1 }) =>
      path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], fieldsV1),
    )
    .map(({ manager = '' }) => manager);
}

suite(
  'createOnce on an API server',
  (test) => {
    test('gives a field at the creation, and nobody owns it afterwards', async (t) => {
      const stage = await Stage.on(t, ONCE);
      equal(await stage.reconcile([deployment('example.com/a:1')]), [
        'GET deployments/a',
        'PATCH deployments/a',
        'PATCH deployments/a',
      ]);
      const found = await stage.get(Deployment, 'a');
      is(found.spec?.replicas, 2);
      equal(managersOf(found, ['f:spec', 'f:replicas']), []);
      equal(managersOf(found, ['f:spec', 'f:selector']), [MANAGER]);
    });

    test('leaves the field to others: its value survives applies, restarts and other wishes', async (t) => {
      const stage = await Stage.on(t, ONCE);
      await stage.converge([deployment('example.com/a:1')]);
      const ref = { name: 'a', namespace: stage.namespace };
      equal(await stage.reconcile([deployment('example.com/a:2')]), ['PATCH deployments/a']);
      is((await stage.get(Deployment, 'a')).spec?.replicas, 2);
      await stage.client.updateScale(stage.ctx, Deployment, ref, 5);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
      equal(await stage.reconcile([deployment('example.com/a:2', { replicas: 3 })]), []);
      equal(await stage.reconcile([deployment('example.com/a:3', { replicas: 3 })]), ['PATCH deployments/a']);
      is((await stage.get(Deployment, 'a')).spec?.replicas, 5);
      await stage.restart();
      const requests = await stage.reconcile([deployment('example.com/a:3', {})]);
      ok(requests.length <= 1);
      is((await stage.get(Deployment, 'a')).spec?.replicas, 5);
    });

    test('lets another manager apply the field without a conflict', async (t) => {
      const stage = await Stage.on(t, ONCE);
      await stage.converge([deployment('example.com/a:1')]);
      const theirs = { metadata: { name: 'a', namespace: stage.namespace }, spec: { replicas: 7 } };
      await stage.client.apply(stage.ctx, Deployment, theirs as Deployment, { fieldManager: 'scaler' });
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
      is((await stage.get(Deployment, 'a')).spec?.replicas, 7);
    });

    test('gives the field again with an object that was deleted', async (t) => {
      const stage = await Stage.on(t, ONCE);
      await stage.converge([deployment('example.com/a:1')]);
      const ref = { name: 'a', namespace: stage.namespace };
      await stage.client.updateScale(stage.ctx, Deployment, ref, 5);
      await stage.client.delete(stage.ctx, Deployment, ref, { propagationPolicy: 'Background' });
      await stage.caughtUp();
      await stage.reconcile();
      is((await stage.get(Deployment, 'a')).spec?.replicas, 2);
    });

    test('gives up a field of an object that was made before, with its value', async (t) => {
      const before = await Stage.on(t, { kinds: [Deployment] });
      await before.converge([deployment('example.com/a:1', { replicas: 4 })]);
      const after = await Stage.on(t, ONCE, 'again', before.server);
      Object.assign(after, { owner: before.owner });
      await after.caughtUp();
      equal(await after.reconcile([deployment('example.com/a:1', { replicas: 4 })]), [
        'GET deployments/a',
        'PATCH deployments/a',
      ]);
      const found = await after.get(Deployment, 'a');
      is(found.spec?.replicas, 4);
      is(ownsSome(found, MANAGER, [REPLICAS]), false);
      ok(appliedFields(found, MANAGER));
      equal(await after.reconcile(), []);
      await after.caughtUp();
      equal(await after.reconcile(), []);
    });

    test('gives a field up also where the process ends or fails right after the creation', async (t) => {
      for (const restarts of [false, true]) {
        const stage = await Stage.on(t, ONCE);
        stage.before((_, body) => {
          if (body.startsWith('[')) throw new UnreachableError('the line is cut');
        });
        await rejects(stage.reconcile([deployment('example.com/a:1')]));
        is(ownsSome(await stage.get(Deployment, 'a'), MANAGER, [REPLICAS]), true);
        stage.before(() => {});
        if (restarts) await stage.restart();
        stage.requests();
        equal(await stage.reconcile([deployment('example.com/a:2', {})]), [
          'GET deployments/a',
          'PATCH deployments/a',
          'PATCH deployments/a',
        ]);
        const found = await stage.get(Deployment, 'a');
        equal([found.spec?.replicas, ownsSome(found, MANAGER, [REPLICAS])], [2, false]);
      }
    });

    test('gives a field up while others write the object', async (t) => {
      const stage = await Stage.on(t, ONCE);
      const ref = { name: 'a', namespace: stage.namespace };
      let others = 0;
      stage.before(async (_, body) => {
        if (!body.startsWith('[') || others === 2) return;
        others += 1;
        // Takes a field of ours, and so changes our entry; where its own comes to stand is a matter of the second.
        const metadata = { ...ref, annotations: { [`n${others}`]: 'theirs' } };
        await stage.client.apply<Deployment>(
          stage.ctx,
          Deployment,
          { metadata },
          { fieldManager: `a${others}`, force: true },
        );
      });
      const annotations = { n1: 'ours', n2: 'ours' };
      await stage.reconcile([{ ...deployment('example.com/a:1'), metadata: { name: 'a', annotations } }]);
      is(others, 2);
      const found = await stage.get(Deployment, 'a');
      equal([found.spec?.replicas, ownsSome(found, MANAGER, [REPLICAS])], [2, false]);
      equal(
        ['n1', 'n2'].map((name) => managersOf(found, ['f:metadata', 'f:annotations', `f:${name}`])),
        [['a1'], ['a2']],
      );
    });

    test('takes fields of list items and names with dots, by a function of the object', async (t) => {
      const createOnce = ({ kind }: KubernetesObject): string[] =>
        kind === 'Deployment'
          ? ['spec.template.spec.containers[name=main].image', 'spec.replicas']
          : ["metadata.annotations['example.com/size']", 'data.a'];
      const stage = await Stage.on(t, { kinds: [Deployment, ConfigMap], createOnce });
      const config = map('c', { a: '1' });
      const annotated = { ...config, metadata: { name: 'c', annotations: { 'example.com/size': '1' } } };
      await stage.converge([deployment('example.com/a:1'), annotated]);
      await stage.change(ConfigMap, 'c', {
        data: { a: 'x' },
        metadata: { annotations: { 'example.com/size': '9' } },
      });
      await stage.caughtUp();
      const value = { spec: { template: { spec: { containers: [{ name: 'main', image: 'theirs' }] } } } };
      const ref = { name: 'a', namespace: stage.namespace };
      await stage.client.patch(stage.ctx, Deployment, ref, { type: 'strategic', value });
      await stage.caughtUp();
      const again = { ...annotated, metadata: { ...annotated.metadata, labels: { new: 'label' } } };
      equal(await stage.reconcile([deployment('example.com/a:2'), again]), ['PATCH configmaps/c']);
      const found = await stage.get(ConfigMap, 'c');
      equal(found.data, { a: 'x' });
      is(found.metadata?.annotations?.['example.com/size'], '9');
      is((await stage.get(Deployment, 'a')).spec?.template.spec?.containers[0]?.image, 'theirs');
    });
  },
  { timeoutMs: PATIENCE_MS + 10_000 },
);
