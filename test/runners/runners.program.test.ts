// kit: file limit 120 s
import { execFile } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { is, match } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';

/** How users run one test file with each runner, and what it prints when the test passed. */
const RUNNERS: Readonly<
  Record<string, { readonly args: (kind: string) => readonly string[]; readonly passed: RegExp }>
> = {
  uvu: {
    args: (kind) => ['-C', 'operatorkit-source', 'node_modules/uvu/bin.js', 'test/runners/uvu', kind],
    passed: /Total: +1\s+Passed: +1\s/,
  },
  'node:test': {
    args: (kind) => ['-C', 'operatorkit-source', '--test', `test/runners/node-test/${kind}.fixture.ts`],
    passed: /tests 1\s[^]*pass 1\s[^]*fail 0\s/,
  },
  vitest: {
    args: (kind) => [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=test/runners/vitest/vitest.config.mjs',
      kind,
    ],
    passed: /Tests +1 passed \(1\)/,
  },
};

interface Run {
  readonly code: number | null;
  readonly output: string;
}

function run(t: TestContext, args: readonly string[]): Promise<Run> {
  // Each of them behaves differently inside another's run, or where it believes to be in CI.
  const { NODE_TEST_CONTEXT: _, CI: __, VITEST: ___, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...inherited, NO_COLOR: '1' }, signal: t.signal },
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stripVTControlCharacters(stdout + stderr) }),
    );
  });
}

suite(
  'operatorkit/testing in test runners',
  (test) => {
    for (const [name, { args, passed }] of Object.entries(RUNNERS)) {
      test(`passes with ${name}`, async (t) => {
        const { code, output } = await run(t, args('passing'));
        match(output, passed);
        is(code, 0, output);
      });

      test(`fails with ${name} and says what was last seen`, async (t) => {
        const { code, output } = await run(t, args('failing'));
        match(
          output,
          /gave up waiting for the news after \d+ ms and \d+ reads: the last value was undefined/,
        );
        is(code, 1, output);
      });
    }
  },
  { timeoutMs: 40_000 },
);
