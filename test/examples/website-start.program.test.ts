import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eventually } from '../../lib/testing/eventually.ts';
import { is, match } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** What `npm start` does. */
function start(t: TestContext, ...flags: string[]): Run {
  const args = ['-C', 'operatorkit-source', 'examples/website/main.ts', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer): void => void (output += String(chunk));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output: () => output };
}

async function fetchText(url: string): Promise<string> {
  const asked = request(url, { agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  return await text(answer);
}

const BAD_FLAGS: Readonly<Record<string, { flags: string[]; says: RegExp }>> = {
  'an unknown flag': { flags: ['--onec'], says: /Unknown option '--onec'/ },
  'a context without a kubeconfig': { flags: ['--context', 'a'], says: /--context needs --kubeconfig/ },
  'a tour on a cluster of the user’s': {
    flags: ['--once', '--kubeconfig', 'nowhere'],
    says: /--once gives the tour, which does not run with --kubeconfig/,
  },
  'a kubeconfig that is missing': { flags: ['--kubeconfig', 'nowhere'], says: /nowhere/ },
};

suite(
  'npm start',
  (test) => {
    test('gives the tour and ends with 0 when asked to do so once', async (t) => {
      const { ended, output } = start(t, '--once');
      is(await ended, 0, output());
      match(output(), /step +converged +seconds +reconciles +writes +reached\ncreate +yes/);
    });

    test('runs on with metrics until Ctrl-C, which ends it cleanly', async (t) => {
      const { child, ended, output } = start(t);
      await eventually(output, (shown) => shown.includes('/metrics'), {
        deadlineMs: 20_000,
        signal: t.signal,
      });
      const metrics = /metrics at (\S+)/.exec(output())?.[1] ?? '';
      match(await fetchText(metrics), /controller_runtime_reconcile_total\{controller="website-operator"/);
      match(output(), /kubectl --kubeconfig \S+ get websites/);
      child.kill('SIGINT');
      is(await ended, 0, output());
      match(output(), /Stopped\.\n$/);
    });

    test('stops calmly on Ctrl-C in the middle of the tour', async (t) => {
      const { child, ended, output } = start(t);
      await eventually(output, (shown) => shown.includes('\nscale'), {
        deadlineMs: 20_000,
        signal: t.signal,
      });
      child.kill('SIGINT');
      is(await ended, 130, output());
      match(output(), /\nscale [^\n]*\n(?: {2}[^✓✗][^\n]*\n)*\nStopped\.\n$/);
    });

    for (const [name, { flags, says }] of Object.entries(BAD_FLAGS)) {
      test(`refuses ${name} with one line`, async (t) => {
        const { ended, output } = start(t, ...flags);
        is(await ended, 1, output());
        match(output(), says);
        is(output().trim().split('\n').length, 1, output());
      });
    }
  },
  { timeoutMs: 30_000 },
);
