import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { equal, throws } from './assert.ts';
import { type Job, selectJobs, type Wanted } from './selection.ts';
import { suite } from './suite.ts';

const FILES: Readonly<Record<string, string>> = {
  'test/lib/a.test.ts': '',
  'test/lib/b.tiers.test.ts': '',
  'test/lib/c.cluster.test.ts': '',
  'test/lib/d.package.test.ts': '',
  'test/lib/e.program.test.ts': '',
  'test/lib/slow.test.ts': '/** Slow. */\n// kit: file limit 120 s\n// kit: shows output\n',
  'test/kit/fixtures/fixture.ts': '',
  'lib/not-a-test.ts': '',
};

async function select(wanted: Wanted, ...patterns: string[]): Promise<Job[]> {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'kit-'));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(directory.path, path)), { recursive: true });
    writeFileSync(join(directory.path, path), content);
  }
  return selectJobs(wanted, patterns, directory.path);
}

const labels = (jobs: readonly Job[]): string[] => jobs.map(({ label }) => label);

suite('selectJobs', (test) => {
  test('runs everyday tests, and those of several tiers over HTTP', async () => {
    const jobs = await select('unit');
    equal(labels(jobs), ['test/lib/a.test.ts', 'test/lib/b.tiers.test.ts [http]', 'test/lib/slow.test.ts']);
    equal(
      jobs.map((job) => job.limitMs),
      [60_000, 60_000, 120_000],
    );
    equal(
      jobs.filter((job) => job.showsOutput).map((job) => job.file),
      ['test/lib/slow.test.ts'],
    );
  });

  test('runs those of several tiers with the direct client, and those of programs, when asked to', async () => {
    equal(labels(await select('direct')), ['test/lib/b.tiers.test.ts [direct]']);
    equal(labels(await select('programs')), ['test/lib/e.program.test.ts']);
  });

  test('runs the tests of the installed package only when they are asked for', async () => {
    const jobs = await select('package');
    equal(labels(jobs), ['test/lib/d.package.test.ts']);
  });

  test('runs only what needs a cluster on a cluster, with ten minutes for each file', async () => {
    const jobs = await select('cluster');
    equal(labels(jobs), ['test/lib/b.tiers.test.ts [real]', 'test/lib/c.cluster.test.ts [real]']);
    equal(
      jobs.map((job) => job.limitMs),
      [600_000, 600_000],
    );
  });

  test('takes files and parts of paths, each file once', async () => {
    equal(labels(await select('unit', 'lib/a', './test/lib/a.test.ts')), ['test/lib/a.test.ts']);
    equal(labels(await select('unit', 'test/kit/fixtures/fixture.ts')), ['test/kit/fixtures/fixture.ts']);
  });

  test('refuses a pattern that matches nothing, or nothing in this tier', async () => {
    const failures = await Promise.allSettled([select('unit', 'lib/z'), select('unit', 'c.cluster')]);
    const [nothing, otherTier] = failures.map((result) => () => {
      if (result.status === 'rejected') throw result.reason;
    });
    throws(nothing ?? (() => {}), /no test file matches "lib\/z"/);
    throws(otherTier ?? (() => {}), /only files of another tier than unit/);
  });
});
