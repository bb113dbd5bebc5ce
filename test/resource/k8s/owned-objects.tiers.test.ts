import { ConfigMap } from '../../../lib/object/kinds.ts';
import { OWNED_BY_LABEL } from '../../../resource/k8s/marks.ts';
import { equal, is, match, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { map, PATIENCE_MS, Stage } from './stage.ts';

suite(
  'ownedObjects on an API server',
  (test) => {
    test('creates what is desired, in order, marked and with its owner', async (t) => {
      const stage = await Stage.on(t);
      equal(await stage.reconcile([map('b'), map('a')]), [
        'GET configmaps/b',
        'PATCH configmaps/b',
        'GET configmaps/a',
        'PATCH configmaps/a',
      ]);
      const { metadata, data } = await stage.get(ConfigMap, 'a');
      equal(data, { a: '1' });
      equal(metadata?.labels, { [OWNED_BY_LABEL]: 'children' });
      const { name, uid } = stage.owner.metadata ?? {};
      equal(metadata?.ownerReferences, [
        { apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true, blockOwnerDeletion: true },
      ]);
      equal(
        metadata?.managedFields?.map(({ manager, operation }) => [manager, operation]),
        [['operatorkit-children', 'Apply']],
      );
    });

    test('makes no request while all is as desired: at once, when informers tell of it, after a restart', async (t) => {
      const stage = await Stage.on(t);
      await stage.reconcile([map('a'), map('b')]);
      equal(await stage.reconcile(), []);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
      await stage.restart();
      equal(await stage.reconcile(), []);
    });

    test('applies what is desired anew, and that alone', async (t) => {
      const stage = await Stage.on(t);
      await stage.reconcile([map('a'), map('b')]);
      equal(await stage.reconcile([map('a', { a: '2' }), map('b')]), ['PATCH configmaps/a']);
      equal((await stage.get(ConfigMap, 'a')).data, { a: '2' });
      equal(await stage.reconcile(), []);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
    });

    for (const [when, restarts] of Object.entries({ 'at once': false, 'after a restart': true })) {
      test(`gives up a field that is not desired any more, ${when}`, async (t) => {
        const stage = await Stage.on(t);
        await stage.converge([map('a', { a: '1', b: '2' })]);
        if (restarts) await stage.restart();
        equal(await stage.reconcile([map('a', { b: '2' })]), ['PATCH configmaps/a']);
        equal((await stage.get(ConfigMap, 'a')).data, { b: '2' });
      });

      test(`leaves the fields of others alone, ${when}`, async (t) => {
        const stage = await Stage.on(t);
        await stage.converge([map('a')]);
        await stage.change(ConfigMap, 'a', { data: { theirs: 'x' }, metadata: { labels: { theirs: 'y' } } });
        await (restarts ? stage.restart() : stage.caughtUp());
        equal(await stage.reconcile(), []);
        equal(await stage.reconcile([map('a', { a: '3' })]), ['PATCH configmaps/a']);
        const { data, metadata } = await stage.get(ConfigMap, 'a');
        equal(data, { a: '3', theirs: 'x' });
        is(metadata?.labels?.['theirs'], 'y');
      });

      test(`says who changed a field of ours, ${when}`, async (t) => {
        const stage = await Stage.on(t);
        await stage.converge([map('a', { a: '1', b: '1' })]);
        await stage.change(ConfigMap, 'a', { data: { a: 'x' } }, 'somebody');
        await (restarts ? stage.restart() : stage.caughtUp());
        const error = (await rejects(stage.reconcile())) as Error;
        is(
          error.message,
          `cannot apply ConfigMap ${stage.namespace}/a: "somebody" manages .data.a with another value; make it release the field, leave the field out, name it in createOnce, or take it with force: true`,
        );
      });

      test(`takes a field of ours back by force, ${when}`, async (t) => {
        const stage = await Stage.on(t, { force: true });
        await stage.converge([map('a', { a: '1' })]);
        await stage.change(ConfigMap, 'a', { data: { a: 'x' } });
        await (restarts ? stage.restart() : stage.caughtUp());
        equal(await stage.reconcile(), ['PATCH configmaps/a']);
        equal((await stage.get(ConfigMap, 'a')).data, { a: '1' });
        await stage.caughtUp();
        equal(await stage.reconcile(), []);
      });
    }

    test('puts back a field of ours that somebody removed, without force', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a', { a: '1', b: '1' })]);
      await stage.change(ConfigMap, 'a', { data: { a: null } });
      await stage.caughtUp();
      equal(await stage.reconcile(), ['PATCH configmaps/a']);
      equal((await stage.get(ConfigMap, 'a')).data, { a: '1', b: '1' });
    });

    test('makes again what somebody deleted', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a')]);
      await stage.client.delete(stage.ctx, ConfigMap, { name: 'a', namespace: stage.namespace });
      await stage.caughtUp();
      equal(await stage.reconcile(), ['GET configmaps/a', 'PATCH configmaps/a']);
    });

    test('finds its object again when somebody took the label off', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a')]);
      await stage.change(ConfigMap, 'a', { metadata: { labels: { [OWNED_BY_LABEL]: null } } });
      await stage.caughtUp();
      equal(await stage.reconcile(), ['GET configmaps/a', 'PATCH configmaps/a']);
      is((await stage.get(ConfigMap, 'a')).metadata?.labels?.[OWNED_BY_LABEL], 'children');
    });

    test('deletes what is not desired any more, the last first', async (t) => {
      const stage = await Stage.on(t);
      await stage.reconcile([map('a'), map('c'), map('b'), map('d')]);
      equal(await stage.reconcile([map('c')]), [
        'DELETE configmaps/d',
        'DELETE configmaps/b',
        'DELETE configmaps/a',
      ]);
      equal(await stage.reconcile(), []);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
      is(await stage.find(ConfigMap, 'a'), undefined);
    });

    test('deletes after a restart what is not desired any more', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a'), map('b')]);
      await stage.restart();
      equal(await stage.reconcile([map('b')]), ['DELETE configmaps/a']);
    });

    test('deletes nothing of other owners, and nothing where prune is off', async (t) => {
      const stage = await Stage.on(t, { prune: false });
      const other = await Stage.on(t, { prune: true }, 'other', stage.server);
      await stage.converge([map('a')]);
      await other.converge([map('b')]);
      equal(await other.reconcile([]), ['DELETE configmaps/b']);
      equal(await stage.reconcile([]), []);
      ok(await stage.find(ConfigMap, 'a'));
      is(
        stage.resource.permissions.some(({ verbs }) => verbs.includes('delete')),
        false,
      );
    });

    test('does not delete another object that came under the name', async (t) => {
      const stage = await Stage.on(t);
      await stage.reconcile([map('a')]);
      const ref = { name: 'a', namespace: stage.namespace };
      await stage.client.delete(stage.ctx, ConfigMap, ref);
      await stage.client.create(stage.ctx, ConfigMap, { metadata: ref });
      await stage.reconcile([]);
      ok(await stage.find(ConfigMap, 'a'));
    });

    test('does not write to another object that came under the name', async (t) => {
      const stage = await Stage.on(t);
      await stage.reconcile([map('a')]);
      const ref = { name: 'a', namespace: stage.namespace };
      await stage.client.delete(stage.ctx, ConfigMap, ref);
      await stage.client.create(stage.ctx, ConfigMap, { metadata: ref, data: { a: 'theirs' } });
      await rejects(stage.reconcile([map('a', { a: '2' })]));
      equal((await stage.get(ConfigMap, 'a')).data, { a: 'theirs' });
    });

    test('waits for an object to go before it makes it again', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a')]);
      await stage.change(ConfigMap, 'a', { metadata: { finalizers: ['example.com/wait'] } });
      await stage.client.delete(stage.ctx, ConfigMap, { name: 'a', namespace: stage.namespace });
      await stage.caughtUp();
      equal(await stage.reconcile([map('a', { a: '2' })]), []);
      equal(await stage.reconcile([]), []);
      await stage.change(ConfigMap, 'a', { metadata: { finalizers: null } });
      await stage.caughtUp();
      equal(await stage.reconcile([map('a', { a: '2' })]), ['GET configmaps/a', 'PATCH configmaps/a']);
    });

    test('leaves deletions to garbage collection', async (t) => {
      const stage = await Stage.on(t);
      await stage.converge([map('a')]);
      const { asked } = stage;
      is((await stage.deleteOwner()).finalizersKept, false);
      equal(stage.requests(), []);
      is(stage.asked, asked);
    });

    test('deletes by itself where it is told to, the last first, and waits', async (t) => {
      const stage = await Stage.on(t, { deletion: 'explicit' });
      await stage.converge([map('b'), map('c'), map('a')]);
      await stage.change(ConfigMap, 'c', { metadata: { finalizers: ['example.com/wait'] } });
      await stage.caughtUp();
      is((await stage.deleteOwner()).finalizersKept, true);
      equal(stage.requests(), ['DELETE configmaps/a', 'DELETE configmaps/c', 'DELETE configmaps/b']);
      is((await stage.deleteOwner()).finalizersKept, true);
      equal(stage.requests(), []);
      await stage.change(ConfigMap, 'c', { metadata: { finalizers: null } });
      await stage.caughtUp();
      is((await stage.deleteOwner()).finalizersKept, false);
    });

    test('puts the name of the object before what the server has against it', async (t) => {
      const stage = await Stage.on(t);
      const error = await rejects(stage.reconcile([map('a', { 'not a key!': '1' })]));
      match((error as Error).message, new RegExp(`^cannot apply ConfigMap ${stage.namespace}/a$`));
      match(((error as Error).cause as Error).message, 'not a key!');
    });
  },
  { timeoutMs: PATIENCE_MS + 5000 },
);
