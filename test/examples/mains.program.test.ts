// kit: file limit 300 s
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
import { equal, is, match, ok } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';

/** The last words of each demonstration. */
const MAINS: Readonly<Record<string, RegExp>> = {
  smallest: /colour green: [0-9a-f]{64}\ncolour blue: {2}[0-9a-f]{64}\n$/,
  schema: /three replicas\n {2}Available True 3 of 3 replicas are ready\n/,
  outside: /the bucket is gone\n {2}and so is the Bucket\n$/,
  versions: /keyring of version 2\n {2}Secrets: home-door, home-mail\n$/,
  secrets: /the shop’s Pods carry the checksum [0-9a-f]{8}\n$/,
};

/** When a person presses Ctrl-C, as what the program itself runs before anything else. */
const MOMENTS: Readonly<Record<string, string>> = {
  'before anything is to be seen': `
    const look = () => (process.listenerCount('SIGINT') > 0 ? interrupt() : setImmediate(look));
    look();`,
  'in the middle': `
    const { write } = process.stdout;
    process.stdout.write = (...args) => {
      process.stdout.write = write;
      interrupt();
      return write.apply(process.stdout, args);
    };`,
};

/** Interrupts the program, which says at its end how many milliseconds it took to stop. */
const INTERRUPT = `
  const interrupt = () => {
    const at = performance.now();
    process.on('exit', () => console.log(\`after \${Math.round(performance.now() - at)} ms\`));
    // A signal that is sent is seen when the event loop looks for it, which a small program may not live to.
    process.emit('SIGINT', 'SIGINT');
  };`;

interface Ended {
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);

async function interrupted(t: TestContext, name: string, moment: string): Promise<Ended> {
  const script = `data:text/javascript,${encodeURIComponent(INTERRUPT + moment)}`;
  const args = ['--import', script, ...argsOf(name)];
  // It rejects with the code where that is not 0.
  return await run(process.execPath, args, { signal: t.signal }).catch((ended: unknown) => ended as Ended);
}

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

    for (const name of Object.keys(MAINS))
      for (const [when, moment] of Object.entries(MOMENTS))
        test(`${name} stops calmly on Ctrl-C ${when}`, async (t) => {
          const { code, stdout, stderr } = await interrupted(t, name, moment);
          const ms = Number(/\ninterrupted\nafter (\d+) ms\n$/.exec(`\n${stdout}`)?.[1]);
          is(code, 130, stdout + stderr);
          ok(ms < 2000, `${stdout}${stderr}`);
          equal(
            stderr.split('\n').filter((line) => /Error|^ +at /.test(line)),
            [],
          );
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
