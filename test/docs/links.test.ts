import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { readDocuments, ROOT } from './documents.ts';
import type { Link, Markdown } from './markdown.ts';

const documents = readDocuments();

/** What npm does by itself, without a script. */
const NPM = new Set(['ci', 'init', 'install', 'pack', 'pkg', 'publish', 'update']);

/** Each `npm run x`, `npm test` and the like in blocks and between backticks. */
function npmScripts({ blocks, prose }: Markdown): string[] {
  const shell = blocks.filter(({ language }) => ['sh', 'bash', 'console'].includes(language));
  const inline = prose.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));
  return [...shell.map(({ code }) => code), ...inline].flatMap((code) =>
    [...code.matchAll(/\bnpm (?:run )?(?:--?[\w-]+ )*([\w:.-]+)/g)].map(([, script]) => script!),
  );
}

function problemOf(file: string, { path, anchor }: Link): string | undefined {
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return `there is no ${target}`;
  if (anchor === undefined) return undefined;
  return documents.get(target)?.anchors.has(anchor) === true
    ? undefined
    : `${target} has no heading #${anchor}`;
}

suite('the documents', (test) => {
  test('link to what is there', () => {
    const links = [...documents].flatMap(([file, document]) =>
      document.links.map((link) => ({ file, link })),
    );
    ok(links.length > 5);
    const broken = links.flatMap(({ file, link }) => {
      const problem = problemOf(file, link);
      return problem === undefined ? [] : [`${file}:${link.line}: ${problem}`];
    });
    equal(broken, []);
  });

  test('name only npm scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = [...documents].flatMap(([file, document]) =>
      npmScripts(document).map((script) => ({ file, script })),
    );
    ok(named.some(({ script }) => script === 'test'));
    const unknown = named.filter(({ script }) => !NPM.has(script) && !(script in scripts));
    equal(unknown, []);
  });
});
