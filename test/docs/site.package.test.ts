import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type EntryPoint, readEntryPoints, readPages, sectionsOf } from '../../docs/site/checkout.ts';
import { defined, equal, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { ROOT } from './documents.ts';
import { brokenLinks, readSite } from './site.ts';

const SITE = join(ROOT, 'docs/site/dist');

/** What an entry point exports, values and types, as its source lists it. */
function exportsOf({ source }: EntryPoint): string[] {
  const text = readFileSync(join(ROOT, source), 'utf8');
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/^.* as /, ''))
    .filter((name) => name !== '');
}

suite(
  'the site',
  (test) => {
    test('is built without a warning', async (t) => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, ['docs/site/build.ts'], {
        cwd: ROOT,
        signal: t.signal,
      });
      not(/warning|error/i.test(stdout + stderr), stdout + stderr);
    });

    test('has a page for each document, and the navigation leads there', () => {
      const texts = [...readSite(SITE).keys()]
        .filter((page) => page.startsWith('documents/'))
        .map((page) => readFileSync(join(SITE, page), 'utf8'));
      const labels = sectionsOf(readPages()).flatMap(({ pages }) => pages.map(({ label }) => label));
      ok(labels.length > 20);
      const missing = labels.filter(
        (label) => !texts.some((text) => text.includes(`<title>${label} | operatorkit</title>`)),
      );
      equal(missing, []);
    });

    test('has links and anchors that lead somewhere', () => {
      const pages = readSite(SITE);
      ok(pages.size > 300);
      equal(brokenLinks(SITE, pages), []);
    });

    for (const entryPoint of readEntryPoints()) {
      test(`has a page for each export of ${entryPoint.name}`, () => {
        const pages = readSite(SITE);
        const module = `modules/${entryPoint.name.replaceAll('/', '_')}.html`;
        const { links } = defined(pages.get(module), module);
        const names = exportsOf(entryPoint);
        ok(names.length > 3);
        const missing = names.filter((name) => !links.some((link) => link.endsWith(`.${name}.html`)));
        equal(missing, []);
      });
    }
  },
  { timeoutMs: 300_000 },
);
