/**
 * A time with microseconds, which a Date cannot hold: those that came with the text are kept beside it. Inherits
 * because client-node's `V1MicroTime` does, and whatever has that type expects a Date.
 */
export class MicroTime extends Date {
  /** 0 to 999. */
  readonly microseconds: number;

  /** @param text RFC 3339, such as `2026-01-02T15:04:05.123456Z`. */
  constructor(text: string) {
    super(text);
    const decimals = /\.(\d+)/.exec(text)?.[1] ?? '';
    this.microseconds = Number(decimals.padEnd(6, '0').slice(3, 6));
  }

  /** With six decimals. */
  override toISOString(): string {
    return super.toISOString().replace('Z', `${String(this.microseconds).padStart(3, '0')}Z`);
  }
}
