import { equal, match, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { blockProblems } from './blocks.ts';
import { readDocuments } from './documents.ts';
import { parseMarkdown } from './markdown.ts';

const documents = readDocuments();

/** The TypeScript that is not compiled, by document: programs for packages that are not installed here. */
const FOREIGN_TYPESCRIPT: Readonly<Record<string, readonly string[]>> = {
  'docs/migrating/from-pepr.md': ['pepr'],
};

function problemsOf(text: string): string[] {
  return blockProblems('a.md', parseMarkdown(text));
}

const WRONG: Readonly<Record<string, { readonly text: string; readonly want: RegExp }>> = {
  'a language under another name': {
    text: '```typescript\n```',
    want: /^a\.md:2: no block may be in the language "typescript"/,
  },
  'a name that every object has': { text: '```constructor\n```', want: /"constructor"/ },
  'a fence of tildes': { text: 'x\n~~~ts', want: /^a\.md:2: code stands outside/ },
  'a fence in a quotation': { text: '> ```ts', want: /^a\.md:1: code stands outside/ },
  'a fence that begins an item': { text: '- ```ts\n  x', want: /^a\.md:1: code stands outside/ },
  'code by indentation': { text: 'x\n\n    const a = 1;', want: /^a\.md:3: code stands outside/ },
  'code in HTML': { text: '<pre>x</pre>', want: /^a\.md:1: code stands outside/ },
  'YAML that cannot be read': {
    text: '```yaml\na: 1\nb: [\n```',
    want: /^a\.md:\d: the YAML cannot be read/,
  },
  'JSON that cannot be read': { text: '```json\n{\n```', want: /^a\.md:2: the JSON cannot be read/ },
  'a language of others that is nobody’s': { text: '```go\n```', want: /^a\.md:2: whose go it is/ },
  'a scene for what cannot be run': {
    text: '<!-- run: alone -->\n```yaml\na: 1\n```',
    want: /^a\.md:3: a block of "yaml" cannot be run/,
  },
  'what continues and is no TypeScript': { text: '<!-- continues -->\n```sh\n```', want: /cannot continue/ },
};

suite('blocks of documents', (test) => {
  test('are in the languages that there are, and can be read', () => {
    ok(documents.size > 10);
    equal(
      [...documents].flatMap(([file, document]) => blockProblems(file, document)),
      [],
    );
  });

  test('are compiled where they are TypeScript, but for those in the table', () => {
    const foreign = [...documents].flatMap(([file, { blocks }]) =>
      blocks.flatMap((block) =>
        block.language === 'ts' && block.foreign !== undefined ? [[file, block.foreign] as const] : [],
      ),
    );
    equal(
      Object.fromEntries(Map.groupBy(foreign, ([file]) => file)),
      Object.fromEntries(
        Object.entries(FOREIGN_TYPESCRIPT).map(([file, names]) => [file, names.map((name) => [file, name])]),
      ),
    );
  });

  for (const [name, { text, want }] of Object.entries(WRONG)) {
    test(`may not be ${name}`, () => {
      const [first, ...others] = problemsOf(text);
      match(first ?? 'no problem', want);
      equal(others, []);
    });
  }

  test('may be several documents of YAML, items of lists, and code between backticks', () => {
    equal(problemsOf('- a\n    - b `code`\n\n```yaml\na: 1\n---\nb: 2\n```\n'), []);
  });
});
