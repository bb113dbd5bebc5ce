import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonValue } from '../../lib/object/json.ts';
import type { Answer } from './answer.ts';
import { type Difference, DIFFERENCES, WHOLE } from './differences.ts';
import { isList } from './json-text.ts';
import { OPEN } from './open.ts';

/** One field in which an answer is not the recorded one. */
export interface Mismatch {
  readonly case: string;
  /** Which answer, from 1. */
  readonly answer: number;
  readonly at: string;
  readonly ours: JsonValue | undefined;
  readonly recorded: JsonValue | undefined;
}

/** Where the answers of a case are not the recorded ones; the order of an object's fields does not count. */
export function mismatches(
  name: string,
  ours: readonly Answer[],
  recorded: readonly Answer[],
): readonly Mismatch[] {
  return ours.flatMap((answer, index) =>
    fieldsApart(answer as unknown as JsonValue, recorded[index] as unknown as JsonValue, '').map(
      ({ at, ours: own, recorded: real }) => ({
        case: name,
        answer: index + 1,
        at,
        ours: own,
        recorded: real,
      }),
    ),
  );
}

type Apart = Pick<Mismatch, 'at' | 'ours' | 'recorded'>;

function fieldsApart(
  ours: JsonValue | undefined,
  recorded: JsonValue | undefined,
  at: string,
): readonly Apart[] {
  if (isDeepStrictEqual(ours, recorded)) return [];
  if (isJsonObject(ours) && isJsonObject(recorded))
    return [...new Set([...Object.keys(recorded), ...Object.keys(ours)])].flatMap((key) =>
      fieldsApart(ours[key], recorded[key], at === '' ? key : `${at}.${key}`),
    );
  if (isList(ours) && isList(recorded) && ours.length === recorded.length)
    return ours.flatMap((item, index) => fieldsApart(item, recorded[index], `${at}.${index}`));
  return [{ at, ours, recorded }];
}

/**
 * What is wrong with a topic: mismatches that no list allows, and entries of the lists that nothing needs.
 *
 * @param topic undefined for the real server itself, which is allowed nothing.
 */
export function judged(topic: string | undefined, found: readonly Mismatch[]): readonly string[] {
  const known = DIFFERENCES.filter((difference) => difference.topic === topic);
  const open = topic === undefined ? [] : (OPEN[topic] ?? []);
  const isKnown = (one: Mismatch): boolean => known.some((it) => isSame(it, one));
  const unknown = found.filter((one) => !isKnown(one));
  return [
    ...unknown.filter((one) => !open.includes(one.case)).map(textOf),
    ...known
      .filter((it) => !found.some((one) => isSame(it, one)))
      .map(
        (it) => `${it.case}, answer ${it.answer}, ${it.at}: differs no more; remove it from differences.ts`,
      ),
    ...open
      .filter((name) => !unknown.some((one) => one.case === name))
      .map((name) => `${name}: differs no more; remove it from open.ts`),
  ];
}

function isSame(difference: Difference, { case: name, answer, at }: Mismatch): boolean {
  const isThere = difference.at === at || difference.at === WHOLE;
  return difference.case === name && difference.answer === answer && isThere;
}

function textOf({ case: name, answer, at, ours, recorded }: Mismatch): string {
  return `${name}, answer ${answer}, ${at}:\n  ours     ${short(ours)}\n  recorded ${short(recorded)}`;
}

function short(value: JsonValue | undefined): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 900);
}
