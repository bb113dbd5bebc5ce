import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import { defined, equal, ok } from '../../kit/assert.ts';
import { suite, type TestContext } from '../../kit/suite.ts';
import { newPlain } from '../kubectl/said.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');

async function ourKubeconfig(t: TestContext): Promise<string> {
  const server = await startApiServer();
  t.defer(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'conversation-server-'));
  t.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'kubeconfig');
  await writeFile(path, server.kubeconfig(), { mode: 0o600 });
  return path;
}

/** The answers, line by line, in a process of its own: client-node cannot close its connections. */
async function converse(t: TestContext, kubeconfig: string, namespace: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, kubeconfig, namespace], {
    env: { PATH: process.env['PATH'], NO_PROXY: '127.0.0.1' },
    signal: t.signal,
  });
  return newPlain({})(stdout).trimEnd().split('\n');
}

suite(
  'a conversation with client-node',
  (test) => {
    test('goes as it does on a real server', async (t) => {
      const real = defined(process.env['OPERATORKIT_KUBECONFIG'], 'run this with --tier cluster');
      const namespace = `talk-${randomUUID().slice(0, 8)}`;
      const [ours, theirs] = await Promise.all(
        [await ourKubeconfig(t), real].map(async (path) => await converse(t, path, namespace)),
      );
      ok(defined(ours).length > 15);
      equal(ours, theirs);
    });
  },
  { timeoutMs: 60_000 },
);
