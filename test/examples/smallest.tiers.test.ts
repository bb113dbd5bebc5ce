import { CHECKSUM, newSmallestOperator } from '../../examples/smallest/operator.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { equal, match } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { ExampleStage, LIMIT_MS } from './stage.ts';

const labels = { [CHECKSUM]: 'yes' };

suite(
  'newSmallestOperator',
  (test) => {
    test('writes each checksum once, and shows no data', async (t) => {
      const stage = await ExampleStage.on(t, ConfigMap, newSmallestOperator);
      const data = { colour: 'green-as-nobody-may-know' };
      const sum = async (): Promise<string | undefined> =>
        (await stage.find(ConfigMap, 'settings'))?.metadata?.annotations?.[CHECKSUM];
      const created = await stage.step(
        'settings',
        async () =>
          await stage.create<ConfigMap>(ConfigMap, { metadata: { name: 'settings', labels }, data }),
        'the checksum',
        async () => (await sum()) !== undefined,
      );
      equal(created.writes, ['patch configmaps/settings']);
      equal(created.reads, []);
      await stage.isQuiet('settings');

      const first = await sum();
      const changed = await stage.step(
        'settings',
        async () => await stage.change(ConfigMap, 'settings', { data: { colour: 'blue' } }),
        'another checksum',
        async () => (await sum()) !== first,
      );
      equal(changed.writes, ['patch configmaps/settings']);
      await stage.isQuiet('settings');

      await stage.create<ConfigMap>(ConfigMap, { metadata: { name: 'other' }, data });
      await stage.delete(ConfigMap, 'settings');
      await stage.until('the end', async () => (await stage.find(ConfigMap, 'settings')) === undefined);
      await stage.isQuiet('other');
      await stage.hides([data.colour]);
    });

    test('tells in a dry run what it would write', async (t) => {
      const stage = await ExampleStage.on(t, ConfigMap, newSmallestOperator);
      await stage.stop();
      await stage.create<ConfigMap>(ConfigMap, { metadata: { name: 'a', labels }, data: { a: 'b' } });
      const [change = '', ...others] = await stage.dryRun('a');
      match(
        change,
        new RegExp(`^\\S+/a by checksum: would update ConfigMap \\S+/a\n  \\+ metadata.annotations`),
      );
      equal(others, []);
    });
  },
  { timeoutMs: LIMIT_MS },
);
