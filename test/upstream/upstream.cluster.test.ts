// kit: file limit 1800 s
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBinaries } from '../control-plane/binaries.ts';
import { equal } from '../kit/assert.ts';
import { inCI } from '../kit/in-ci.ts';
import { suite } from '../kit/suite.ts';
import { type Expectations, readExpectations, surprises } from './expectations.ts';
import { runSpecs } from './ginkgo.ts';
import { buildProgram, findProgram, type Program } from './program.ts';
import { startTarget } from './target.ts';

/** What `npm run test:upstream` runs beside, by a pattern that Go and JavaScript read alike, and why not here. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '\\[Slow\\]': 'waits until the history is gone',
  CustomResourceFieldSelectors: 'fails, after waiting for two minutes',
};

const NAME = 'do with this API server what expectations.json says';
/** They wait far more than they work. */
const PROCESSES = 6;
const LIMIT_MINUTES = 14;

/** Builds it in CI alone: it takes minutes that nobody expects of a test. */
async function programToRun(): Promise<Program | undefined> {
  return inCI() ? await buildProgram((line) => console.error(line)) : findProgram();
}

async function wanted(): Promise<Expectations> {
  const patterns = Object.keys(LEFT_OUT).map((pattern) => new RegExp(pattern, 'u'));
  const list = Object.entries(await readExpectations());
  return Object.fromEntries(list.filter(([name]) => !patterns.some((pattern) => pattern.test(name))));
}

const program = await programToRun();

suite("upstream's specs", (test) => {
  if (program === undefined) {
    test.skip(NAME, 'their program is not built: run `node test/upstream/program.ts`, which needs Go');
    return;
  }
  test(
    NAME,
    async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'operatorkit-upstream-'));
      t.defer(() => rm(folder, { recursive: true, force: true }));
      await using target = await startTarget('ours', folder);
      const results = await runSpecs({
        program,
        kubeconfigPath: target.kubeconfigPath,
        kubectlPath: findBinaries().kubectl,
        folder,
        focus: [],
        skip: Object.keys(LEFT_OUT),
        processes: PROCESSES,
        limitMinutes: LIMIT_MINUTES,
        signal: t.signal,
      });
      equal(surprises(await wanted(), results, { server: 'ours', complete: true }), []);
    },
    { timeoutMs: (LIMIT_MINUTES + 1) * 60_000 },
  );
});
