import { parseGoDuration } from '../go-duration.ts';
import { TimeZone } from '../time-zone.ts';
import { type CronField, type CronFieldBounds, parseCronField } from './cron-field.ts';

/** When something is due again and again. */
export interface CronSchedule {
  /** The first time after this one, both in milliseconds since 1970; undefined when there is none within five years. */
  next(afterMs: number): number | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YEARS = 5;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const BOUNDS: readonly CronFieldBounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];
const DESCRIPTORS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);
const EVERY = '@every ';

/**
 * Reads the schedule of a CronJob: five fields (minute, hour, day of the month, month, day of the week), a descriptor
 * such as `@daily`, or `@every 1h30m`; each may follow `TZ=zone` or `CRON_TZ=zone`.
 *
 * @param zone where none is named. Default UTC.
 * @throws RangeError with the words of robfig/cron when it is none.
 * @see robfig/cron:parser.go (ParseStandard)
 */
export function parseCronSchedule(text: string, zone: string = 'UTC'): CronSchedule {
  if (text === '') throw new RangeError('empty spec string');
  const named = /^(?:CRON_)?TZ=([^ ]*)( .*)?$/su.exec(text);
  if (named?.[2] === undefined && named !== null)
    throw new RangeError('invalid schedule format: runtime error: slice bounds out of range [:-1]');
  const [, ownZone = zone, rest = text] = named ?? [];
  const location = TimeZone.named(ownZone === '' ? 'UTC' : ownZone);
  if (location === undefined)
    throw new RangeError(`provided bad location ${ownZone}: unknown time zone ${ownZone}`);
  return parseSpec(named === null ? rest : rest.trim(), location);
}

function parseSpec(spec: string, zone: TimeZone): CronSchedule {
  if (spec.startsWith(EVERY)) return parseInterval(spec);
  const described = DESCRIPTORS.get(spec);
  if (described === undefined && spec.startsWith('@'))
    throw new RangeError(`unrecognized descriptor: ${spec}`);
  const fields = (described ?? spec).split(/\s+/u).filter((field) => field !== '');
  if (fields.length !== BOUNDS.length)
    throw new RangeError(
      `expected exactly ${BOUNDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`,
    );
  return new CalendarSchedule(
    fields.map((field, index) => parseCronField(field, BOUNDS[index]!)),
    zone,
  );
}

/** At least a second, and whole ones. */
function parseInterval(spec: string): CronSchedule {
  const nanos = nanosOf(spec);
  const seconds = Math.max(1, Number(nanos / 1_000_000_000n));
  return { next: (afterMs) => (Math.floor(afterMs / 1000) + seconds) * 1000 };
}

function nanosOf(spec: string): bigint {
  try {
    return parseGoDuration(spec.slice(EVERY.length));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`failed to parse duration ${spec}: ${error.message}`, { cause: error });
  }
}

/** Due whenever the clocks of a zone show what the fields say, to the minute. */
class CalendarSchedule implements CronSchedule {
  readonly #minutesOfDay: readonly number[];
  readonly #days: CronField;
  readonly #months: CronField;
  readonly #weekdays: CronField;
  readonly #zone: TimeZone;

  constructor(fields: readonly CronField[], zone: TimeZone) {
    const [minutes, hours, days, months, weekdays] = fields;
    this.#minutesOfDay = [...hours!.values]
      .flatMap((hour) => [...minutes!.values].map((minute) => hour * 60 + minute))
      .toSorted((a, b) => a - b);
    this.#days = days!;
    this.#months = months!;
    this.#weekdays = weekdays!;
    this.#zone = zone;
  }

  next(afterMs: number): number | undefined {
    const today = Math.floor(this.#zone.wallTime(afterMs) / DAY_MS) * DAY_MS;
    const lastYear = new Date(today).getUTCFullYear() + YEARS;
    for (let day = today; new Date(day).getUTCFullYear() <= lastYear; day += DAY_MS) {
      const due = this.#isDay(new Date(day)) ? this.#firstOf(day, afterMs) : undefined;
      if (due !== undefined) return due;
    }
    return undefined;
  }

  #isDay(date: Date): boolean {
    if (!this.#months.values.has(date.getUTCMonth() + 1)) return false;
    const isDay = this.#days.values.has(date.getUTCDate());
    const isWeekday = this.#weekdays.values.has(date.getUTCDay());
    return this.#days.isOpen || this.#weekdays.isOpen ? isDay && isWeekday : isDay || isWeekday;
  }

  /** The first time of this day after another one. On the day on which clocks are put back, an hour comes twice. */
  #firstOf(day: number, afterMs: number): number | undefined {
    if (!this.#changesOn(day)) {
      const [start = day] = this.#zone.instants(day);
      const minute = this.#minutesOfDay.find((each) => start + each * MINUTE_MS > afterMs);
      return minute === undefined ? undefined : start + minute * MINUTE_MS;
    }
    const instants = this.#minutesOfDay.flatMap((minute) => this.#zone.instants(day + minute * MINUTE_MS));
    const later = instants.filter((ms) => ms > afterMs);
    return later.length === 0 ? undefined : Math.min(...later);
  }

  #changesOn(day: number): boolean {
    const [start] = this.#zone.instants(day);
    const [end] = this.#zone.instants(day + DAY_MS);
    return start === undefined || end === undefined || end - start !== DAY_MS;
  }
}
