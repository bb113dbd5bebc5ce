import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';

import { FRONT_PAGE } from './navigation.ts';
import { SourcePages, toTop } from './source-pages.ts';
import { CHECKOUT_URL } from './stage.ts';

const LINK = new RegExp(`<a href="${CHECKOUT_URL}([^"#]*)(#[^"]*)?"([^>]*)>(.*?)</a>`, 'gs');

/**
 * Turns the links into the checkout, on all pages, into links to pages that show what is there; those into other
 * packages into their text.
 * @throws naming all that lead nowhere.
 */
export function finishLinks(site: string): void {
  const sources = new SourcePages(site);
  const broken: string[] = [];
  for (const page of globSync('**/*.html', { cwd: site })) {
    const file = join(site, page);
    const finished = readFileSync(file, 'utf8').replaceAll(
      LINK,
      (link, path: string, anchor: string | undefined, rest: string, text: string) => {
        const found = decodeURIComponent(path).replace(/^(\.\.\/)+/, '');
        if (found.includes('node_modules/')) return text;
        const target = found === FRONT_PAGE ? 'index.html' : sources.pageOf(found);
        if (target === undefined) broken.push(`${page}: ${found}`);
        return target === undefined
          ? link
          : `<a href="${toTop(page)}${target}${anchor ?? ''}"${rest}>${text}</a>`;
      },
    );
    writeFileSync(file, finished);
  }
  if (broken.length > 0) throw new Error(`cannot finish the site: links lead nowhere:\n${broken.join('\n')}`);
}
