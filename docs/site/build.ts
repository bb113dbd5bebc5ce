// `npm run docs`: guides and API reference as one site, in docs/site/dist. What the generator needs is a package of
// its own, since it wants an older TypeScript than the sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorMessage } from '../../lib/errors.ts';
import { ROOT, readEntryPoints, readPages, sectionsOf } from './checkout.ts';
import { finishLinks } from './finish-links.ts';
import { CHECKOUT_URL, STAGE, writeStage } from './stage.ts';
import { type Reference, undocumented } from './undocumented.ts';

const HERE = import.meta.dirname;
const SITE = join(HERE, 'dist');
const REFERENCE = join(STAGE, 'reference.json');
/** The lock file that is installed: npm writes no such copy by itself. */
const INSTALLED = join(HERE, 'node_modules/.operatorkit-site.lock');

function install(): void {
  const lock = readFileSync(join(HERE, 'package-lock.json'), 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['ci', ...flags], { cwd: HERE, stdio: 'inherit' });
  writeFileSync(INSTALLED, lock);
}

function generate(): void {
  const sections = sectionsOf(readPages());
  const { readme, documents, entryPoints, tsconfig } = writeStage(sections, readEntryPoints());
  const options = {
    name: 'operatorkit',
    readme,
    projectDocuments: documents,
    entryPoints,
    tsconfig,
    html: SITE,
    json: REFERENCE,
    basePath: STAGE,
    displayBasePath: ROOT,
    disableGit: true,
    sourceLinkTemplate: `${CHECKOUT_URL}{path}#L{line}`,
    skipErrorChecking: true, // The sources are checked by the compiler that they are written for.
    excludeInternal: true,
    externalSymbolLinkMappings: { operatorkit: { '*': '#' } }, // Links to what is not exported are plain text.
    sort: ['alphabetical-ignoring-documents'],
    groupOrder: [...sections.map(({ title }) => title), 'Modules', '*'],
    navigation: { includeGroups: true },
    sluggerConfiguration: { lowercase: true },
    highlightLanguages: [
      'typescript',
      'javascript',
      'bash',
      'yaml',
      'json',
      'go',
      'python',
      'java',
      'docker',
    ],
    useFirstParagraphOfCommentAsSummary: true,
    searchInDocuments: true,
    hideGenerator: true,
    treatWarningsAsErrors: true,
  };
  const path = join(STAGE, 'typedoc.json');
  writeFileSync(path, JSON.stringify(options));
  const generator = join(HERE, 'node_modules/typedoc/bin/typedoc');
  execFileSync(process.execPath, [generator, '--options', path], { cwd: HERE, stdio: 'inherit' });
}

function check(): void {
  const missing = undocumented(JSON.parse(readFileSync(REFERENCE, 'utf8')) as Reference);
  if (missing.length > 0)
    throw new Error(`cannot build the site: ${missing.join(', ')} have no documentation`);
}

try {
  install();
  generate();
  check();
  finishLinks(SITE);
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 1;
}
