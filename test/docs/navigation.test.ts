import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readPages, sectionsOf } from '../../docs/site/checkout.ts';
import { equal, is, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { ROOT } from './documents.ts';

const pages = sectionsOf(readPages()).flatMap((section) => section.pages);

suite('the navigation of the site', (test) => {
  test('has each document below docs, see docs/site/navigation.ts', () => {
    const files = new Set(pages.map(({ file }) => file));
    ok(files.size > 20);
    equal(
      readPages().filter((file) => !files.has(file)),
      [],
    );
  });

  test('has no document that is not there', () => {
    equal(
      pages.filter(({ file }) => !existsSync(join(ROOT, file))),
      [],
    );
  });

  test('has no document and no label twice', () => {
    is(new Set(pages.map(({ file }) => file)).size, pages.length);
    is(new Set(pages.map(({ label }) => label)).size, pages.length);
  });
});

suite('the lock file of the site', (test) => {
  test('names no registry', () => {
    const lock = readFileSync(join(ROOT, 'docs/site/package-lock.json'), 'utf8');
    ok(lock.includes('node_modules/typedoc'));
    not(/"resolved"|https?:\/\/(?!github\.com)/.test(lock.replaceAll(/"funding"[^}]*\}/g, '')));
  });
});
