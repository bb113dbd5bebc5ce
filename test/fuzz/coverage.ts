/** What a run has exercised: the alternatives of the grammar's rules, and the kinds of answers that came. */
export class Coverage {
  readonly #rules = new Map<string, Map<string, number>>();
  readonly #answers = new Map<string, Map<string, number>>();

  /** Notes an alternative of a rule; one that was not taken is known afterwards, and counts as not covered. */
  rule(rule: string, alternative: string, taken: boolean): void {
    count(this.#rules, rule, alternative, taken ? 1 : 0);
  }

  /** Notes an answer of the real server. */
  answer(request: string, outcome: string): void {
    count(this.#answers, request, outcome, 1);
  }

  /** The share of alternatives that were taken at least once, from 0 to 1. */
  get share(): number {
    const counts = this.#rules
      .values()
      .flatMap((alternatives) => alternatives.values())
      .toArray();
    return counts.filter((times) => times > 0).length / Math.max(1, counts.length);
  }

  /** Alternatives that were never taken, as `rule: alternative`. */
  get missed(): readonly string[] {
    return [...this.#rules].flatMap(([rule, alternatives]) =>
      [...alternatives].filter(([, times]) => times === 0).map(([name]) => `${rule}: ${name}`),
    );
  }

  /** Lines for people. */
  toString(): string {
    const alternatives = [...this.#rules.values()].reduce((sum, { size }) => sum + size, 0);
    return [
      `coverage: ${(this.share * 100).toFixed(1)} % of ${alternatives} alternatives of ${this.#rules.size} rules`,
      `never taken: ${this.missed.join('; ')}`,
      this.answers,
    ].join('\n');
  }

  /** What the real server answered to which requests, in lines for people. */
  get answers(): string {
    return [
      'answers of the real server:',
      ...[...this.#answers].map(([request, outcomes]) => `  ${request}: ${tally(outcomes)}`).toSorted(byText),
    ].join('\n');
  }
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function count(
  counts: Map<string, Map<string, number>>,
  group: string,
  member: string,
  increase: number,
): void {
  const members = counts.get(group) ?? new Map<string, number>();
  counts.set(group, members.set(member, (members.get(member) ?? 0) + increase));
}

function tally(outcomes: ReadonlyMap<string, number>): string {
  const sorted = [...outcomes].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([outcome, times]) => `${outcome} ${times}×`).join(', ');
}
