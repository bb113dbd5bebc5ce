const DAY_MS = 86_400_000;

/**
 * The calendar of a time zone. Wall times are what its clocks show, as the milliseconds at which they would show it in
 * UTC.
 */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat | undefined;

  private constructor(format: Intl.DateTimeFormat | undefined) {
    this.#format = format;
  }

  /** @param name as in the IANA database, in its spelling. @returns undefined when there is no such zone. */
  static named(name: string): TimeZone | undefined {
    if (name === 'UTC') return new TimeZone(undefined);
    if (!/^[A-Z]/u.test(name)) return undefined; // Offsets are no names, and all names begin with a capital.
    try {
      const format = newFormat(name);
      const known = format.resolvedOptions().timeZone;
      const isMisspelt = known !== name && known.toLowerCase() === name.toLowerCase();
      return isMisspelt ? undefined : new TimeZone(format);
    } catch {
      return undefined;
    }
  }

  wallTime(ms: number): number {
    return ms + this.#offset(ms);
  }

  /** When clocks show this: once, or never or twice where they are put forward or back. In order. */
  instants(wallMs: number): readonly number[] {
    const guesses = new Set([this.#offset(wallMs - DAY_MS), this.#offset(wallMs + DAY_MS)]);
    return [...guesses]
      .map((offset) => wallMs - offset)
      .filter((ms) => this.wallTime(ms) === wallMs)
      .toSorted((a, b) => a - b);
  }

  #offset(ms: number): number {
    if (this.#format === undefined) return 0;
    const parts = Object.fromEntries(
      this.#format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  }
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}
