import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Markdown, parseMarkdown } from './markdown.ts';

/** The checkout. */
export const ROOT: string = resolve(import.meta.dirname, '../..');

/** Everything that people read, by path from the root. */
export function readDocuments(): ReadonlyMap<string, Markdown> {
  const files = ['*.md', '{docs,examples,bench,lib,resource,context,test}/**/*.md'].flatMap((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', 'bench/results/**'] }),
  );
  return new Map(
    files.toSorted().map((file) => [file, parseMarkdown(readFileSync(join(ROOT, file), 'utf8'))]),
  );
}
