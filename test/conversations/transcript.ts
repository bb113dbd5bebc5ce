import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { JsonValue } from '../../lib/object/json.ts';
import { Normaliser } from '../conformance/normalise.ts';
import type { Difference } from './kubectl/differences.ts';
import { newPlain } from './kubectl/said.ts';

/** A conversation as it went: what was said, and what was answered, in order. */
export type Transcript = readonly (readonly [said: string, answer: JsonValue])[];

const FOLDER = join(import.meta.dirname, 'recorded');

/** One line per turn, so that a change shows as the turns that it is. */
function fileOf(name: string): string {
  return join(FOLDER, `${name}.jsonl`);
}

/** @throws when nothing has been recorded. */
export function readTranscript(name: string): Transcript {
  return parse(readFileSync(fileOf(name), 'utf8'));
}

export function writeTranscript(name: string, transcript: Transcript): void {
  writeFileSync(fileOf(name), transcript.map((turn) => `${JSON.stringify(turn)}\n`).join(''));
}

/**
 * Reads what a program printed, without what is another thing each time and what has no order on a real server.
 *
 * @throws when two turns have one name: differences go by the name.
 */
export function parseTranscript(printed: string, namespace: string): Transcript {
  const normaliser = new Normaliser(namespace);
  const transcript = parse(newPlain({ [namespace]: 'NAMESPACE' })(printed)).map(([said, body]) => {
    const answer = normaliser.answer({ status: 200, headers: {}, isJson: true, body }, {});
    return [said, answer.body ?? null] as const;
  });
  const names = transcript.map(([said]) => said);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`cannot read a transcript: said twice: ${twice.join(', ')}`);
  return transcript;
}

function parse(text: string): Transcript {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Transcript[number]);
}

/** What is wrong with ours: turns that differ for no known reason, and reasons that nothing needs. */
export function judged(
  ours: Transcript,
  recorded: Transcript,
  differences: Readonly<Record<string, Difference>>,
): readonly string[] {
  const names = (transcript: Transcript): readonly string[] => transcript.map(([said]) => said);
  if (!isDeepStrictEqual(names(ours), names(recorded)))
    return [`other things were said than are recorded: ${names(ours).join(', ')}`];
  const apart = ours.flatMap(([said, answer], index) =>
    isDeepStrictEqual(answer, recorded[index]![1]) ? [] : [{ said, answer, recorded: recorded[index]![1] }],
  );
  const isKnown = ({ said, answer }: (typeof apart)[number]): boolean =>
    differences[said]?.ours.test(JSON.stringify(answer)) === true;
  return [
    ...apart.filter((turn) => !isKnown(turn)).map(textOf),
    ...Object.keys(differences)
      .filter((name) => !apart.some(({ said }) => said === name))
      .map((name) => `${name}: differs no more; remove it from the differences`),
  ];
}

function textOf(turn: {
  readonly said: string;
  readonly answer: JsonValue;
  readonly recorded: JsonValue;
}): string {
  return `${turn.said}:\n  now      ${JSON.stringify(turn.answer)}\n  recorded ${JSON.stringify(turn.recorded)}`;
}
