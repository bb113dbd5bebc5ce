import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { ROOT } from './checkout.ts';

/** Larger files are named, not shown. */
const MOST_BYTES = 256 * 1024;

const STYLE = `body { font: 14px/1.5 ui-monospace, monospace; margin: 2em; color-scheme: light dark; }
span { display: block; white-space: pre-wrap; min-height: 1.5em; }
span:target { background: #ffd54a55; }
ul { list-style: none; padding: 0; }`;

/** Pages that show files and folders of the checkout, for links to them. */
export class SourcePages {
  readonly #site: string;
  /** Those that are written already, by path from the root of the checkout. */
  readonly #pages = new Map<string, string>();

  /** @param site is the folder of the built site. */
  constructor(site: string) {
    this.#site = site;
  }

  /**
   * The address of a file's or folder's page from the top of the site; its lines have the anchors `L1`, `L2`, ….
   * Undefined where there is no such file.
   */
  pageOf(path: string): string | undefined {
    const written = this.#pages.get(path);
    if (written !== undefined) return written;
    if (!existsSync(join(ROOT, path))) return undefined;
    return statSync(join(ROOT, path)).isDirectory() ? this.#writeFolder(path) : this.#writeFile(path);
  }

  #writeFile(path: string): string {
    const page = this.#claim(path, `source/${path}.html`);
    const lines = readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n');
    const spans = lines.map((line, index) => `<span id="L${index + 1}">${escape(line)}</span>`);
    this.#write(page, path, spans.join('\n'));
    return page;
  }

  #writeFolder(path: string): string {
    const page = this.#claim(path, `source/${path}/index.html`);
    const items = readdirSync(join(ROOT, path)).map((name) => {
      const { size } = statSync(join(ROOT, path, name));
      if (size > MOST_BYTES) return `<li>${escape(name)}</li>`;
      return `<li><a href="${toTop(page)}${this.pageOf(join(path, name))}">${escape(name)}</a></li>`;
    });
    this.#write(page, path, `<ul>${items.join('\n')}</ul>`);
    return page;
  }

  #claim(path: string, page: string): string {
    this.#pages.set(path, page);
    return page;
  }

  #write(page: string, path: string, body: string): void {
    const file = join(this.#site, page);
    mkdirSync(dirname(file), { recursive: true });
    const head = `<meta charset="utf-8"><title>${escape(path)}</title><style>${STYLE}</style>`;
    const top = `<p><a href="${toTop(page)}index.html">operatorkit</a> / ${escape(path)}</p>`;
    writeFileSync(
      file,
      `<!DOCTYPE html>\n<html lang="en"><head>${head}</head><body>${top}\n${body}\n</body></html>\n`,
    );
  }
}

/** What leads from a page to the top of the site. */
export function toTop(page: string): string {
  return '../'.repeat(page.split('/').length - 1);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
