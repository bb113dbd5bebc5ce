import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';
import { at, objectAt, textAt } from '../../../fields.ts';
import { exactQuantity, isMore } from '../../quantity.ts';
import { isShared } from '../pods/resource-names.ts';

interface Order {
  readonly lower: string;
  readonly upper: string;
  /** Which of the two its cause is about. */
  readonly blamed: string;
  /** Which of the two its cause shows. */
  readonly shows: string;
}

/** Which amounts may not be more than which others. */
const ORDERS: readonly Order[] = [
  { lower: 'min', upper: 'max', blamed: 'min', shows: 'min' },
  { lower: 'min', upper: 'defaultRequest', blamed: 'defaultRequest', shows: 'defaultRequest' },
  { lower: 'defaultRequest', upper: 'max', blamed: 'defaultRequest', shows: 'defaultRequest' },
  { lower: 'defaultRequest', upper: 'default', blamed: 'defaultRequest', shows: 'defaultRequest' },
  { lower: 'min', upper: 'default', blamed: 'default', shows: 'min' },
  { lower: 'default', upper: 'max', blamed: 'default', shows: 'max' },
];
const WORDS: Readonly<Record<string, string>> = { default: 'default', defaultRequest: 'default request' };
const RATIO = 'maxLimitRequestRatio';
/** Above, ratios are of whole amounts. */
const LARGEST_EXACT = 2n ** 63n / 1000n;
const ONE = exactQuantity('1')!;
const THOUSANDTH = ONE / 1000n;

/** Causes of amounts of one resource that do not go together, for all resources of a limit. */
export function amountCauses(limit: JsonObject, field: string): readonly StatusCause[] {
  const names = new Set(Object.values(limit).flatMap((list) => Object.keys(objectAt({ list }, 'list'))));
  return [...names].flatMap((name) => resourceCauses(name, limit, field));
}

function resourceCauses(name: string, limit: JsonObject, field: string): readonly StatusCause[] {
  const lists = Object.keys(limit).filter((list) => at(limit, list, name) !== undefined);
  const amounts = Object.fromEntries(lists.map((list) => [list, textAt(limit, list, name)]));
  const place = (list: string): string => `${field}.${list}[${name}]`;
  return [
    ...ORDERS.flatMap((order) => orderCauses(order, amounts, place(order.blamed))),
    ...ratioCauses(amounts, place(RATIO)),
    ...(isShared(name) ? [] : sameCauses(name, amounts, place('defaultRequest'))),
  ];
}

type Amounts = Readonly<Record<string, string>>;

function orderCauses(
  { lower, upper, shows }: Order,
  amounts: Amounts,
  field: string,
): readonly StatusCause[] {
  const [low, high] = [amounts[lower], amounts[upper]];
  if (low === undefined || high === undefined || !isMore(low, high)) return [];
  const bound = lower === 'defaultRequest' && upper === 'default' ? 'default limit' : wordOf(upper);
  const why = `${wordOf(lower)} value ${low} is greater than ${bound} value ${high}`;
  return [invalidCause(field, amounts[shows], why)];
}

function wordOf(list: string): string {
  return WORDS[list] ?? list;
}

function ratioCauses(amounts: Amounts, field: string): readonly StatusCause[] {
  const { [RATIO]: ratio, min, max } = amounts;
  if (ratio === undefined) return [];
  const cause = (why: string): StatusCause => invalidCause(field, ratio, `ratio ${ratio} ${why}`);
  const lows = isMore('1', ratio) ? [cause('is less than 1')] : [];
  if (min === undefined || max === undefined) return lows;
  const { actual, limit } = ratios(ratio, min, max);
  return actual > limit ? [...lows, cause(`is greater than max/min = ${shownRatio(limit)}`)] : lows;
}

/** The ratio that is allowed, and the one of the bounds: to a thousandth, where numbers are not too large for it. */
function ratios(
  ratio: string,
  min: string,
  max: string,
): { readonly actual: number; readonly limit: number } {
  const all = [ratio, min, max].map((text) => exactQuantity(text) ?? 0n);
  const isExact = all.every((exact) => roundedUp(exact, ONE) < LARGEST_EXACT);
  const [actual, low, high] = all.map((exact) => Number(roundedUp(exact, isExact ? THOUSANDTH : ONE)));
  return { actual: isExact ? actual! / 1000 : actual!, limit: high! / low! };
}

function roundedUp(exact: bigint, unit: bigint): bigint {
  return exact / unit + (exact % unit > 0n ? 1n : 0n);
}

/** As Go shows a number with six decimals. */
function shownRatio(ratio: number): string {
  if (Number.isFinite(ratio)) return ratio.toFixed(6);
  return ratio > 0 ? '+Inf' : '-Inf';
}

/** What nobody may share is given as it is asked for. */
function sameCauses(name: string, amounts: Amounts, field: string): readonly StatusCause[] {
  const { default: given, defaultRequest: asked } = amounts;
  if (given === undefined || asked === undefined) return [];
  if (!isMore(given, asked) && !isMore(asked, given)) return [];
  const why = `default value ${given} must equal to defaultRequest value ${asked} in ${name}`;
  return [invalidCause(field, asked, why)];
}
