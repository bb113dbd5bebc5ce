/** What one field of a schedule says. */
export interface CronField {
  readonly values: ReadonlySet<number>;
  /** It leaves the field open, as `*` does: of days of the month and of the week, then both must fit, not either. */
  readonly isOpen: boolean;
}

export interface CronFieldBounds {
  readonly min: number;
  readonly max: number;
  /** In small letters, from `min` on. */
  readonly names?: readonly string[];
}

/**
 * Reads one field: numbers and names, ranges and steps.
 *
 * @throws RangeError with the words of robfig/cron.
 * @see robfig/cron:parser.go (getField)
 */
export function parseCronField(text: string, bounds: CronFieldBounds): CronField {
  const ranges = text
    .split(',')
    .filter((range) => range !== '')
    .map((range) => parseRange(range, bounds));
  return {
    values: new Set(ranges.flatMap(({ values }) => values)),
    isOpen: ranges.some(({ isOpen }) => isOpen),
  };
}

interface CronRange {
  readonly values: readonly number[];
  readonly isOpen: boolean;
}

function parseRange(text: string, bounds: CronFieldBounds): CronRange {
  const [span = '', stepText, ...furtherSteps] = text.split('/');
  const [low = '', high, ...furtherBounds] = span.split('-');
  const isStar = low === '*' || low === '?';
  const start = isStar ? bounds.min : parseNumber(low, bounds);
  if (!isStar && furtherBounds.length > 0) throw new RangeError(`too many hyphens: ${text}`);
  const given = isStar ? bounds.max : high === undefined ? start : parseNumber(high, bounds);
  if (furtherSteps.length > 0) throw new RangeError(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : parseInteger(stepText);
  const end = stepText !== undefined && high === undefined ? bounds.max : given;
  checkRange(text, { start, end, step }, bounds);
  const values = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, n) => start + n * step);
  return { values, isOpen: isStar && step === 1 };
}

function checkRange(
  text: string,
  { start, end, step }: { readonly start: number; readonly end: number; readonly step: number },
  { min, max }: CronFieldBounds,
): void {
  if (start < min) throw new RangeError(`beginning of range (${start}) below minimum (${min}): ${text}`);
  if (end > max) throw new RangeError(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end)
    throw new RangeError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw new RangeError(`step of range should be a positive number: ${text}`);
}

function parseNumber(text: string, { min, names = [] }: CronFieldBounds): number {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? parseInteger(text) : min + index;
}

/** As Go's strconv.Atoi, but for negative ones. */
function parseInteger(text: string): number {
  const failed = (why: string): RangeError =>
    new RangeError(`failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[-+]?\d+$/u.test(text)) throw failed('invalid syntax');
  const exact = BigInt(text.replace(/^\+/u, ''));
  if (exact !== BigInt.asIntN(64, exact)) throw failed('value out of range');
  if (exact < 0n) throw new RangeError(`negative number (${exact}) not allowed: ${text}`);
  return Number(exact);
}
