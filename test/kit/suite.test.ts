import { availableParallelism } from 'node:os';
import { defined, equal, is, match, ok } from './assert.ts';
import { type FileResult, runFile } from './run-file.ts';
import { selectJobs } from './selection.ts';
import { suite } from './suite.ts';

/**
 * Ways in which a test runner can lie. The first three of uvu's own: it exits with 0 when a hook throws, when
 * a test throws null or undefined, and when a suite has no tests.
 */

/** What must be said about each test of fixtures/failing-tests.ts. */
const FAILING_TESTS: Readonly<Record<string, RegExp>> = {
  'throws with a cause':
    /^Error: cannot open the door\n[^]*at .*failing-tests\.ts[^]*caused by TypeError: no key/,
  'throws null': /threw null/,
  'throws undefined': /threw undefined/,
  'rejects with undefined': /threw undefined/,
  'asserts what is not so': /replicas:.1[^]*replicas:.2/,
  'has a clean-up that throws': /cannot clean up[^]*from the clean-up/,
  'has a clean-up that rejects': /cannot clean up[^]*from the clean-up/,
  'has a clean-up that throws undefined': /cannot clean up/,
  'has a clean-up that hangs': /clean-up did not end within 50 ms/,
  'takes too long': /longer than its limit of 50 ms/,
  'blocks too long': /longer than its limit of 50 ms/,
  'waits for nothing': /the event loop ran dry/,
  'leaves a rejection': /unhandled rejection[^]*unseen/,
  'leaves a rejection for later': /unhandled rejection[^]*unseen/,
  'throws from a timer': /uncaught exception[^]*nobody catches this/,
  'leaks a timer': /still open: a timer, opened\n.*failing-tests\.ts/,
  "leaks an unref'ed interval": /still open: a timer, opened\n.*failing-tests\.ts/,
  'leaks a server': /still open: a TCP server/,
  'leaks an idle keep-alive socket': /still open: a TCP socket/,
  'leaks a child process': /still open: a child process, opened\n.*failing-tests\.ts/,
  'leaks a watcher': /still open: a file watcher, opened\n.*failing-tests\.ts/,
  'leaks an open file': /still open: an open file/,
  'leaks a signal handler': /still open: a signal handler, opened\n.*failing-tests\.ts/,
  'leaks what only the kit knows': /still open: a watch on pods, opened\n.*failing-tests\.ts/,
};

/** Files that must fail as a whole, with the texts that must be said, in order. */
const FAILING_FILES: Readonly<Record<string, readonly RegExp[]>> = {
  'no-suite': [/declares no suite/],
  'empty-suite': [/suite "empty": it has no tests/],
  'duplicate-test': [/test "is there twice" of suite "duplicate": the name is empty or taken/],
  'duplicate-suite': [/suite "duplicate": the name is empty or taken/],
  'async-suite': [/suite "asynchronous": its callback must return nothing/, /the suite's callback has ended/],
  only: [/cannot load the file: TypeError/],
  'throws-at-import': [/cannot load the file: Error: at import/],
  'throws-null-at-import': [/cannot load the file: threw null/],
  'dry-import': [/the event loop ran dry/],
  'rejects-after-tests': [/unhandled rejection[^]*too late/],
  'throws-after-tests': [/uncaught exception[^]*too late/],
  'bad-exit-code': [/ended badly after its tests \(exit code 3\)/],
  'exits-in-test': [
    /process\.exit\(0\) was called[^]*exits-in-test\.ts/,
    /ended during this test/,
    /1 of 3 tests did not run/,
  ],
  'exits-at-import': [/process\.exit\(0\) was called/],
  killed: [/ended during this test \(signal SIGKILL\)/],
  'endless-loop': [/took longer than its limit of 3 s/, /ended during this test/],
  'keeps-running': [/does not end after its tests/],
  'leaks-at-import': [/the file leaves something open\. still open: a timer[^]*leaks-at-import\.ts/],
  'forged-report': [/but fails/],
};

async function runFixtures(names: readonly string[]): Promise<ReadonlyMap<string, FileResult>> {
  const results = new Map<string, FileResult>();
  const waiting = [...names];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const [job] = selectJobs('unit', [`test/kit/fixtures/${name}.ts`]);
      results.set(name, await runFile(defined(job), { env: { SEED: '' }, endingMs: 500 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, lane));
  return results;
}

const SLOW_FIRST = ['endless-loop', 'failing-tests', 'keeps-running', 'passing', 'skipping'];
/** Here rather than in tests, since many tests look at the same processes. */
const results = await runFixtures([...new Set([...SLOW_FIRST, ...Object.keys(FAILING_FILES)])]);

function resultOf(fixture: string): FileResult {
  return defined(results.get(fixture), `no fixture ${fixture}`);
}

suite('suite', (test) => {
  for (const [name, expected] of Object.entries(FAILING_TESTS)) {
    test(`fails a test that ${name}`, () => {
      const { failures } = resultOf('failing-tests');
      const found = failures.filter(({ where }) => where.endsWith(`: failing: ${name}`));
      is(found.length, 1);
      match(defined(found[0]).text, expected);
      match(defined(found[0]).text, /\nSEED=\d+$/);
    });
  }

  test('blames no test for what another one left', () => {
    const { failures, passed, output } = resultOf('failing-tests');
    const names = failures.map(({ where }) => where.replace(/^.*: failing: /, ''));
    equal(names, Object.keys(FAILING_TESTS));
    is(passed, 1);
    is(output, '');
  });

  test('passes tests that close what they open', () => {
    const { failures, passed } = resultOf('passing');
    equal(failures, []);
    is(passed, 5);
  });

  test('keeps a skip with its reason', () => {
    const { failures, passed, skips } = resultOf('skipping');
    equal([failures, passed], [[], 1]);
    equal(
      skips.map(({ test: name, reason }) => [name, reason]),
      [['skipping: does not run', 'the weather']],
    );
  });
});

suite('runFile', (test) => {
  for (const [fixture, expected] of Object.entries(FAILING_FILES)) {
    test(`fails the file ${fixture}`, () => {
      const { failures } = resultOf(fixture);
      const texts = failures.map(({ text }) => text);
      is(texts.length, expected.length, texts.join('\n'));
      for (const [i, pattern] of expected.entries()) match(defined(texts[i]), pattern);
    });
  }

  test('kills a file when it is told to end', async (t) => {
    const [job] = selectJobs('unit', ['test/kit/fixtures/endless-loop.ts']);
    const result = await runFile({ ...defined(job), limitMs: 60_000 }, { signal: AbortSignal.abort() });
    ok(
      result.failures.some(({ text }) => text === 'interrupted'),
      t.name,
    );
  });
});
