import type { ConditionInput } from './conditions.ts';

/** As much of a condition as a summary looks at. */
export interface SummarisedCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface SummaryOptions {
  /** The condition to make. Default `Ready`. */
  readonly type?: string;
  /** What it is made of; one that is missing counts as Unknown. Default: all others that are there. */
  readonly of?: readonly string[];
  /** Types whose True is bad, such as `Degraded`. Default none. */
  readonly negative?: readonly string[];
}

/** From the best to the worst. */
const RANKS = ['True', 'Unknown', 'False'] as const;

/**
 * One condition that says how things are altogether: False when one is bad, else Unknown when one is, else
 * True. Its reason is that of the first of the worst, its message names all of those.
 */
export function summary(
  conditions: readonly SummarisedCondition[],
  options: SummaryOptions = {},
): ConditionInput {
  const { type = 'Ready', of, negative = [] } = options;
  const found = conditions.filter((condition) => condition.type !== type);
  const parts = of === undefined ? found : of.map((name) => byName(found, name));
  const ranked = parts.map((part) => ({ part, status: goodness(part, negative.includes(part.type)) }));
  const status = RANKS.findLast((rank) => ranked.some((each) => each.status === rank)) ?? 'True';
  if (status === 'True') return { type, status, reason: 'AsExpected' };
  const worst = ranked.filter((each) => each.status === status).map(({ part }) => part);
  return { type, status, reason: worst[0]?.reason ?? 'NotReported', message: worst.map(said).join('; ') };
}

function byName(conditions: readonly SummarisedCondition[], type: string): SummarisedCondition {
  const missing = { type, status: 'Unknown', reason: 'NotReported', message: 'not reported yet' };
  return conditions.find((condition) => condition.type === type) ?? missing;
}

function goodness({ status }: SummarisedCondition, isNegative: boolean): (typeof RANKS)[number] {
  if (status !== 'True' && status !== 'False') return 'Unknown';
  return (status === 'True') === isNegative ? 'False' : 'True';
}

function said({ type, reason = '', message = '' }: SummarisedCondition): string {
  return `${type}: ${message === '' ? reason : message}`;
}
