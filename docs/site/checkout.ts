import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { NAVIGATION, type Section } from './navigation.ts';

/** The checkout. */
export const ROOT: string = resolve(import.meta.dirname, '../..');

/** An entry point of the package. */
export interface EntryPoint {
  /** As users import it. */
  readonly name: string;
  /** Its source, from the root of the checkout. */
  readonly source: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly 'operatorkit-source'?: string }>>;
}

/** All entry points that package.json has. */
export function readEntryPoints(): EntryPoint[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([key, target]) => {
    const source = typeof target === 'string' ? undefined : target['operatorkit-source'];
    return source === undefined ? [] : [{ name: key.replace(/^\./, name), source: source.replace('./', '') }];
  });
}

/** The documents that the site must have, from the root: all guides and decisions. */
export function readPages(): string[] {
  return globSync('docs/**/*.md', { cwd: ROOT, exclude: ['docs/site/**'] }).toSorted();
}

/** The navigation with the decisions, each called what its heading says. */
export function sectionsOf(pages: readonly string[]): Section[] {
  const decisions = pages.filter((file) => file.startsWith('docs/decisions/'));
  return [
    ...NAVIGATION,
    { title: 'Decisions', pages: decisions.map((file) => ({ file, label: headingOf(file) })) },
  ];
}

function headingOf(file: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`cannot put ${file} on the site: it has no heading`);
  return heading.replaceAll('`', '');
}
