import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runChild } from '../../bench/harness/child.ts';
import { equal, rejects } from '../kit/assert.ts';
import { type TestContext, suite } from '../kit/suite.ts';

const HARNESS = new URL('../../bench/harness/child.ts', import.meta.url).href;

async function childFile(t: TestContext, code: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-child-'));
  t.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'child.mts');
  await writeFile(file, `import { childTask, reportToParent } from '${HARNESS}';\n${code}`);
  return pathToFileURL(file);
}

suite(
  'runChild',
  (test) => {
    test('hands over the task and gets the result, though the child leaves a timer behind', async (t) => {
      const file = await childFile(
        t,
        'setInterval(() => {}, 1000); await reportToParent({ got: childTask() });',
      );
      equal(await runChild(file, { task: { size: 3 }, timeoutMs: 5000 }), { got: { size: 3 } });
    });

    test('rejects when the child ends without a result', async (t) => {
      const file = await childFile(t, 'process.exitCode = 3; process.disconnect();');
      await rejects(runChild(file, { task: {}, timeoutMs: 5000 }), /child\.mts: it ended with 3/);
    });

    test('gives up a child that says nothing in time', async (t) => {
      const file = await childFile(t, 'process.on("disconnect", () => {}); setInterval(() => {}, 1000);');
      await rejects(runChild(file, { task: {}, timeoutMs: 500 }), /no result within 500 ms/);
    });
  },
  { timeoutMs: 10_000 },
);
