import { CelError, Duration } from '../values.ts';

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1000n],
  ['µs', 1000n],
  ['μs', 1000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);
const SECOND = 1_000_000_000n;

/**
 * Reads what Go's time.ParseDuration reads: `1h30m`, `-1.5s`, `0`. A number stands for nanoseconds.
 *
 * @throws CelError when it is no duration.
 */
export function parseDuration(text: string | bigint): Duration {
  if (typeof text === 'bigint') return new Duration(text);
  const unsigned = text.replace(/^[-+]/u, '');
  if (unsigned === '0') return new Duration(0n);
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/u.test(unsigned))
    throw new CelError("type conversion error from 'string' to 'google.protobuf.Duration'");
  const parts = [...unsigned.matchAll(/(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/gu)];
  const nanos = parts.reduce(
    (sum, [, whole = '', fraction = '', unit = '']) => sum + nanosOf(whole, fraction, unit),
    0n,
  );
  return new Duration(text.startsWith('-') ? -nanos : nanos);
}

function nanosOf(whole: string, fraction: string, unit: string): bigint {
  const size = UNITS.get(unit) ?? 0n;
  return BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
}

/** In seconds, with as many decimals as it takes: `5400s`, `1.5s`. */
export function durationText({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = String(size % SECOND)
    .padStart(9, '0')
    .replace(/0+$/u, '');
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fraction === '' ? '' : `.${fraction}`}s`;
}
