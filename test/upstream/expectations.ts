import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Outcome, SpecResult } from './report.ts';
import type { Server } from './target.ts';

/** What a spec does on a real control plane and on ours, where it does not pass on both. */
export interface Exception {
  readonly real: Outcome;
  readonly ours: Outcome;
  readonly reason: string;
}

/** Every spec that is in scope, by name. `passes`: on both. */
export type Expectations = Readonly<Record<string, 'passes' | Exception>>;

/** One spec that did something else than the list says. */
export interface Surprise {
  readonly name: string;
  readonly text: string;
}

const PASSES_EVERYWHERE: Exception = { real: 'passes', ours: 'passes', reason: '' };

export const EXPECTATIONS_PATH: string = join(import.meta.dirname, 'expectations.json');

/** Reads the checked-in list. */
export async function readExpectations(path: string = EXPECTATIONS_PATH): Promise<Expectations> {
  return JSON.parse(await readFile(path, 'utf8')) as Expectations;
}

function expected(entry: 'passes' | Exception, server: Server): Outcome {
  return entry === 'passes' ? 'passes' : entry[server];
}

function surpriseOf(expectations: Expectations, server: Server, result: SpecResult): Surprise | undefined {
  const { name, outcome, message } = result;
  const entry = expectations[name];
  if (entry === undefined) return { name, text: `is not in the list, and ${outcome}. ${message}`.trim() };
  if (entry !== 'passes' && entry.reason.trim() === '') return { name, text: `lacks its reason. ${message}` };
  const want = expected(entry, server);
  if (want === outcome) return undefined;
  const remedy = outcome === 'passes' ? 'Take it off the list of exceptions.' : message;
  return { name, text: `${outcome}; the list says ${want}. ${remedy}` };
}

/**
 * Holds what ran against the list.
 *
 * @param complete whether everything in scope was to run: what did not is a surprise then.
 */
export function surprises(
  expectations: Expectations,
  results: readonly SpecResult[],
  { server, complete }: { readonly server: Server; readonly complete: boolean },
): readonly Surprise[] {
  const found = results
    .map((result) => surpriseOf(expectations, server, result))
    .filter((surprise) => surprise !== undefined);
  if (!complete) return found;
  const names = new Set(results.map(({ name }) => name));
  const absent = Object.keys(expectations).filter((name) => !names.has(name));
  return [...found, ...absent.map((name) => ({ name, text: 'is in the list, but did not run' }))];
}

function entryWith(
  entry: 'passes' | Exception | undefined,
  server: Server,
  outcome: Outcome,
): 'passes' | Exception {
  const before = entry === undefined || entry === 'passes' ? PASSES_EVERYWHERE : entry;
  const after: Exception = { ...before, [server]: outcome };
  return after.real === 'passes' && after.ours === 'passes' ? 'passes' : after;
}

/**
 * The list with what ran on one server, in the order of the names. A spec that no longer passes gets an entry
 * with an empty reason, which is a surprise until one is written.
 */
export function withResults(
  expectations: Expectations,
  results: readonly SpecResult[],
  server: Server,
): Expectations {
  const entries = new Map(Object.entries(expectations));
  for (const { name, outcome } of results) entries.set(name, entryWith(entries.get(name), server, outcome));
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
