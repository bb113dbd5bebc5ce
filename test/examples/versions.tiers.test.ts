import { Keyring } from '../../examples/versions/keyring.ts';
import { newVersionsOperator } from '../../examples/versions/operator.ts';
import { Secret } from '../../lib/object/kinds.ts';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { newSentinel } from './sentinel.ts';
import { ExampleStage, LIMIT_MS } from './stage.ts';

type Stage = ExampleStage<Keyring>;

async function create(
  stage: Stage,
  spec: { version?: 1 | 2; passwords: Record<string, string> },
): Promise<void> {
  await stage.create<Keyring>(Keyring.kind, Keyring.object({ metadata: { name: 'home' }, spec }));
}

async function passwordIn(stage: Stage, secret: string, key: string): Promise<string> {
  const found = await stage.find<Secret>(Secret, secret);
  return Buffer.from(found?.data?.[key] ?? '', 'base64').toString();
}

suite(
  'newVersionsOperator',
  (test) => {
    test('moves an object from one version to the other and back, and loses nothing on the way', async (t) => {
      const stage = await ExampleStage.on(t, Keyring.kind, newVersionsOperator);
      const [first, second, third] = [newSentinel(), newSentinel(), newSentinel()];
      const created = await stage.step(
        'home',
        async () => await create(stage, { passwords: { mail: first, door: second } }),
        'the Secret',
        async () => (await passwordIn(stage, 'home', 'door')) === second,
      );
      equal(created.writes, ['patch keyrings/home', 'apply secrets/home']);
      await stage.isQuiet('home');

      const changed = await stage.step(
        'home',
        async () => await stage.change(Keyring.kind, 'home', { spec: { passwords: { mail: third } } }),
        'the new password',
        async () => (await passwordIn(stage, 'home', 'mail')) === third,
      );
      equal(changed, { ...changed, writes: ['apply secrets/home'], reads: [] });
      await stage.isQuiet('home');

      const moved = await stage.step(
        'home',
        async () => await stage.change(Keyring.kind, 'home', { spec: { version: 2 } }),
        'the end of the common Secret',
        async () => (await stage.find(Secret, 'home')) === undefined,
      );
      const each = ['apply secrets/home-door', 'apply secrets/home-mail'];
      equal(
        [...moved.writes.slice(0, 2).toSorted(), ...moved.writes.slice(2)],
        [...each, 'delete secrets/home'],
      );
      equal(await passwordIn(stage, 'home-mail', 'password'), third);
      await stage.isQuiet('home');

      const back = await stage.step(
        'home',
        async () => await stage.change(Keyring.kind, 'home', { spec: { version: 1 } }),
        'the end of the single Secrets',
        async () => (await stage.find(Secret, 'home-door')) === undefined,
      );
      equal(back.writes.slice(0, 1), ['apply secrets/home']);
      equal(back.writes.slice(1).toSorted(), ['delete secrets/home-door', 'delete secrets/home-mail']);
      equal(await passwordIn(stage, 'home', 'mail'), third);
      await stage.isQuiet('home');

      const deleted = await stage.step(
        'home',
        async () => await stage.delete(Keyring.kind, 'home'),
        'the end of the Secret',
        async () => (await stage.find(Secret, 'home')) === undefined,
      );
      equal(deleted, { ...deleted, writes: ['patch keyrings/home'], reads: [] });
      await stage.hides([first, second, third]);
    });

    for (const version of [1, 2] as const)
      test(`shows no password that the server quotes in version ${version}, nor in a dry run`, async (t) => {
        const stage = await ExampleStage.on(t, Keyring.kind, newVersionsOperator);
        const [mistaken, other, next] = [newSentinel(), newSentinel(), newSentinel()];
        const passwords = { [mistaken]: mistaken, other };
        await stage.fails('home', async () => await create(stage, { version, passwords }));
        await stage.shows('log', 'cannot apply Secret');
        await stage.shows('explanations', 'cannot apply Secret');
        await stage.hides([mistaken, other]);
        await stage.stop();
        await stage.change(Keyring.kind, 'home', { spec: { passwords: { [mistaken]: null, other: next } } });
        await stage.dryRun('home');
        await stage.shows('planned', 'Secret');
        await stage.hides([mistaken, other, next]);
      });
  },
  { timeoutMs: LIMIT_MS },
);
