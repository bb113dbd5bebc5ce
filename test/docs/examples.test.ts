// kit: file limit 120 s
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { equal, is, ok } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { ROOT } from './documents.ts';
import { type Example, extract, newExampleFolder, readExamples } from './examples.ts';
import { play, SCENES } from './scenes.ts';

const examples = readExamples();

function folderFor(t: TestContext): string {
  const folder = newExampleFolder();
  t.defer(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Shows that the compiler looks, and that it says where. */
const BROKEN: Example = {
  place: 'broken.md:7',
  block: {
    line: 7,
    language: 'ts',
    code: 'const settings: ConfigMap = {};\nexport { settings };',
    scene: undefined,
  },
};

/** The compiler's complaints about examples, with the lines of the documents. @throws when it fails without one. */
async function typeCheck(t: TestContext, of: readonly Example[]): Promise<string[]> {
  const folder = folderFor(t);
  for (const example of of) extract(example, folder);
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  try {
    await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false'], {
      cwd: folder,
      signal: t.signal,
    });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string };
    const found = stdout.split('\n').filter((line) => /\berror TS\d+/.test(line));
    if (found.length === 0) throw error;
    return found.filter((line) => !line.startsWith('..')); // The sources are checked elsewhere.
  }
}

suite(
  'examples in documents',
  (test) => {
    test('compile, other than one without its imports', async (t) => {
      ok(examples.length > 1);
      const complaints = await typeCheck(t, [...examples, BROKEN]);
      const [ofBroken, others] = [true, false].map((wanted) =>
        complaints.filter((line) => line.startsWith('broken.md.7.ts(7,17): error TS2304') === wanted),
      );
      equal(others, []);
      is(ofBroken?.length, 1);
    });

    test('use each scene, and none that there is not', () => {
      const played = examples.flatMap(({ block }) => block.scene ?? []);
      equal([...new Set(played)].toSorted(), Object.keys(SCENES).toSorted());
    });

    for (const example of examples) {
      const { place, block } = example;
      const { scene } = block;
      if (scene === undefined) continue;
      test(`runs: ${place}, ${scene}`, async (t) => {
        await play(t, scene, extract(example, folderFor(t)));
      });
    }
  },
  { timeoutMs: 40_000 },
);
