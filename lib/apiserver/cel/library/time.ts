import { TimeZone } from '../../time-zone.ts';
import { declare, type Overload } from '../declarations.ts';
import { CelError, type Duration, type Timestamp } from '../values.ts';

const MILLISECOND = 1_000_000n;
const DAY_MS = 86_400_000;

/** A moment on the clock of a zone, as if it were UTC's: its UTC fields are the zone's. */
function clockOf({ nanos }: Timestamp, zone: string): Date {
  const utc = new Date(Number((nanos - (((nanos % MILLISECOND) + MILLISECOND) % MILLISECOND)) / MILLISECOND));
  const offset = /^([-+]?)(\d{2}):(\d{2})$/u.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    return new Date(utc.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  return zone === '' || zone === 'UTC' ? utc : inNamedZone(utc, zone);
}

function inNamedZone(utc: Date, name: string): Date {
  const zone = TimeZone.named(name);
  if (zone === undefined) throw new CelError(`unknown time zone ${name}`);
  return new Date(zone.wallTime(utc.getTime()));
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS);
}

/** A field of a moment: in UTC, or in the zone that is asked for. */
function field(name: string, read: (date: Date) => number): readonly Overload[] {
  return [
    declare(`timestamp.${name}(): int`, (moment: Timestamp) => BigInt(read(clockOf(moment, '')))),
    declare(`timestamp.${name}(string): int`, (moment: Timestamp, zone: string) =>
      BigInt(read(clockOf(moment, zone))),
    ),
  ];
}

/** What can be asked of moments and of spans of time. Months and days of the month count from zero, dates from one. */
export const TIME_FUNCTIONS: readonly Overload[] = [
  ...field('getFullYear', (date) => date.getUTCFullYear()),
  ...field('getMonth', (date) => date.getUTCMonth()),
  ...field('getDayOfYear', dayOfYear),
  ...field('getDayOfMonth', (date) => date.getUTCDate() - 1),
  ...field('getDate', (date) => date.getUTCDate()),
  ...field('getDayOfWeek', (date) => date.getUTCDay()),
  ...field('getHours', (date) => date.getUTCHours()),
  ...field('getMinutes', (date) => date.getUTCMinutes()),
  ...field('getSeconds', (date) => date.getUTCSeconds()),
  ...field('getMilliseconds', (date) => date.getUTCMilliseconds()),
  declare('duration.getHours(): int', ({ nanos }: Duration) => nanos / 3_600_000_000_000n),
  declare('duration.getMinutes(): int', ({ nanos }: Duration) => nanos / 60_000_000_000n),
  declare('duration.getSeconds(): int', ({ nanos }: Duration) => nanos / 1_000_000_000n),
  declare('duration.getMilliseconds(): int', ({ nanos }: Duration) => nanos / MILLISECOND),
];
