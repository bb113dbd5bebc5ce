import { parseAllDocuments } from 'yaml';
import { errorMessage } from '../../lib/errors.ts';
import type { Block, Markdown } from './markdown.ts';

/** Says what is wrong with a block: the line in the document, and why. */
type Check = (block: Block) => Iterable<string>;

/**
 * The languages of blocks, and what is done with each. One that is not here fails the tests, so that no code
 * escapes the compiler by another name of its language.
 */
const LANGUAGES: Readonly<Record<string, Check>> = {
  ts: () => [], // Compiled, see examples.ts.
  yaml: yamlProblems,
  json: jsonProblems,
  sh: () => [], // Run, where a comment says so, see commands.ts.
  dockerfile: () => [],
  promql: () => [],
  go: ofOthers,
  java: ofOthers,
  python: ofOthers,
  '': () => [], // What is printed.
  text: () => [],
};

/** Code that this parser would not see: other fences, quoted ones, HTML, and lines that are code by their indent. */
const HIDDEN = /```|~~~|<pre\b|^(?: {4,}|\t)(?![-*\d]|\s)/;

/** What is wrong with the blocks of a document, in the order of its lines. */
export function blockProblems(file: string, { blocks, prose }: Markdown): string[] {
  const hidden = prose.flatMap((line, index) =>
    HIDDEN.test(line) ? [`${file}:${index + 1}: code stands outside of a plain fence`] : [],
  );
  const wrong = blocks.flatMap((block) => [...problemsOf(block)].map((problem) => `${file}:${problem}`));
  return [...hidden, ...wrong];
}

function* problemsOf(block: Block): Iterable<string> {
  const { line, language, scene, continues, foreign } = block;
  const check = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (check === undefined) yield `${line}: no block may be in the language "${language}"`;
  else yield* check(block);
  if (scene !== undefined && language !== 'ts' && language !== 'sh')
    yield `${line}: a block of "${language}" cannot be run`;
  if (continues && language !== 'ts') yield `${line}: a block of "${language}" cannot continue another`;
  if (foreign !== undefined && language === 'sh') yield `${line}: a command is not the code of others`;
}

/** Nobody here can check it, so it must say whose it is. */
function* ofOthers({ line, language, foreign }: Block): Iterable<string> {
  if (foreign === undefined)
    yield `${line}: whose ${language} it is must stand above it: <!-- foreign: name -->`;
}

function* yamlProblems({ line, code }: Block): Iterable<string> {
  for (const { errors } of parseAllDocuments(code))
    for (const { linePos, code: kind } of errors)
      yield `${line - 1 + (linePos?.[0].line ?? 1)}: the YAML cannot be read (${kind})`;
}

function* jsonProblems({ line, code }: Block): Iterable<string> {
  try {
    JSON.parse(code);
  } catch (error) {
    yield `${line}: the JSON cannot be read: ${errorMessage(error)}`;
  }
}
