/** What one run of one contestant came to, by the metric's name. A metric that does not apply is absent. */
export type Measures = Readonly<Record<string, number>>;

/** The runs of one round, by contestant. */
export type Round = ReadonlyMap<string, Measures>;

/** How values spread over the rounds. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** One metric of one contestant over all rounds. */
export interface Summary {
  readonly metric: string;
  readonly contestant: string;
  readonly values: Spread;
  /** The contestant's value divided by the baseline's of the same round; undefined without a baseline. */
  readonly ratio: Spread | undefined;
}

/** @throws RangeError without values. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new RangeError('cannot summarise no values');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
}

/**
 * Sums up each metric of each contestant, metric by metric, contestants in the order of the first round.
 *
 * Ratios are made per round and only then summed up: what disturbs a round disturbs both sides of its ratio,
 * so ratios bear a noisy machine better than times do.
 */
export function summarise(rounds: readonly Round[], metrics: readonly string[], baseline: string): Summary[] {
  const contestants = [...(rounds[0]?.keys() ?? [])];
  return metrics.flatMap((metric) =>
    contestants.flatMap((contestant) => summaryOf(rounds, metric, contestant, baseline)),
  );
}

function summaryOf(
  rounds: readonly Round[],
  metric: string,
  contestant: string,
  baseline: string,
): readonly Summary[] {
  const values = present(rounds.map((round) => round.get(contestant)?.[metric]));
  if (values.length === 0) return [];
  const ratios = present(
    rounds.map((round) => ratioOf(round.get(contestant)?.[metric], round.get(baseline)?.[metric])),
  );
  const ratio = ratios.length === 0 ? undefined : spreadOf(ratios);
  return [{ metric, contestant, values: spreadOf(values), ratio }];
}

function ratioOf(value: number | undefined, base: number | undefined): number | undefined {
  return value === undefined || base === undefined || base === 0 ? undefined : value / base;
}

function present(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined);
}
