import type { JsonValue } from '../../object/json.ts';

/** How Go writes the form of a time: by an example. */
export const RFC_3339 = '2006-01-02T15:04:05Z07:00';
export const RFC_3339_MICRO = '2006-01-02T15:04:05.000000Z07:00';

/** A part of a time, as the form has it, and what may stand there. */
type Part = readonly [part: string, pattern: RegExp];

const DATE_AND_TIME: readonly Part[] = [
  ['2006', /^\d{4}/u],
  ['-', /^-/u],
  ['01', /^\d{2}/u],
  ['-', /^-/u],
  ['02', /^\d{2}/u],
  ['T', /^T/u],
  ['15', /^\d{1,2}/u],
  [':', /^:/u],
  ['04', /^\d{2}/u],
  [':', /^:/u],
];
const ZONE: Part = ['Z07:00', /^(?:Z|[+-]\d{2}:\d{2})/u];
const SECONDS: readonly Part[] = [...DATE_AND_TIME, ['05', /^\d{2}(?:[.,]\d+)?/u], ZONE];
/** All six digits must be there. */
const MICROSECONDS: readonly Part[] = [...DATE_AND_TIME, ['05', /^\d{2}/u], ['.000000', /^[.,]\d{6}/u], ZONE];

/**
 * What Go's decoder says of a time that is none; undefined for one that it reads, and for what is no text.
 *
 * @see golang/go:src/time/format.go
 */
export function timeProblem(value: JsonValue | undefined, form: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const fail = (why: string): string =>
    `parsing time ${JSON.stringify(value)}${why.startsWith(':') ? '' : ` as ${JSON.stringify(form)}: `}${why}`;
  let rest = value;
  for (const [part, pattern] of form === RFC_3339_MICRO ? MICROSECONDS : SECONDS) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) return fail(`cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(part)}`);
    rest = rest.slice(found.length);
  }
  if (rest !== '') return fail(`: extra text: ${JSON.stringify(rest)}`);
  const wrong = outOfRange(value);
  return wrong === undefined ? undefined : fail(`: ${wrong} out of range`);
}

function outOfRange(text: string): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/gu) ?? []).map(
    Number,
  );
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  if (second > 59) return 'second';
  return day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? 'day' : undefined;
}
