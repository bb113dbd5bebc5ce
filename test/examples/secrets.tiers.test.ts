import { App } from '../../examples/secrets/app.ts';
import { newSecretsOperator } from '../../examples/secrets/operator.ts';
import { Deployment, Secret } from '../../lib/object/kinds.ts';
import { equal, is, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { newPlainSentinel, newSentinel } from './sentinel.ts';
import { ExampleStage, LIMIT_MS } from './stage.ts';

type Stage = ExampleStage<App>;
type Texts = Readonly<Record<string, string>>;

async function createSecret(stage: Stage, name: string, stringData: Texts): Promise<void> {
  await stage.create<Secret>(Secret, { metadata: { name }, stringData });
}

async function createApp(stage: Stage): Promise<void> {
  const spec = { image: 'shop:1', secretName: 'database' };
  await stage.create<App>(App.kind, App.object({ metadata: { name: 'shop' }, spec }));
}

async function checksum(stage: Stage): Promise<string | undefined> {
  const { spec } = (await stage.find<Deployment>(Deployment, 'shop')) ?? {};
  return spec?.template.metadata?.annotations?.['apps.example.com/secret-checksum'];
}

suite(
  'newSecretsOperator',
  (test) => {
    test('applies the Deployment once for each change of its Secret, and never for others', async (t) => {
      const stage = await ExampleStage.on(t, App.kind, newSecretsOperator);
      const [user, first, second] = [newPlainSentinel(), newSentinel(), newSentinel()];
      for (const name of ['database', 'other']) await createSecret(stage, name, { user, password: first });
      const created = await stage.step(
        'shop',
        async () => await createApp(stage),
        'the checksum',
        async () => (await checksum(stage)) !== undefined,
      );
      equal(created.counts, { 'apply deployments/shop': 1, 'patch apps/shop': 1 });
      equal(created.reads, ['get deployments/shop']);
      await stage.isQuiet('shop');

      const before = await checksum(stage);
      const because = (name: string): number =>
        stage.loops.because(stage.key('shop'), `Secret ${stage.key(name)}`);
      const earlier = because('database');
      const stringData = { password: second };
      const changed = await stage.step(
        'shop',
        async () => {
          await stage.change(Secret, 'other', { stringData });
          await stage.change(Secret, 'database', { stringData });
        },
        'another checksum',
        async () => (await checksum(stage)) !== before,
      );
      equal(changed.counts, { 'apply deployments/shop': 1 });
      equal(changed.reads, []);
      is(because('database') - earlier, 1);
      is(because('other'), 0);
      await stage.isQuiet('shop');

      const deleted = await stage.step(
        'shop',
        async () => await stage.delete(App.kind, 'shop'),
        'the end of the Deployment',
        async () => (await stage.find(Deployment, 'shop')) === undefined,
      );
      equal(deleted.writes, ['patch apps/shop']);
      equal(deleted.reads, []);
      await stage.hides([user, first, second]);
    });

    test('waits for a Secret that is missing, without a request', async (t) => {
      const stage = await ExampleStage.on(t, App.kind, newSecretsOperator);
      await stage.fails('shop', async () => await createApp(stage), 1);
      await stage.shows('status', 'Secret database is missing; create it');
      const loops = stage.loops.of(stage.key('shop'));
      const found = await stage.step(
        'shop',
        async () => await createSecret(stage, 'database', { user: 'ada' }),
        'the checksum',
        async () => (await checksum(stage)) !== undefined,
      );
      equal(found.counts, { 'apply deployments/shop': 1 });
      ok(loops <= 2, `${loops} reconciles without a Secret`);
    });

    test('shows nothing of a Secret that the server quotes, nor in a dry run', async (t) => {
      const stage = await ExampleStage.on(t, App.kind, newSecretsOperator);
      const [user, password] = [newSentinel(), newSentinel()];
      await createSecret(stage, 'database', { user, password });
      await stage.fails('shop', async () => await createApp(stage));
      for (const where of ['log', 'status', 'explanations', 'spans'] as const)
        await stage.shows(where, 'Invalid value');
      await stage.hides([user, password]);
      await stage.stop();
      const copied = newPlainSentinel();
      await stage.change(Secret, 'database', { stringData: { user: copied } });
      await stage.dryRun('shop');
      await stage.shows('planned', 'would create Deployment');
      await stage.hides([user, password, copied, 's3ntinel']);
    });
  },
  { timeoutMs: LIMIT_MS },
);
