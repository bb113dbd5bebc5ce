import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, readDocuments } from './documents.ts';
import type { Block } from './markdown.ts';

/** A program of TypeScript in a document: a block with all its imports, and those that continue it. */
export interface Example {
  /** Of the document, from the root. */
  readonly file: string;
  /** In their order; at least one. */
  readonly blocks: readonly Block[];
}

/** Where examples go: in the checkout, so that they find the package by its name, and ignored by git. */
const FOLDER = join(ROOT, '.cache/examples');

/** All examples, in the order of the documents. The code of others is none. */
export function readExamples(): Example[] {
  return [...readDocuments()].flatMap(([file, { blocks }]) => examplesOf(file, blocks));
}

/** @throws when a block continues none. */
export function examplesOf(file: string, blocks: readonly Block[]): Example[] {
  const examples: Block[][] = [];
  for (const block of blocks) {
    if (block.language !== 'ts' || block.foreign !== undefined) continue;
    if (!block.continues) examples.push([block]);
    else if (examples.length > 0) examples.at(-1)!.push(block);
    else throw new Error(`cannot read ${file}:${block.line}: there is no example before it to continue`);
  }
  return examples.map((parts) => ({ file, blocks: parts }));
}

/** The document and the line: `README.md:23`. */
export function placeOf({ file, blocks }: Example): string {
  return `${file}:${blocks[0]?.line}`;
}

/** Makes a folder that nobody else uses, with the configuration of a compiler for the examples in it. */
export function newExampleFolder(): string {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, 'run-'));
  const config = { extends: join(ROOT, 'tsconfig.json'), include: ['**/*.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return folder;
}

/** Writes an example as a module whose lines are those of its document. @returns its path. */
export function extract({ file, blocks }: Example, folder: string): string {
  const path = join(folder, file, `${blocks[0]?.line}.ts`);
  const lines: string[] = [];
  for (const { line, code } of blocks) {
    lines.push(...Array.from({ length: line - 1 - lines.length }, () => ''), ...code.split('\n'));
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\nexport {};\n`);
  return path;
}

/** A line of the compiler's about an extracted example, with the document instead: `README.md:25:3: error …`. */
export function inDocument(complaint: string): string {
  return complaint.replace(/^(.+\.md)\/\d+\.ts\((\d+),(\d+)\)/, '$1:$2:$3');
}
