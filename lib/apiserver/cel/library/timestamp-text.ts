import { CelError, Timestamp } from '../values.ts';

const SECOND = 1_000_000_000n;
const RFC_3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[-+]\d{2}:\d{2})$/u;
/** The years 1 to 9999, in seconds since 1970. */
const [FIRST, LAST] = [-62_135_596_800n, 253_402_300_799n];

/**
 * Reads RFC 3339. A number stands for seconds since 1970.
 *
 * @throws CelError when it is no moment between the years 1 and 9999.
 */
export function parseTimestamp(text: string | bigint): Timestamp {
  if (typeof text === 'bigint') return within(text, 0n);
  const [, moment = '', fraction = '', zone = ''] = RFC_3339.exec(text) ?? [];
  const milliseconds = Date.parse(`${moment}${zone}`);
  if (moment === '' || Number.isNaN(milliseconds))
    throw new CelError("type conversion error from 'string' to 'google.protobuf.Timestamp'");
  return within(BigInt(milliseconds) / 1000n, BigInt(fraction.slice(0, 9).padEnd(9, '0')));
}

function within(seconds: bigint, nanos: bigint): Timestamp {
  if (seconds < FIRST || seconds > LAST) throw new CelError('timestamp overflow');
  return new Timestamp(seconds * SECOND + nanos);
}

/** RFC 3339 in UTC, with as many decimals as it takes. */
export function timestampText({ nanos }: Timestamp): string {
  const rest = ((nanos % SECOND) + SECOND) % SECOND;
  const moment = new Date(Number((nanos - rest) / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(rest).padStart(9, '0').replace(/0+$/u, '');
  return `${moment}${rest === 0n ? '' : `.${fraction}`}Z`;
}
