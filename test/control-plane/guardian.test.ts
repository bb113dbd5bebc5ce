import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { eventually } from '../../lib/testing/eventually.ts';
import { is, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { Guardian } from './guardian.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "operatorkit guardian's-"));

function serverPid(folder: string): Promise<number> {
  const read = (): number => Number(readFileSync(join(folder, 'pids', 'server'), 'utf8'));
  return eventually(read, (pid) => pid > 0, { what: 'the pid of the server' });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process.
  }
}

/** Starts a guarded server and never ends by itself. */
const OWNER = `
  import { execFile, spawn } from 'node:child_process';
  import { Guardian } from '${join(import.meta.dirname, 'guardian.ts')}';
  const guardian = await Guardian.start(process.argv[1]);
  spawn(await guardian.guarded('server', '/bin/sleep'), ['1000'], { stdio: 'ignore' });
`;

suite('Guardian', (test) => {
  test('runs a guarded command with its arguments', async () => {
    const folder = await newFolder();
    const guardian = await Guardian.start(folder);
    const echo = await guardian.guarded('echo', '/bin/echo');
    const { stdout } = await promisify(execFile)(echo, ['a b', "c'd"]);
    await guardian.finish();
    is(stdout, "a b c'd\n");
  });

  test('kills what runs and removes the folder when finished', async () => {
    const folder = await newFolder();
    const guardian = await Guardian.start(folder);
    const server = spawn(await guardian.guarded('server', '/bin/sleep'), ['1000'], { stdio: 'ignore' });
    const exited = once(server, 'exit');
    await serverPid(folder);
    await guardian.finish();
    is((await exited)[1], 'SIGKILL');
    ok(!existsSync(folder));
  });

  test(
    'does both when its owner is killed',
    async () => {
      const folder = await newFolder();
      const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, folder], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const pid = await serverPid(folder);
      ok(isAlive(pid));
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      await eventually(
        () => isAlive(pid) || existsSync(folder),
        (left) => !left,
        { what: 'the guardian' },
      );
    },
    { timeoutMs: 20_000 },
  );
});
