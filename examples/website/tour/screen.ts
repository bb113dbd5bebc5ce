/** How a step of the tour went. */
export interface StepResult {
  readonly name: string;
  readonly converged: boolean;
  /** What was reached, or why not. */
  readonly summary: string;
  readonly seconds: number;
  /** Reconciles of the operator during the step. */
  readonly reconciles: number;
  /** Writes to the API server during the step, the tour's own included. */
  readonly writes: number;
}

/** Prints the tour: steps as headings, what happens as lines below, in colour where a person looks on. */
export class Screen {
  readonly #out: NodeJS.WritableStream;
  readonly #colour: boolean;

  constructor(out: NodeJS.WritableStream, colour: boolean) {
    this.#out = out;
    this.#colour = colour;
  }

  title(text: string): void {
    this.#print(`\n${this.#paint(1, text)}`);
  }

  /** A step, and the kubectl command that would do the same. */
  step(name: string, command: string): void {
    this.#print(`\n${this.#paint(1, name.padEnd(8))} ${this.#paint(2, command)}`);
  }

  /** Something that happened to an object. */
  event(subject: string, text: string): void {
    this.#print(`  ${this.#paint(36, subject.padEnd(22))} ${text}`);
  }

  note(text: string): void {
    this.#print(`  ${text}`);
  }

  result({ converged, summary, seconds }: StepResult): void {
    const mark = converged ? this.#paint(32, '✓') : this.#paint(31, '✗');
    this.#print(`  ${mark} ${summary} ${this.#paint(2, `(${seconds.toFixed(1)} s)`)}`);
  }

  table(results: readonly StepResult[]): void {
    const rows = results.map((row) => [
      row.name,
      row.converged ? 'yes' : 'NO',
      row.seconds.toFixed(1),
      String(row.reconciles),
      String(row.writes),
      row.summary,
    ]);
    const header = ['step', 'converged', 'seconds', 'reconciles', 'writes', 'reached'];
    const widths = header.map((_, column) =>
      Math.max(...[header, ...rows].map((row) => row[column]!.length)),
    );
    const line = (row: readonly string[]): string =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd();
    this.#print('');
    this.#print(this.#paint(1, line(header)));
    for (const row of rows) this.#print(line(row));
  }

  #print(text: string): void {
    this.#out.write(`${text}\n`);
  }

  #paint(code: number, text: string): string {
    return this.#colour ? `\u001B[${code}m${text}\u001B[0m` : text;
  }
}
