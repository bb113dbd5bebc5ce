import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';

const DEEPEST_CAUSE = 8;
const MOST_ERRORS_OF_AGGREGATE = 5;
const ROOT = pathToFileURL(`${process.cwd()}/`).href;
/** Properties that are shown elsewhere, or that say nothing. */
const SHOWN = new Set([
  'stack',
  'message',
  'cause',
  'errors',
  'details',
  'generated',
  'operator',
  'expects',
  'actual',
  'name',
]);

/** Everything a reader needs of what was thrown: message, diff, our part of the stack, the chain of causes. */
export function failureText(thrown: unknown, depth = 0): string {
  if (!(thrown instanceof Error)) return `threw ${inspect(thrown, { depth: 3 })}, which is not an Error`;
  const parts = [`${thrown.name}: ${thrown.message}`];
  const details: unknown = 'details' in thrown ? thrown.details : undefined;
  if (typeof details === 'string') parts.push(indent(details.trimEnd()));
  parts.push(...properties(thrown), ...ourFrames(thrown).map((frame) => `    ${frame}`));
  if (depth >= DEEPEST_CAUSE) return parts.join('\n');
  if (thrown instanceof AggregateError) {
    for (const error of thrown.errors.slice(0, MOST_ERRORS_OF_AGGREGATE))
      parts.push(indent(`with ${failureText(error, depth + 1)}`));
  }
  if (thrown.cause !== undefined) parts.push(indent(`caused by ${failureText(thrown.cause, depth + 1)}`));
  return parts.join('\n');
}

/** The kit's own lines, and those by which Node calls it, say nothing to the author of a test. */
const KIT_FRAME = /\/test\/kit\/[\w-]+(?<!\.test)\.ts|node:internal\/async_hooks/;

/**
 * The lines of a stack that lie in this checkout and outside the kit, with paths from its root; if there are
 * none, the first lines as they are.
 */
export function ourFrames(error: Error): string[] {
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !KIT_FRAME.test(line));
  const ours = lines.filter((line) => line.includes(ROOT) && !line.includes('node_modules'));
  return (ours.length > 0 ? ours : lines.slice(0, 5)).map((line) => line.trim().replace(ROOT, ''));
}

export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function properties(error: Error): string[] {
  const own = Object.entries(error).filter(
    ([key]) => !SHOWN.has(key) && !(key === 'code' && error.name === 'Assertion'),
  );
  if (own.length === 0) return [];
  return [indent(inspect(Object.fromEntries(own), { depth: 2, maxStringLength: 500 }).slice(0, 2000))];
}
