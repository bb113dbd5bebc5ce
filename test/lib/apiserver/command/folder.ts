import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestContext } from '../../../kit/suite.ts';

/** A folder of one test. */
export async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-command-'));
  t.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
