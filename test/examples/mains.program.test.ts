// kit: file limit 180 s
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKSUM } from '../../examples/smallest/operator.ts';
import { startApiServer } from '../../lib/apiserver/server.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { newTestClient } from '../../lib/testing/test-client.ts';
import { equal, match } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';

/** The last words of each demonstration. */
const MAINS: Readonly<Record<string, RegExp>> = {
  smallest: /colour green: [0-9a-f]{64}\ncolour blue: {2}[0-9a-f]{64}\n$/,
  schema: /three replicas\n {2}Available True 3 of 3 replicas are ready\n/,
  outside: /the bucket is gone\n {2}and so is the Bucket\n$/,
  versions: /keyring of version 2\n {2}Secrets: home-door, home-mail\n$/,
  secrets: /the shop’s Pods carry the checksum [0-9a-f]{8}\n$/,
};

const run = promisify(execFile);

function argsOf(name: string): string[] {
  return ['-C', 'operatorkit-source', `examples/${name}/main.ts`];
}

/** A file that the test takes away again. */
function fileOf(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'operatorkit-'));
  t.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, text);
  return file;
}

suite(
  'examples',
  (test) => {
    for (const [name, ends] of Object.entries(MAINS))
      test(`${name} demonstrates itself, ends, and logs no password`, async (t) => {
        const { stdout, stderr } = await run(process.execPath, argsOf(name), { signal: t.signal });
        match(stdout, ends);
        match(stderr, /^(?!.*(?:correct horse|battery staple|k3y))/s);
      });

    test('smallest works on a cluster until Ctrl-C', async (t) => {
      await using server = await startApiServer();
      await using client = newTestClient(server);
      const metadata = { name: 'a', namespace: 'default', labels: { [CHECKSUM]: 'yes' } };
      await client.create<ConfigMap>(t.ctx, ConfigMap, { metadata });
      const args = [...argsOf('smallest'), '--kubeconfig', fileOf(t, server.kubeconfig())];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      const ended = once(child, 'close');
      t.defer(async () => {
        child.kill('SIGKILL');
        await ended;
      });
      await eventually(
        async () => await client.get<ConfigMap>(t.ctx, ConfigMap, metadata),
        (found) => found.metadata?.annotations?.[CHECKSUM] !== undefined,
        { deadlineMs: 30_000, signal: t.signal },
      );
      child.kill('SIGINT');
      equal(await ended, [0, null]);
    });
  },
  { timeoutMs: 60_000 },
);
