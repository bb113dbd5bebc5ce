import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path/posix';

import { type EntryPoint, ROOT } from './checkout.ts';
import { FRONT_PAGE, type Section } from './navigation.ts';

/** Where what the generator reads is put together, ignored by git. */
export const STAGE: string = join(import.meta.dirname, '.stage');

/** Stands for the checkout in links, until {@link finishLinks} knows where its files are on the site. */
export const CHECKOUT_URL = 'https://checkout.invalid/';

/** What the generator is given. */
export interface Staged {
  readonly readme: string;
  readonly documents: readonly string[];
  readonly entryPoints: readonly string[];
  readonly tsconfig: string;
}

const LINK = /(\]\()([^)\s]+)(\))/g;

/** Writes all documents and entry points as the generator wants them. */
export function writeStage(sections: readonly Section[], entryPoints: readonly EntryPoint[]): Staged {
  rmSync(STAGE, { recursive: true, force: true });
  const pages = sections.flatMap((section) => section.pages.map((page) => ({ ...page, section })));
  const files = new Set(pages.map(({ file }) => file));
  const document = (file: string, frontMatter: string): string =>
    write(file, frontMatter + withLinks(readFileSync(join(ROOT, file), 'utf8'), file, files));
  return {
    readme: document(FRONT_PAGE, ''),
    documents: pages.map(({ file, label, section }) =>
      document(file, `---\ntitle: ${JSON.stringify(label)}\ngroup: ${section.title}\n---\n\n`),
    ),
    entryPoints: entryPoints.map(writeEntryPoint),
    tsconfig: write(
      'tsconfig.json',
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['entry-points'] }),
    ),
  };
}

/** Links between documents stay; others go to what stands for the checkout. Blocks of code have no links. */
function withLinks(text: string, file: string, documents: ReadonlySet<string>): string {
  let inBlock = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^ *```/.test(line)) inBlock = !inBlock;
      return inBlock
        ? line
        : line.replaceAll(
            LINK,
            (_, open: string, target: string, close: string) => open + targetOf(target) + close,
          );
    })
    .join('\n');

  function targetOf(target: string): string {
    const [path = '', anchor] = target.split('#');
    if (path === '' || /^[a-z]+:/.test(target)) return target;
    const found = normalize(join(dirname(file), path));
    return documents.has(found)
      ? target
      : `${CHECKOUT_URL}${found}${anchor === undefined ? '' : `#${anchor}`}`;
  }
}

/** A module under the name that users import, with all that the real one exports. */
function writeEntryPoint({ name, source }: EntryPoint): string {
  const path = join('entry-points', `${name.replaceAll('/', '-')}.ts`);
  const target = relative(dirname(join(STAGE, path)), join(ROOT, source));
  return write(path, `/**\n * @module ${name}\n */\nexport * from '${target}';\n`);
}

function write(file: string, text: string): string {
  const path = join(STAGE, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
