import type { Overload } from './declarations.ts';
import type { Environment } from './environment.ts';
import type { Call, Entry, Expr, Fold, Item, Problem, Select } from './syntax.ts';
import { BOOL, DYN, ERROR, formatType, INT, listOf, mapOf, optionalOf, type CelType } from './types.ts';
import { literalType } from './literal-type.ts';
import { Substitution } from './substitution.ts';

type Scope = ReadonlyMap<string, CelType>;

/** A checked expression: its type, what is wrong, and which overloads its calls may mean. */
export interface Checked {
  readonly type: CelType;
  /** In order of their places. Not empty: the expression must not be evaluated. */
  readonly problems: readonly Problem[];
  readonly overloads: ReadonlyMap<Expr, readonly Overload[]>;
  /** The type of one of its parts. */
  readonly typeOf: (part: Expr) => CelType;
  /** Names of all variables that were looked up outside of macros. */
  readonly variables: ReadonlySet<string>;
}

/**
 * Finds the type of an expression, as cel-go's checker does, with its words for what does not fit.
 *
 * @see google/cel-go:checker/checker.go
 */
class Checker {
  readonly problems: Problem[] = [];
  /** Lists and maps of several types: these are reported when nothing else is wrong. */
  readonly mixtures: Problem[] = [];
  readonly overloads: Map<Expr, readonly Overload[]> = new Map();
  readonly types: Map<Expr, CelType> = new Map();
  readonly variables: Set<string> = new Set();
  readonly #environment: Environment;
  readonly #types = new Substitution();
  /** Arguments of templates may be of several types. */
  #templates = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  resolved(type: CelType): CelType {
    return this.#types.resolve(type);
  }

  check(expr: Expr, scope: Scope): CelType {
    const type = this.#typeOf(expr, scope);
    this.types.set(expr, type);
    return type;
  }

  #typeOf(expr: Expr, scope: Scope): CelType {
    if (expr.kind === 'literal') return literalType(expr.value);
    if (expr.kind === 'name') return this.#name(expr.name, expr.at, scope);
    if (expr.kind === 'list') return listOf(this.#join(expr.items, scope));
    if (expr.kind === 'map') return this.#map(expr.entries, scope);
    if (expr.kind === 'select') return this.#select(expr, scope);
    return expr.kind === 'fold' ? this.#fold(expr, scope) : this.#call(expr, scope);
  }

  #problem(at: number, message: string): CelType {
    this.problems.push({ at, message });
    return ERROR;
  }

  #undeclared(at: number, name: string): CelType {
    return this.#problem(at, `undeclared reference to '${name}' (in container '')`);
  }

  #name(name: string, at: number, scope: Scope): CelType {
    const local = scope.get(name);
    if (local !== undefined) return local;
    const declared = this.#environment.variables.get(name);
    if (declared !== undefined) this.variables.add(name);
    const found = declared ?? this.#environment.types.get(name);
    return found ?? this.#undeclared(at, name);
  }

  /** The one type of all, or that they are dynamic. The first that differs is told. */
  #join(items: readonly Item[], scope: Scope): CelType {
    const types = items.map((item) => this.#item(item, scope));
    const [first = this.#types.fresh()] = types;
    const stray = types.findIndex((type) => !this.#types.assign(first, type));
    if (stray < 0) return first;
    if (this.#templates === 0)
      this.mixtures.push(this.#expected(items[stray]!.value.at, first, types[stray]!));
    return DYN;
  }

  #item({ value, optional }: Item, scope: Scope): CelType {
    const type = this.check(value, scope);
    if (!optional) return type;
    const item = this.#types.fresh();
    if (this.#types.assign(optionalOf(item), type)) return this.resolved(item);
    this.problems.push(this.#expected(value.at, optionalOf(item), type));
    return ERROR;
  }

  #expected(at: number, wanted: CelType, actual: CelType): Problem {
    const [want, got] = [wanted, actual].map((type) => formatType(this.resolved(type)));
    return { at, message: `expected type '${want}' but found '${got}'` };
  }

  #map(entries: readonly Entry[], scope: Scope): CelType {
    const keys = this.#join(
      entries.map(({ key }) => ({ value: key, optional: false })),
      scope,
    );
    return mapOf(keys, this.#join(entries, scope));
  }

  #select({ at, operand, field, mode }: Select, scope: Scope): CelType {
    const whole = this.resolved(this.check(operand, scope));
    const optional = whole.name === 'optional_type';
    const found = this.#member(optional ? this.resolved(whole.of[0]!) : whole, field, at);
    if (mode === 'has') return BOOL;
    return (optional || mode === 'optional') && found !== ERROR ? optionalOf(found) : found;
  }

  #member(type: CelType, field: string, at: number): CelType {
    if (type === DYN || type === ERROR || type.parameter === true) return type === ERROR ? ERROR : DYN;
    if (type.name === 'map') return type.of[1]!;
    if (type.fields === undefined)
      return this.#problem(at, `type '${formatType(type)}' does not support field selection`);
    return type.fields.get(field) ?? this.#problem(at, `undefined field '${field}'`);
  }

  #call(expr: Call, scope: Scope): CelType {
    if (expr.name === '_&&_' || expr.name === '_||_') return this.#logic(expr, scope);
    const qualified = this.#qualified(expr, scope);
    const name = qualified ?? expr.name;
    const operands =
      qualified === undefined && expr.target !== undefined ? [expr.target, ...expr.args] : expr.args;
    const template = expr.name === 'format' ? 1 : 0;
    this.#templates += template;
    const args = operands.map((one) => this.check(one, scope));
    this.#templates -= template;
    const method = operands.length > expr.args.length;
    const declared = this.#environment.functions.get(name);
    if (declared === undefined) return this.#undeclared(expr.at, name);
    return this.#overload(expr, name, method, declared, args);
  }

  /** `sets.contains` is a function by that name, unless `sets` is a variable. */
  #qualified({ name, target }: Call, scope: Scope): string | undefined {
    if (target?.kind !== 'name' || scope.has(target.name) || this.#environment.variables.has(target.name))
      return undefined;
    const full = `${target.name}.${name}`;
    return this.#environment.functions.has(full) ? full : undefined;
  }

  #logic({ args }: Call, scope: Scope): CelType {
    for (const arg of args) this.#bool(arg, scope);
    return BOOL;
  }

  #bool(expr: Expr, scope: Scope): void {
    const type = this.check(expr, scope);
    if (!this.#types.assign(BOOL, type)) this.problems.push(this.#expected(expr.at, BOOL, type));
  }

  #overload(
    expr: Expr,
    name: string,
    method: boolean,
    declared: readonly Overload[],
    args: readonly CelType[],
  ): CelType {
    const fitting: Overload[] = [];
    const results: CelType[] = [];
    for (const one of declared) {
      if (one.method !== method || one.args.length !== args.length) continue;
      const { formal, result } = this.#types.instantiate(one);
      if (!this.#types.assignAll(formal, args)) continue;
      fitting.push(one);
      results.push(this.resolved(result));
    }
    this.overloads.set(expr, fitting);
    const [first, ...rest] = results;
    if (first === undefined) return this.#mismatch(expr.at, name, method, args);
    return rest.every((type) => formatType(type) === formatType(first)) ? first : DYN;
  }

  #mismatch(at: number, name: string, method: boolean, args: readonly CelType[]): CelType {
    if (args.some((type) => this.resolved(type) === ERROR)) return ERROR;
    const texts = args.map((type) => formatType(this.resolved(type)));
    const shown = method ? `${texts[0]}.(${texts.slice(1).join(', ')})` : `(${texts.join(', ')})`;
    return this.#problem(at, `found no matching overload for '${name}' applied to '${shown}'`);
  }

  /** A ternary by another name: what macros with a condition come to. */
  #conditional(at: number, condition: CelType, result: CelType): CelType {
    if (this.#types.assign(BOOL, condition)) return result;
    return this.#mismatch(at, '_?_:_', false, [condition, result, result]);
  }

  #fold(fold: Fold, scope: Scope): CelType {
    const range = this.resolved(this.check(fold.range, scope));
    if (fold.macro === 'optMap' || fold.macro === 'optFlatMap') return this.#optional(fold, range, scope);
    const variables = this.#iteration(fold, range);
    const inner = new Map([
      ...scope,
      ...fold.variables.map((name, index) => [name, variables[index] ?? DYN] as const),
    ]);
    if (fold.macro === 'all' || fold.macro === 'exists') {
      this.#bool(fold.step, inner);
      return BOOL;
    }
    if (fold.macro !== 'existsOne' && fold.macro !== 'filter')
      return this.#transformation(fold, variables, inner);
    const step = this.check(fold.step, inner);
    if (fold.macro === 'filter') return this.#conditional(fold.at, step, listOf(variables.at(-1) ?? DYN));
    return this.#conditional(fold.at, step, INT) === ERROR ? ERROR : BOOL;
  }

  #transformation(fold: Fold, variables: readonly CelType[], inner: Scope): CelType {
    const filter = fold.filter === undefined ? BOOL : this.check(fold.filter, inner);
    const step = this.resolved(this.check(fold.step, inner));
    if (fold.macro === 'sortBy') return listOf(variables[0] ?? DYN);
    if (fold.macro === 'transformMap')
      return this.#conditional(fold.at, filter, mapOf(variables[0] ?? DYN, step));
    return this.#conditional(fold.at, filter, fold.macro === 'transformMapEntry' ? step : listOf(step));
  }

  #optional({ at, macro, range, variables, step }: Fold, type: CelType, scope: Scope): CelType {
    const fits = type.name === 'optional_type' || type === DYN || type === ERROR;
    if (!fits) return this.#mismatch(range.at, 'hasValue', true, [type]);
    const inner = new Map([...scope, [variables[0] ?? '', type.of[0] ?? DYN] as const]);
    const result = this.check(step, inner);
    if (macro === 'optMap') return optionalOf(result);
    const wanted = optionalOf(this.#types.fresh());
    return this.#types.assign(wanted, result)
      ? wanted
      : this.#mismatch(at, '_?_:_', false, [BOOL, result, wanted]);
  }

  /** The types of a macro's variables. */
  #iteration({ range, variables }: Fold, type: CelType): readonly CelType[] {
    const two = variables.length === 2;
    if (type.name === 'list') return two ? [INT, type.of[0]!] : [type.of[0]!];
    if (type.name === 'map') return type.of;
    if (type !== DYN && type !== ERROR && type.parameter !== true)
      this.#problem(
        range.at,
        `expression of type '${formatType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
    return [DYN, DYN];
  }
}

/** Checks an expression in an environment. Never throws: what is wrong is in the result. */
export function checkExpression(environment: Environment, expr: Expr): Checked {
  const checker = new Checker(environment);
  const type = checker.check(expr, new Map());
  const problems = checker.problems.length > 0 ? checker.problems : checker.mixtures;
  return {
    type: checker.resolved(type),
    problems: problems.toSorted((a, b) => a.at - b.at),
    overloads: checker.overloads,
    typeOf: (part) => checker.resolved(checker.types.get(part) ?? DYN),
    variables: checker.variables,
  };
}
