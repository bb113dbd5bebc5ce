import { equal, is, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { parseMarkdown } from './markdown.ts';

const TEXT = `# The \`Patch\`, and *more*

See [the order](docs/a%20b.md#the-order), [here](#more), [there](https://example.org/x.md),
and \`[no link](at/all.md)\`.

<!-- run: greeter -->

\`\`\`ts
const a = 1;

const b = '[no link](either.md)';
\`\`\`

## More

\`\`\`\`sh
npm test
\`\`\`
\`\`\`\`

## More
`;

const REMARKS = `<!-- continues -->

\`\`\`ts
\`\`\`

<!-- foreign: pepr -->
\`\`\`ts
\`\`\`

\`\`\`ts
\`\`\`
`;

suite('parseMarkdown', (test) => {
  test('finds blocks with their lines, languages and scenes', () => {
    equal(parseMarkdown(TEXT).blocks, [
      {
        line: 9,
        language: 'ts',
        code: "const a = 1;\n\nconst b = '[no link](either.md)';",
        scene: 'greeter',
        continues: false,
        foreign: undefined,
      },
      {
        line: 17,
        language: 'sh',
        code: 'npm test\n```',
        scene: undefined,
        continues: false,
        foreign: undefined,
      },
    ]);
  });

  test('finds which blocks continue the one before, and which show the code of others', () => {
    const { blocks } = parseMarkdown(REMARKS);
    equal(
      blocks.map(({ line, continues, foreign }) => [line, continues, foreign]),
      [
        [4, true, undefined],
        [8, false, 'pepr'],
        [11, false, undefined],
      ],
    );
  });

  test('finds links within the checkout, and none in code', () => {
    equal(parseMarkdown(TEXT).links, [
      { line: 3, path: 'docs/a b.md', anchor: 'the-order' },
      { line: 3, path: '', anchor: 'more' },
    ]);
  });

  test('names headings as GitHub does', () => {
    equal([...parseMarkdown(TEXT).anchors], ['the-patch-and-more', 'more', 'more-1']);
  });

  test('keeps the lines of prose where they are', () => {
    is(parseMarkdown(TEXT).prose.indexOf('## More'), TEXT.split('\n').indexOf('## More'));
  });

  test('refuses a block that does not end', () => {
    throws(() => parseMarkdown('text\n```ts\nconst a = 1;'), /the block of line 2 does not end/);
  });
});
