import type { JsonValue } from '../../object/json.ts';

/** How Go writes the form of a time: by an example. */
export const RFC_3339 = '2006-01-02T15:04:05Z07:00';
export const RFC_3339_MICRO = '2006-01-02T15:04:05.000000Z07:00';

/** The parts of a time, as the form has them, and what may stand there. */
const PARTS: readonly (readonly [part: string, pattern: RegExp])[] = [
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
  ['05', /^\d{2}(?:[.,]\d+)?/u],
  ['Z07:00', /^(?:Z|[+-]\d{2}:\d{2})/u],
];

/**
 * What Go's decoder says of a time that is none; undefined for one that it reads, for none, and for what is no text.
 *
 * @see golang/go:src/time/format.go
 */
export function timeProblem(value: JsonValue | undefined, form: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const fail = (why: string): string =>
    `parsing time ${JSON.stringify(value)}${why.startsWith(':') ? '' : ` as ${JSON.stringify(form)}: `}${why}`;
  let rest = value;
  for (const [part, pattern] of PARTS) {
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
