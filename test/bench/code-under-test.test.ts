import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CodeUnderTest } from '../../bench/harness/code-under-test.ts';
import { throws } from '../kit/assert.ts';
import { type TestContext, suite } from '../kit/suite.ts';

async function build(t: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'bench-code-'));
  t.defer(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'context'));
  await mkdir(join(root, 'lib', 'queue'), { recursive: true });
  await writeFile(join(root, 'lib', 'queue', 'heap.js'), 'one');
  return root;
}

suite('CodeUnderTest', (test) => {
  test('takes code that nobody touched', async (t) => {
    new CodeUnderTest(await build(t)).checkUnchanged();
  });

  const changes: Readonly<Record<string, (root: string) => Promise<void>>> = {
    written: (root) => writeFile(join(root, 'lib', 'queue', 'heap.js'), 'other'),
    added: (root) => writeFile(join(root, 'context', 'new.js'), ''),
    removed: (root) => rm(join(root, 'lib', 'queue', 'heap.js')),
  };
  for (const [what, change] of Object.entries(changes)) {
    test(`refuses figures when a file was ${what} meanwhile`, async (t) => {
      const root = await build(t);
      const code = new CodeUnderTest(root);
      await change(root);
      throws(() => code.checkUnchanged(), /changed while it was measured/);
    });
  }
});
