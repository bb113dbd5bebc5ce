// kit: file limit 240 s
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defined, equal, is, ok, throws } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { ROOT } from './documents.ts';
import {
  type Example,
  examplesOf,
  extract,
  inDocument,
  newExampleFolder,
  placeOf,
  readExamples,
} from './examples.ts';
import { parseMarkdown } from './markdown.ts';

const examples = readExamples();

/** Shows that the compiler looks into each part, as strictly as at the sources, and that it says where. */
const BROKEN = `
# Wrong in three ways

\`\`\`ts
export const settings: ConfigMap = {};
const first: string = [''][0];
\`\`\`

<!-- continues -->

\`\`\`ts
export const length = first.size;
\`\`\`
`;
const COMPLAINTS = [
  "broken.md:5:24: error TS2304: Cannot find name 'ConfigMap'.",
  "broken.md:6:7: error TS2322: Type 'string | undefined' is not assignable to type 'string'.",
  "broken.md:12:29: error TS2339: Property 'size' does not exist on type 'string'.",
];

function folderFor(t: TestContext): string {
  const folder = newExampleFolder();
  t.defer(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The compiler's complaints about examples, where they are in the documents. @throws when it fails without one. */
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
    return found.filter((line) => !line.startsWith('..')).map(inDocument); // The sources are checked elsewhere.
  }
}

suite(
  'examples in documents',
  (test) => {
    test('compile, each of them, other than one that is wrong', async (t) => {
      ok(examples.length > 10);
      const complaints = await typeCheck(t, [
        ...examples,
        ...examplesOf('broken.md', parseMarkdown(BROKEN).blocks),
      ]);
      const isOfBroken = (line: string): boolean => line.startsWith('broken.md:');
      equal(
        complaints.filter((line) => !isOfBroken(line)),
        [],
      );
      equal(complaints.filter(isOfBroken).toSorted(byLine), COMPLAINTS);
    });

    test('keep their lines, and those that continue one are one module with it', (t) => {
      const folder = folderFor(t);
      const all = examplesOf('broken.md', parseMarkdown(BROKEN).blocks);
      is(all.length, 1);
      const example = defined(all[0]);
      is(placeOf(example), 'broken.md:5');
      const lines = readFileSync(extract(example, folder), 'utf8').split('\n');
      is(lines[11], 'export const length = first.size;');
    });

    test('refuse to continue what is not there', () => {
      const { blocks } = parseMarkdown('<!-- continues -->\n```ts\n```\n');
      throws(
        () => examplesOf('lonely.md', blocks),
        /cannot read lonely\.md:3: there is no example before it/u,
      );
    });
  },
  { timeoutMs: 120_000 },
);

function byLine(a: string, b: string): number {
  return Number(a.split(':')[1]) - Number(b.split(':')[1]);
}
