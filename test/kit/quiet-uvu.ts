/**
 * Keeps uvu's own progress and failures, which the runner prints in its own way, out of what a test file
 * printed. uvu has no option for it: while this is on, nothing that goes to stdout is written.
 */
export class QuietUvu {
  readonly #write = process.stdout.write.bind(process.stdout);
  readonly #wanted: boolean;

  /** @param wanted false, and nothing is ever held back: in a debugger uvu's output is the report. */
  constructor(wanted: boolean) {
    this.#wanted = wanted;
  }

  on(): void {
    if (this.#wanted) process.stdout.write = () => true;
  }

  off(): void {
    process.stdout.write = this.#write;
  }
}
