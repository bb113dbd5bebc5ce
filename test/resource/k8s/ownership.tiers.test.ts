import { dryRun } from '../../../context/index.ts';
import { isConflict } from '../../../lib/client/errors.ts';
import { errorMessage, isTerminal } from '../../../lib/errors.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { ClusterRole, ConfigMap, Deployment, Namespace, Secret } from '../../../lib/object/kinds.ts';
import { SecretValues, secretValues } from '../../../lib/secret-values.ts';
import { OWNED_BY_LABEL, OWNER_ANNOTATION, OWNER_UID_LABEL } from '../../../resource/k8s/marks.ts';
import { ownedObjects } from '../../../resource/k8s/owned-objects.ts';
import { defined, equal, is, match, not, ok, rejects } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import { map, PATIENCE_MS, Stage } from './stage.ts';

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return errorMessage(await rejects(promise));
}

suite(
  'ownedObjects and who owns what, on an API server',
  (test) => {
    test('does not take over what is there already', async (t) => {
      const stage = await Stage.on(t);
      const { namespace } = stage;
      await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'a', namespace },
        data: { a: 'x' },
      });
      is(
        await messageOf(stage.reconcile([map('a')])),
        `cannot take over ConfigMap ${namespace}/a as resource children for ConfigMap ${namespace}/owner: it exists, and this resource did not make it; give yours another name, delete it, or allow it with adopt: 'unowned'`,
      );
      equal((await stage.get(ConfigMap, 'a')).data, { a: 'x' });
    });

    test('adopts what nobody owns where it may', async (t) => {
      const stage = await Stage.on(t, { adopt: 'unowned', force: true });
      const { namespace } = stage;
      const data = { a: 'x', b: 'theirs' };
      const made = await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'a', namespace },
        data,
      });
      equal(await stage.reconcile([map('a')]), ['GET configmaps/a', 'PATCH configmaps/a']);
      const found = await stage.get(ConfigMap, 'a');
      equal(found.data, { a: '1', b: 'theirs' });
      is(found.metadata?.uid, made.metadata?.uid);
      is(found.metadata?.ownerReferences?.[0]?.uid, stage.owner.metadata?.uid);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
    });

    test('does not adopt what is on its way out', async (t) => {
      const stage = await Stage.on(t, { adopt: 'unowned' });
      const ref = { name: 'a', namespace: stage.namespace };
      const metadata = { ...ref, finalizers: ['example.com/wait'] };
      await stage.client.create(stage.ctx, ConfigMap, { metadata });
      await stage.client.delete(stage.ctx, ConfigMap, ref);
      is(
        await messageOf(stage.reconcile([map('a')])),
        `cannot apply ConfigMap ${stage.namespace}/a: it is being deleted, and is not gone yet`,
      );
      await stage.change(ConfigMap, 'a', { metadata: { finalizers: null } });
      await stage.reconcile();
      equal((await stage.get(ConfigMap, 'a')).data, { a: '1' });
    });

    test('adopts what a rule of the operator allows, and nothing else', async (t) => {
      const seen: unknown[] = [];
      const stage = await Stage.on(t, {
        adopt: (live, obj) => {
          seen.push([live.metadata?.name, obj.metadata?.name]);
          return live.metadata?.labels?.['adopt'] === 'me';
        },
      });
      const make = async (name: string, adopt: string): Promise<void> => {
        const metadata = { name, namespace: stage.namespace, labels: { adopt } };
        await stage.client.create(stage.ctx, ConfigMap, { metadata });
      };
      await make('a', 'me');
      await make('b', 'not');
      match(await messageOf(stage.reconcile([map('a'), map('b')])), 'b as resource children');
      equal(seen, [
        ['a', 'owner'],
        ['b', 'owner'],
      ]);
      equal((await stage.get(ConfigMap, 'a')).data, { a: '1' });
      is((await stage.get(ConfigMap, 'b')).data, undefined);
    });

    test('never takes what somebody else controls', async (t) => {
      const stage = await Stage.on(t, { adopt: () => true, force: true });
      const { namespace } = stage;
      const other = await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'other', namespace },
      });
      const uid = other.metadata?.uid ?? '';
      const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid, controller: true }];
      await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'a', namespace, ownerReferences },
      });
      match(
        await messageOf(stage.reconcile([map('a')])),
        `ConfigMap other (uid ${uid}) controls it; give yours another name`,
      );
      is((await stage.get(ConfigMap, 'a')).data, undefined);
    });

    test('does not let two owners share an object, nor take it from each other', async (t) => {
      const stage = await Stage.on(t);
      const { owner } = stage;
      const second = await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'second', namespace: stage.namespace },
      });
      await stage.reconcile([map('a')]);
      Object.assign(stage, { owner: second });
      const uid = owner.metadata?.uid;
      match(await messageOf(stage.reconcile()), `ConfigMap owner (uid ${uid}) controls it`);
      await stage.caughtUp();
      match(await messageOf(stage.reconcile()), `ConfigMap owner (uid ${uid}) controls it`);
      Object.assign(stage, { owner });
      stage.requests();
      equal(await stage.reconcile(), []);
    });

    test('lets only one of two owners write an object that both want at once', async (t) => {
      const stage = await Stage.on(t);
      const second = await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'second', namespace: stage.namespace },
      });
      stage.desired = [map('a')];
      const { resource, ctx, owner } = stage;
      const results = await Promise.allSettled(
        [owner, second].map((one) => resource.ensureCreated(ctx, one)),
      );
      equal(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      );
      const [, lost] = results;
      match(errorMessage((lost as PromiseRejectedResult).reason), 'another owner');
      is((await stage.get(ConfigMap, 'a')).metadata?.ownerReferences?.[0]?.name, 'owner');
    });

    test('does not take what another resource owns', async (t) => {
      const stage = await Stage.on(t, { name: 'first' });
      await stage.reconcile([map('a')]);
      const other = await Stage.on(t, { name: 'second' }, 'another', stage.server);
      Object.assign(other, { owner: stage.owner });
      match(await messageOf(other.reconcile([map('a')])), 'resource first owns it');
    });

    test('names the object and its owner where one cannot refer to the other', async (t) => {
      const stage = await Stage.on(t, { kinds: [ClusterRole, ConfigMap], namespaces: ['elsewhere'] });
      const role = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'a' },
      };
      const error = await rejects(stage.reconcile([role]));
      ok(isTerminal(error));
      is(
        (error as Error).message,
        `cannot use desired[0] of resource children: ClusterRole a cannot refer to ConfigMap ${stage.namespace}/owner as its owner: it has no namespace; use ownerReference: 'none'`,
      );
      const away = { ...map('a'), metadata: { name: 'a', namespace: 'elsewhere' } };
      match(
        await messageOf(stage.reconcile([away])),
        "it is in another namespace; use ownerReference: 'none'",
      );
    });

    test('owns objects without a namespace and in others by a label, and deletes them by itself', async (t) => {
      const { namespace: name, ...server } = await testServer(t);
      const away = `${name}-away`;
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: away } };
      const there = { ...map('a'), metadata: { name: 'a', namespace: away } };
      const stage = await Stage.on(
        t,
        {
          kinds: [Namespace, ConfigMap],
          ownerReference: 'none',
          namespaces: [name, away],
          name: `r-${name}`,
        },
        'owner',
        { ...server, namespace: name },
      );
      equal(await stage.reconcile([namespace, there]), [
        `GET namespaces/${away}`,
        `PATCH namespaces/${away}`,
        'GET configmaps/a',
        'PATCH configmaps/a',
      ]);
      equal(await stage.reconcile(), []);
      const found = await stage.client.get(stage.ctx, ConfigMap, { name: 'a', namespace: away });
      is(found.metadata?.ownerReferences, undefined);
      const { uid = '' } = stage.owner.metadata ?? {};
      equal(found.metadata?.labels, { [OWNED_BY_LABEL]: `r-${name}`, [OWNER_UID_LABEL]: uid });
      is(found.metadata?.annotations?.[OWNER_ANNOTATION], `${name}/owner`);
      const [, watch] = stage.resource.watches;
      equal(defined(watch).map(undefined, found), new Set([`${name}/owner`]));
      is((await stage.deleteOwner()).finalizersKept, true);
      equal(stage.requests(), ['DELETE configmaps/a', `DELETE namespaces/${away}`]);
    });

    test('owns objects in namespaces for an owner that has none', async (t) => {
      const server = await testServer(t);
      const { client, ctx, namespace } = server;
      const owner = await client.get(ctx, Namespace, { name: namespace });
      const resource = ownedObjects({
        name: 'children',
        client,
        owner: Namespace,
        kinds: [ConfigMap],
        namespace,
        desired: () => [{ ...map('a'), metadata: { name: 'a', namespace } }],
      });
      const [watch] = resource.watches;
      const running = defined(watch).informer.run(ctx);
      t.defer(() => running);
      await resource.ensureCreated(ctx, owner);
      const found = await client.get(ctx, ConfigMap, { name: 'a', namespace });
      is(found.metadata?.ownerReferences?.[0]?.kind, 'Namespace');
      equal(defined(watch).map(found, undefined), new Set([namespace]));
    });

    test('refers to its owner as one among others where it is told to', async (t) => {
      const stage = await Stage.on(t, { ownerReference: 'owner' });
      const other = await stage.client.create(stage.ctx, ConfigMap, {
        metadata: { name: 'other', namespace: stage.namespace },
      });
      const { uid = '' } = other.metadata ?? {};
      const theirs = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid, controller: true };
      const metadata = { name: 'a', ownerReferences: [theirs] };
      equal(await stage.converge([{ ...map('a'), metadata }]), ['GET configmaps/a', 'PATCH configmaps/a']);
      const references = (await stage.get(ConfigMap, 'a')).metadata?.ownerReferences ?? [];
      equal(
        references.map(({ name, controller, blockOwnerDeletion }) => [name, controller, blockOwnerDeletion]),
        [
          ['other', true, undefined],
          ['owner', undefined, true],
        ],
      );
      await stage.restart();
      equal(await stage.reconcile(), []);
    });

    test('asks for the permissions that it uses', async (t) => {
      const stage = await Stage.on(t, { kinds: [ConfigMap, ClusterRole] });
      const { namespace } = stage;
      const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete'];
      equal(stage.resource.permissions, [
        { kind: ConfigMap, verbs, namespaces: [namespace] },
        { kind: ClusterRole, verbs },
        { kind: ConfigMap, subresource: 'finalizers', verbs: ['update'], namespaces: [namespace] },
      ]);
    });

    test('takes an informer that is there, and asks for the version it saw last where it lacks managed fields', async (t) => {
      const server = await testServer(t);
      const { client, namespace } = server;
      const labelSelector = `${OWNED_BY_LABEL}=children`;
      for (const keepManagedFields of [true, false]) {
        const informer = newInformer({
          client,
          kind: ConfigMap,
          namespace,
          labelSelector,
          keepManagedFields,
        });
        const stage = await Stage.on(t, { informers: [informer] }, `owner-${keepManagedFields}`, server);
        const name = `child-${keepManagedFields}`;
        await stage.converge([map(name)]);
        equal(await stage.reconcile(), []);
        await stage.change(ConfigMap, name, { data: { theirs: 'x' } });
        await stage.caughtUp();
        equal(await stage.reconcile(), keepManagedFields ? [] : [`PATCH configmaps/${name}`]);
        equal(await stage.reconcile(), []);
      }
    });

    test('shows nothing of a Secret that the server refuses, nor of a conflict', async (t) => {
      const stage = await Stage.on(t, { kinds: [Secret] });
      const secret = (data: object): object => ({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'a' },
        ...data,
      });
      const values = new SecretValues();
      const ctx = secretValues.with(stage.ctx, values);
      const wrong = [
        secret({ data: { a: 'TOP-SECRET' } }),
        secret({ data: { a: { b: 'TOP-SECRET' } } }),
        secret({ stringData: { 'no key!': 'TOP-SECRET' } }),
        secret({ stringData: { a: ['TOP-SECRET'] } }),
      ];
      for (const one of wrong) {
        const error = await rejects(stage.reconcile([one], ctx));
        not(JSON.stringify([errorMessage(error), error]).includes('TOP-SECRET'), errorMessage(error));
        not(String((error as Error).stack).includes('TOP-SECRET'));
      }
      await stage.converge([secret({ stringData: { password: 'TOP-SECRET' } })]);
      await stage.change(Secret, 'a', { stringData: { password: 'OTHER-SECRET' } });
      await stage.caughtUp();
      const error = await rejects(stage.reconcile(stage.desired, ctx));
      ok(isConflict(error));
      match(errorMessage(error), '.data.password');
      not(/TOP|OTHER|VE9Q|T1RIRVI/.test(JSON.stringify([errorMessage(error), error])));
      is(values.redact('it is TOP-SECRET'), 'it is [redacted]');
      not(JSON.stringify(stage.server.logger.lines).includes('SECRET'));
    });

    test('remembers nothing of a dry run', async (t) => {
      const stage = await Stage.on(t, { kinds: [ConfigMap, Deployment], createOnce: ['data.a'] });
      const dry = dryRun.with(stage.ctx);
      dryRun.set(dry);
      const first = await stage.reconcile([map('a')], dry);
      equal(first, ['GET configmaps/a', 'PATCH configmaps/a']);
      equal(await stage.reconcile([map('a')], dry), first);
      is(await stage.find(ConfigMap, 'a'), undefined);
      await stage.converge([map('a')]);
      equal(await stage.reconcile([map('a', { a: '1', b: '2' })], dry), ['PATCH configmaps/a']);
      equal(await stage.reconcile([], dry), ['DELETE configmaps/a']);
      equal(await stage.reconcile([], dry), ['DELETE configmaps/a']);
      equal((await stage.get(ConfigMap, 'a')).data, { a: '1' });
      equal(await stage.reconcile([map('a', { a: '1', b: '2' })]), ['PATCH configmaps/a']);
    });
  },
  { timeoutMs: PATIENCE_MS + 10_000 },
);
