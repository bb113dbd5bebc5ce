import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { SourcePages, toTop } from '../../docs/site/source-pages.ts';
import { type Reference, undocumented } from '../../docs/site/undocumented.ts';
import { defined, equal, is, match, ok } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { brokenLinks, readSite } from './site.ts';

/** A folder with these files, which goes with the test. */
function newSite(t: TestContext, files: Readonly<Record<string, string>>): string {
  const site = mkdtempSync(join(tmpdir(), 'site-'));
  t.defer(() => rmSync(site, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), text);
  }
  return site;
}

suite('brokenLinks', (test) => {
  test('names each link and anchor that leads nowhere, and no other', (t) => {
    const site = newSite(t, {
      'index.html': `<h1 id="top">x</h1><a class="b" href="a/b.html#there">1</a><a href="a/b.html#gone">2</a>
        <a href="#top">3</a><img src="a/c.svg#part"><a href="../out.html">4</a><link href="gone.css">`,
      'a/b.html': '<a name="there" href="../index.html"></a><a href="https://example.org/x">5</a>',
      'a/c.svg': '',
      'd e.html': '<a href="https://checkout.invalid/lib">6</a><a href="d%20e.html">7</a>',
    });
    equal(brokenLinks(site, readSite(site)).toSorted(), [
      'd e.html: https://checkout.invalid/lib',
      'index.html: ../out.html',
      'index.html: a/b.html#gone',
      'index.html: gone.css',
    ]);
  });
});

suite('SourcePages', (test) => {
  test('show a file with an anchor for each line', (t) => {
    const site = newSite(t, {});
    const page = defined(new SourcePages(site).pageOf('lib/index.ts'));
    is(page, 'source/lib/index.ts.html');
    match(readFileSync(join(site, page), 'utf8'), /<span id="L1">\/\/ The public names of `operatorkit`/u);
  });

  test('show a folder with links to its files', (t) => {
    const site = newSite(t, {});
    const page = defined(new SourcePages(site).pageOf('examples/website'));
    ok(readFileSync(join(site, page), 'utf8').includes('>operator.ts</a>'));
    equal(brokenLinks(site, readSite(site)).toSorted().slice(0, 1), [
      'source/examples/website/banner.ts.html: ../../../index.html',
    ]);
  });

  test('have none for what is not there', (t) => {
    is(new SourcePages(newSite(t, {})).pageOf('lib/nothing.ts'), undefined);
  });

  test('lead to the top from each depth', () => {
    equal(['index.html', 'a/b.html', 'a/b/c.html'].map(toTop), ['', '../', '../../']);
  });
});

suite('undocumented', (test) => {
  test('names classes and functions without a docstring, and nothing else', () => {
    const reference: Reference = {
      name: 'site',
      kind: 1,
      children: [
        {
          name: 'operatorkit',
          kind: 2,
          children: [
            { name: 'Bare', kind: 128 },
            { name: 'Told', kind: 128, comment: {} },
            { name: 'bare', kind: 64, signatures: [{}, {}] },
            { name: 'told', kind: 64, signatures: [{}, { comment: {} }] },
            { name: 'Options', kind: 256 },
          ],
        },
      ],
    };
    equal(undocumented(reference), ['operatorkit.Bare', 'operatorkit.bare']);
  });
});
