import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { suite } from '../kit/suite.ts';

suite('generate', (test) => {
  test('finds the tables of the built-in kinds as it would write them', async ({ signal }) => {
    const script = join(import.meta.dirname, 'generate.ts');
    await promisify(execFile)(process.execPath, [script, '--check'], { signal });
  });
});
