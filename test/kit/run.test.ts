import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../../lib/testing/eventually.ts';
import { is, match, throws } from './assert.ts';
import { suite } from './suite.ts';

interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly lastLine: string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { CI: _, SEED: __, ...inherited } = process.env;
  return spawn(process.execPath, ['test/kit/run.ts', ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ReturnType<typeof start>): Promise<Run> {
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = await output;
  return { code, output: stdout + stderr, lastLine: stdout.trimEnd().split('\n').at(-1) ?? '' };
}

const fixture = (name: string): string => `test/kit/fixtures/${name}.ts`;

interface Case {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly lastLine: string;
  readonly output?: RegExp;
}

const CASES: Readonly<Record<string, Case>> = {
  'exits with 0 when all tests pass': { args: [fixture('passing')], code: 0, lastLine: '5 passed, 0 failed' },
  'exits with 1 and shows failures and output in full': {
    args: [fixture('forged-report'), fixture('skipping')],
    code: 1,
    lastLine: '1 passed, 1 failed, 1 skipped',
    output:
      /^FAIL .* ms\n {2}test.*: forged: prints[^]*Error: but fails[^]*FAIL {2}test\/kit\/fixtures\/forged-report\.ts: forged: prints[^]*Error: but fails[^]*SEED=[^]*1000 passed/m,
  },
  'repeats a run with its seed': {
    args: [fixture('forged-report')],
    env: { SEED: '42' },
    code: 1,
    lastLine: '0 passed, 1 failed',
    output: /SEED=42\n/,
  },
  'exits with 1 on a wrong seed': {
    args: [fixture('passing')],
    env: { SEED: 'x' },
    code: 1,
    lastLine: '0 passed, 1 failed',
    output: /SEED must be an integer/,
  },
  'shows skips with their reasons': {
    args: [fixture('skipping')],
    code: 0,
    lastLine: '1 passed, 0 failed, 1 skipped',
    output: /skipping: does not run: the weather/,
  },
  'takes skips for failures in CI': {
    args: [fixture('skipping')],
    env: { CI: 'true' },
    code: 1,
    lastLine: '1 passed, 1 failed',
    output: /skipping: does not run: the weather/,
  },
  'exits with 1 when no test ran': {
    args: [fixture('only-skips')],
    code: 1,
    lastLine: '0 passed, 0 failed, 1 skipped',
    output: /No test ran\./,
  },
  'exits with 1 and one line when a path matches nothing': {
    args: [fixture('passing'), 'no-such-file'],
    code: 1,
    lastLine: '0 passed, 1 failed',
    output:
      /^0 passed, 1 failed\ncannot run tests: no test file matches "no-such-file"; give a file[^\n]*\n$/,
  },
  'exits with 1 and one line on an unknown tier': {
    args: ['--tier', 'moon'],
    code: 1,
    lastLine: '0 passed, 1 failed',
    output: /\ncannot run tests: --tier must be one of unit, direct, programs, cluster, package, got moon\n$/,
  },
};

suite(
  'run',
  (test) => {
    test('judges runs', async () => {
      const runs = Object.entries(CASES).map(async ([name, { args, env, code, lastLine, output }]) => {
        const got = await end(start(args, env ?? {}));
        is(got.code, code, `${name}: exit code ${got.code}\n${got.output}`);
        is(got.lastLine, lastLine, name);
        if (output !== undefined) match(got.output, output, `${name}\n${got.output}`);
      });
      await Promise.all(runs);
    });

    test('ends its test processes on Ctrl-C', async (t) => {
      await using directory = await mkdtempDisposable(join(tmpdir(), 'kit-'));
      const pidFile = join(directory.path, 'pid');
      const child = start([fixture('waiting')], { KIT_PID_FILE: pidFile });
      const ended = end(child);
      const read = (): string => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '');
      const pid = await eventually(read, (found) => found !== '', { signal: t.signal, deadlineMs: 20_000 });
      child.kill('SIGINT');
      const { code, output } = await ended;
      is(code, 1);
      match(output, /interrupted/);
      throws(() => process.kill(Number(pid), 0), /ESRCH/);
    });
  },
  { timeoutMs: 30_000 },
);
