import { isJsonObject, type JsonValue } from '../../object/json.ts';
import { at, textAt } from '../fields.ts';
import { checkExpression, type Checked } from './checker.ts';
import { constantProblems } from './constants.ts';
import { estimatedCost } from './cost-estimate.ts';
import { environmentOf, type Environment } from './environment.ts';
import type { Program } from './evaluator.ts';
import { parseExpression, SyntaxProblem, type Expr, type Problem } from './syntax.ts';
import { optionalOf, type CelType } from './types.ts';

/** A rule as its definition writes it. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string | undefined;
  readonly reason: string | undefined;
  readonly fieldPath: string | undefined;
  readonly optionalOldSelf: boolean | undefined;
}

/** An expression that is ready to run, or why it is not. */
export interface Compiled {
  /** Undefined: there are problems. */
  readonly program: Program | undefined;
  readonly type: CelType | undefined;
  /** As the API server reports it; undefined: it compiles. */
  readonly problem: string | undefined;
  readonly usesOldSelf: boolean;
  /** What it costs at most, by the sizes of its type. 0 unless that was asked for, and where it does not compile. */
  readonly cost: number;
}

function optionalText(value: JsonValue, name: string): string | undefined {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function ruleOf(value: JsonValue): Rule {
  const optionalOldSelf = at(value, 'optionalOldSelf');
  return {
    rule: textAt(value, 'rule'),
    message: textAt(value, 'message'),
    messageExpression: optionalText(value, 'messageExpression'),
    reason: optionalText(value, 'reason'),
    fieldPath: optionalText(value, 'fieldPath'),
    optionalOldSelf: typeof optionalOldSelf === 'boolean' ? optionalOldSelf : undefined,
  };
}

/** The rules of a schema's node; what is no object is none. */
export function rulesOf(values: readonly JsonValue[] = []): readonly Rule[] {
  return values.filter(isJsonObject).map(ruleOf);
}

/** A problem with the line it is on, and a mark under its column. */
function shownProblem(source: string, { at: offset, message }: Problem): string {
  const before = source.slice(0, offset).split('\n');
  const column = [...(before.at(-1) ?? '')].length;
  const line = source.split('\n')[before.length - 1] ?? '';
  return `ERROR: <input>:${before.length}:${column + 1}: ${message}\n | ${line.replaceAll('\t', ' ')}\n | ${'.'.repeat(column)}^`;
}

function compilationFailed(source: string, problems: readonly Problem[]): string {
  return `compilation failed: ${problems.map((one) => shownProblem(source, one)).join('\n')}`;
}

function failed(problem: string, checked?: Checked): Compiled {
  return { program: undefined, type: checked?.type, problem, usesOldSelf: false, cost: 0 };
}

function compileWith(source: string, environment: Environment, priced: boolean): Compiled {
  const read = readExpression(source);
  if (read instanceof SyntaxProblem) return failed(compilationFailed(source, read.problems));
  const checked = checkExpression(environment, read);
  const { errors, failure } = constantProblems(read, checked.overloads);
  const problems = checked.problems.length > 0 ? checked.problems : errors;
  if (problems.length > 0) return failed(compilationFailed(source, problems), checked);
  if (failure !== undefined) return failed(`program instantiation failed: ${failure}`, checked);
  const program = { expr: read, overloads: checked.overloads, types: environment.types };
  return {
    program,
    type: checked.type,
    problem: undefined,
    usesOldSelf: checked.variables.has('oldSelf'),
    cost: priced ? estimatedCost(read, checked) : 0,
  };
}

function readExpression(source: string): Expr | SyntaxProblem {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof SyntaxProblem) return error;
    throw error;
  }
}

/**
 * Compiles a rule or a message expression.
 *
 * @param type of `self`, and of `oldSelf` when that is not optional.
 * @param priced whether to estimate what it costs.
 */
export function compileExpression(
  source: string,
  type: CelType,
  optionalOldSelf: boolean,
  priced: boolean = false,
): Compiled {
  const oldSelf = optionalOldSelf ? optionalOf(type) : type;
  const variables = new Map([
    ['self', type],
    ['oldSelf', oldSelf],
  ]);
  return compileWith(source, environmentOf(variables), priced);
}
