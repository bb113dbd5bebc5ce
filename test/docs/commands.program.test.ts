// kit: file limit 120 s
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { USAGE } from '../../lib/apiserver/command/options.ts';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { COMMANDS, playCommand, readCommands } from './commands.ts';
import { readDocuments } from './documents.ts';

const commands = readCommands();

suite(
  'commands in documents',
  (test) => {
    test('use each scene, and none that there is not', () => {
      const played = commands.flatMap(({ block }) => block.scene ?? []);
      equal([...new Set(played)].toSorted(), Object.keys(COMMANDS).toSorted());
    });

    test('have all their options in the guide', () => {
      const guide = [...readDocuments()].find(([file]) => file === 'docs/apiserver.md')?.[1].prose.join('\n');
      const listed = guide?.match(/^\| `--\w+/gmu)?.map((row) => row.slice(3));
      equal(
        listed,
        USAGE.match(/^ {2}--(?!help)\w+/gmu)?.map((line) => line.trim()),
      );
    });

    for (const command of commands)
      test(`runs: ${command.place}, ${command.block.scene}`, async (t) => {
        const folder = await mkdtemp(join(tmpdir(), 'command-'));
        t.defer(() => rm(folder, { recursive: true, force: true }));
        await playCommand(t, command, folder);
      });
  },
  { timeoutMs: 40_000 },
);
