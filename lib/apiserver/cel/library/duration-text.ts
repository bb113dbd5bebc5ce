import { parseGoDuration } from '../../go-duration.ts';
import { CelError, Duration } from '../values.ts';

const SECOND = 1_000_000_000n;

/**
 * Reads what Go's time.ParseDuration reads: `1h30m`, `-1.5s`, `0`. A number stands for nanoseconds.
 *
 * @throws CelError when it is no duration.
 */
export function parseDuration(text: string | bigint): Duration {
  if (typeof text === 'bigint') return new Duration(text);
  try {
    return new Duration(parseGoDuration(text));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CelError("type conversion error from 'string' to 'google.protobuf.Duration'", { cause: error });
  }
}

/** In seconds, with as many decimals as it takes: `5400s`, `1.5s`. */
export function durationText({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % SECOND)
    .padStart(9, '0')
    .replace(/0+$/u, '');
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fraction === '' ? '' : `.${fraction}`}s`;
}
