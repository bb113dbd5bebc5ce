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
const PART = /^(\d*)(?:\.(\d*))?([^\d.]*)/u;
const MOST = 2n ** 63n;

/**
 * Reads what Go's time.ParseDuration reads, such as `1h30m`, `-1.5s` and `0`.
 *
 * @returns nanoseconds.
 * @throws RangeError with the words of Go.
 * @see golang/go:src/time/format.go (ParseDuration)
 */
export function parseGoDuration(text: string): bigint {
  const wrong = (): RangeError => new RangeError(`time: invalid duration ${JSON.stringify(text)}`);
  let rest = text.replace(/^[-+]/u, '');
  if (rest === '0') return 0n;
  if (rest === '') throw wrong();
  let nanos = 0n;
  while (rest !== '') {
    const [all, whole = '', fraction = '', unit = ''] = PART.exec(rest) ?? [''];
    if (whole === '' && fraction === '') throw wrong();
    nanos += nanosOf(whole, fraction, unit, text);
    if (nanos > MOST) throw wrong();
    rest = rest.slice(all.length);
  }
  const isNegative = text.startsWith('-');
  if (nanos === MOST && !isNegative) throw wrong();
  return isNegative ? -nanos : nanos;
}

export function isGoDuration(text: string): boolean {
  try {
    parseGoDuration(text);
    return true;
  } catch {
    return false;
  }
}

function nanosOf(whole: string, fraction: string, unit: string, text: string): bigint {
  if (unit === '') throw new RangeError(`time: missing unit in duration ${JSON.stringify(text)}`);
  const size = UNITS.get(unit);
  if (size === undefined)
    throw new RangeError(`time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`);
  return BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length);
}
