import type { Overload } from './declarations.ts';
import { Budget, evaluate } from './evaluator.ts';
import { parseDuration } from './library/duration-text.ts';
import { isPattern } from './library/strings.ts';
import { formatText } from './library/text-format.ts';
import { parseTimestamp } from './library/timestamp-text.ts';
import type { Call, Expr, Problem } from './syntax.ts';
import { CelError, type Value } from './values.ts';

/** What is wrong with constants: seen when a rule is compiled, not first when it runs. */
export interface ConstantProblems {
  readonly errors: readonly Problem[];
  /** The conversion of a constant that fails. */
  readonly failure: string | undefined;
}

const CONVERSIONS: ReadonlySet<string> = new Set([
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
  'duration',
  'timestamp',
]);

function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === 'list') return expr.items.map(({ value }) => value);
  if (expr.kind === 'map') return expr.entries.flatMap(({ key, value }) => [key, value]);
  if (expr.kind === 'select') return [expr.operand];
  if (expr.kind === 'call') return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
  if (expr.kind === 'fold')
    return [expr.range, ...(expr.filter === undefined ? [] : [expr.filter]), expr.step];
  return [];
}

function* callsIn(expr: Expr): Iterable<Call> {
  if (expr.kind === 'call') yield expr;
  for (const part of partsOf(expr)) yield* callsIn(part);
}

function fails(work: () => unknown): CelError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
}

/** Which argument a template cannot take, or that it has none; only arguments that are written down can be judged. */
function formatProblems({ at, target, args: [list] }: Call): readonly Problem[] {
  if (target?.kind !== 'literal' || typeof target.value !== 'string' || list?.kind !== 'list') return [];
  const template = target.value;
  const values = list.items.map(({ value: item }): Value | undefined =>
    item.kind === 'literal' ? item.value : undefined,
  );
  for (const [index, item] of list.items.entries()) {
    const value = values[index];
    if (value === undefined) return [];
    const failure = fails(() => formatText(template, values.slice(0, index + 1) as readonly Value[]));
    if (failure?.message.startsWith('error during formatting') === true)
      return [{ at: item.value.at, message: failure.message }];
  }
  const failure = fails(() => formatText(template, values as readonly Value[]));
  return failure === undefined ? [] : [{ at, message: failure.message }];
}

function problemsOf(call: Call): readonly Problem[] {
  const argument = call.args.at(-1);
  if (call.name === 'format') return formatProblems(call);
  if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return [];
  const { value, at } = argument;
  const wrong = { at, message: `invalid ${call.name} argument` };
  if (call.name === 'timestamp') return fails(() => parseTimestamp(value)) === undefined ? [] : [wrong];
  if (call.name === 'duration') return fails(() => parseDuration(value)) === undefined ? [] : [wrong];
  return call.name === 'matches' && !isPattern(value) ? [wrong] : [];
}

/** Judges the constants of an expression that is typed. */
export function constantProblems(
  expr: Expr,
  overloads: ReadonlyMap<Expr, readonly Overload[]>,
): ConstantProblems {
  const calls = [...callsIn(expr)];
  const conversions = calls.filter(
    ({ name, args }) => CONVERSIONS.has(name) && args.every(({ kind }) => kind === 'literal'),
  );
  const failures = conversions.map((call) =>
    fails(() => evaluate({ expr: call, overloads, types: new Map() }, new Map(), new Budget(Infinity))),
  );
  return {
    errors: calls.flatMap(problemsOf).toSorted((a, b) => a.at - b.at),
    failure: failures.find((failure) => failure !== undefined && failure.message !== 'no such overload')
      ?.message,
  };
}
