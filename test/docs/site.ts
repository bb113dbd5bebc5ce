import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

/** A page of the built site: what it offers to links, and its own links. */
interface Html {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

const ATTRIBUTE = /\s(href|src|id|name)="([^"]*)"/g;

/** All pages of the built site by their path from its top. */
export function readSite(site: string): ReadonlyMap<string, Html> {
  return new Map(
    globSync('**/*.html', { cwd: site }).map((page) => [
      page,
      parseHtml(readFileSync(join(site, page), 'utf8')),
    ]),
  );
}

/** Links within the site that lead nowhere, as `page: link`. Links to other hosts are not followed. */
export function brokenLinks(site: string, pages: ReadonlyMap<string, Html>): string[] {
  return [...pages].flatMap(([page, { links }]) =>
    links.filter((link) => !leadsSomewhere(site, pages, page, link)).map((link) => `${page}: ${link}`),
  );
}

function leadsSomewhere(site: string, pages: ReadonlyMap<string, Html>, page: string, link: string): boolean {
  if (/^[a-z]+:/.test(link)) return !link.includes('.invalid');
  const [path = '', anchor = ''] = link.split('#').map(decodeURIComponent);
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (target.startsWith('..') || !existsSync(join(site, target))) return false;
  return anchor === '' || !target.endsWith('.html') || pages.get(target)?.anchors.has(anchor) === true;
}

function parseHtml(text: string): Html {
  const anchors = new Set<string>();
  const links: string[] = [];
  for (const [tag] of text.matchAll(/<[a-z][^>]*>/g)) {
    for (const [, name, value = ''] of tag.matchAll(ATTRIBUTE)) {
      if (name === 'href' || name === 'src') links.push(value.replaceAll('&amp;', '&'));
      else anchors.add(value);
    }
  }
  return { anchors, links };
}
