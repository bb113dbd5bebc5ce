import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readDocuments } from './documents.ts';
import type { Block } from './markdown.ts';

/** A block of TypeScript in a document. Each is a module of its own, with all its imports. */
export interface Example {
  readonly block: Block;
  /** The document and the line: `README.md:23`. */
  readonly place: string;
}

/** Where examples go: in the checkout, so that they find the package by its name, and ignored by git. */
const FOLDER = join(ROOT, '.cache/examples');

/** All examples, in the order of the documents. */
export function readExamples(): Example[] {
  return [...readDocuments()].flatMap(([file, { blocks }]) =>
    blocks
      .filter(({ language }) => ['ts', 'typescript'].includes(language))
      .map((block) => ({ block, place: `${file}:${block.line}` })),
  );
}

/** Makes a folder that nobody else uses, with the configuration of a compiler for the examples in it. */
export function newExampleFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'run-'));
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

/** Writes an example as a module whose lines are those of its document. @returns its path. */
export function extract({ block, place }: Example, folder: string): string {
  const path = join(folder, `${place.replaceAll(/[/:]/g, '.')}.ts`);
  writeFileSync(path, `${'\n'.repeat(block.line - 1)}${block.code}\nexport {};\n`);
  return path;
}
