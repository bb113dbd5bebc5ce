import { compare } from './equality.ts';
import type { Evaluation, Overload } from './declarations.ts';
import type { Call, Entry, Expr, Fold, Item, Select } from './syntax.ts';
import type { CelType } from './types.ts';
import {
  CelError,
  CelList,
  isMap,
  keyText,
  LiteralMap,
  Optional,
  typeName,
  TypeValue,
  type CelMap,
  type Value,
} from './values.ts';

/** Values by name. */
interface Scope {
  get(name: string): Value | undefined;
}

/** One more variable. Macros make one for each turn, so that copies would cost too much. */
class Local implements Scope {
  readonly #name: string;
  readonly #value: Value;
  readonly #outer: Scope;

  constructor(name: string, value: Value, outer: Scope) {
    this.#name = name;
    this.#value = value;
    this.#outer = outer;
  }

  get(name: string): Value | undefined {
    return name === this.#name ? this.#value : this.#outer.get(name);
  }
}

/** What an evaluation needs beside the expression. */
export interface Program {
  readonly expr: Expr;
  readonly overloads: ReadonlyMap<Expr, readonly Overload[]>;
  readonly types: ReadonlyMap<string, CelType>;
}

/** How much work an evaluation may be; shared by those of one request. */
export class Budget {
  #left: number;

  constructor(cost: number) {
    this.#left = cost;
  }

  get exhausted(): boolean {
    return this.#left <= 0;
  }

  spend(cost: number): void {
    this.#left -= cost;
  }
}

/** An expression took more steps than one may. */
export class CostExceeded extends CelError {
  override readonly name: string = 'CostExceeded';
}

/** The API server's limit for one expression, in its unit of cost: about a step each. */
const EXPRESSION_COST = 1_000_000;

function fits(value: Value, { name, parameter }: CelType): boolean {
  return (
    parameter === true ||
    name === 'dyn' ||
    typeName(value) === name ||
    (isMap(value) && name.startsWith('selfType'))
  );
}

/** The work on a value grows with its size. */
function sizeOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length / 10;
  return value instanceof CelList ? value.items.length / 10 : 0;
}

/** Runs one expression once. */
class Run implements Evaluation {
  readonly #program: Program;
  readonly #budget: Budget;
  #spent = 0;

  constructor(program: Program, budget: Budget) {
    this.#program = program;
    this.#budget = budget;
  }

  spend(cost: number): void {
    this.#spent += cost;
    this.#budget.spend(cost);
    if (this.#spent > EXPRESSION_COST || this.#budget.exhausted)
      throw new CostExceeded('operation cancelled: actual cost limit exceeded');
  }

  value(expr: Expr, scope: Scope): Value {
    this.spend(1);
    if (expr.kind === 'literal') return expr.value;
    if (expr.kind === 'name') return this.#name(expr.name, scope);
    if (expr.kind === 'list') return this.#list(expr.items, scope);
    if (expr.kind === 'map') return this.#map(expr.entries, scope);
    if (expr.kind === 'select') return this.#select(expr, scope);
    return expr.kind === 'fold' ? this.#fold(expr, scope) : this.#call(expr, scope);
  }

  #name(name: string, scope: Scope): Value {
    const value = scope.get(name);
    if (value !== undefined) return value;
    const type = this.#program.types.get(name);
    if (type === undefined) throw new CelError(`no such attribute(s): ${name}`);
    return new TypeValue(type.of[0]!);
  }

  #list(items: readonly Item[], scope: Scope): Value {
    const present = items.map((item) => this.#item(item, scope)).filter((value) => value !== undefined);
    return new CelList(present);
  }

  /** Undefined: it is left out. */
  #item({ value, optional }: Item, scope: Scope): Value | undefined {
    const found = this.value(value, scope);
    if (!optional) return found;
    if (!(found instanceof Optional)) throw new CelError('no such overload');
    return found.value;
  }

  #map(entries: readonly Entry[], scope: Scope): Value {
    const map = new LiteralMap();
    for (const entry of entries) {
      const key = this.value(entry.key, scope);
      const value = this.#item(entry, scope);
      if (value !== undefined) map.set(key, value); // Of a key that comes twice, the last counts.
    }
    return map;
  }

  #insert(map: LiteralMap, key: Value, value: Value): void {
    if (map.get(key) !== undefined) throw new CelError(`insert failed: key ${keyText(key)} already exists`);
    map.set(key, value);
  }

  #select({ operand, field, mode }: Select, scope: Scope): Value {
    const whole = this.value(operand, scope);
    if (whole instanceof Optional) return this.#selectOptional(whole, field, mode);
    if (!isMap(whole)) throw new CelError('no such overload');
    const found = whole.get(field);
    if (mode === 'has') return found !== undefined;
    if (mode === 'optional') return new Optional(found);
    if (found === undefined) throw new CelError(`no such key: ${field}`);
    return found;
  }

  #selectOptional({ value }: Optional, field: string, mode: Select['mode']): Value {
    const found = isMap(value) ? value.get(field) : undefined;
    return mode === 'has' ? found !== undefined : new Optional(found);
  }

  #call(expr: Call, scope: Scope): Value {
    if (expr.name === '_&&_') return this.#logic(expr, scope, false);
    if (expr.name === '_||_') return this.#logic(expr, scope, true);
    if (expr.name === '_?_:_') return this.#ternary(expr, scope);
    const overloads = this.#program.overloads.get(expr) ?? [];
    const method = overloads[0]?.method === true;
    const operands = method && expr.target !== undefined ? [expr.target, ...expr.args] : expr.args;
    const args = operands.map((one) => this.value(one, scope));
    const overload = overloads.find((one) =>
      one.args.every((type, index) => fits(args[index] ?? null, type)),
    );
    if (overload === undefined) throw new CelError('no such overload');
    this.spend(args.reduce<number>((sum, arg) => sum + sizeOf(arg), 0));
    return overload.call.apply(this, args as never[]);
  }

  /** Either side decides, even when the other is an error. */
  #logic({ args }: Call, scope: Scope, decisive: boolean): Value {
    const left = this.#attempt(args[0]!, scope);
    if (left === decisive) return decisive;
    const right = this.#attempt(args[1]!, scope);
    if (right === decisive) return decisive;
    for (const side of [left, right]) {
      if (side instanceof CelError) throw side;
      if (typeof side !== 'boolean') throw new CelError('no such overload');
    }
    return !decisive;
  }

  #attempt(expr: Expr, scope: Scope): Value | CelError {
    try {
      return this.value(expr, scope);
    } catch (error) {
      if (!(error instanceof CelError) || error instanceof CostExceeded) throw error;
      return error;
    }
  }

  #ternary({ args }: Call, scope: Scope): Value {
    return this.value(this.#bool(args[0]!, scope) ? args[1]! : args[2]!, scope);
  }

  #bool(expr: Expr, scope: Scope): boolean {
    const value = this.value(expr, scope);
    if (typeof value !== 'boolean') throw new CelError('no such overload');
    return value;
  }

  #fold(fold: Fold, scope: Scope): Value {
    const range = this.value(fold.range, scope);
    if (fold.macro === 'optMap' || fold.macro === 'optFlatMap') return this.#optional(fold, range, scope);
    const scopes = this.#scopes(fold, range, scope);
    if (fold.macro === 'all') return this.#quantified(fold.step, scopes, false);
    if (fold.macro === 'exists') return this.#quantified(fold.step, scopes, true);
    if (fold.macro === 'sortBy') return this.#sorted(fold, scopes);
    if (fold.macro !== 'existsOne' && fold.macro !== 'filter') return this.#transformed(fold, scopes);
    const kept = scopes.filter((one) => this.#bool(fold.step, one));
    if (fold.macro === 'existsOne') return kept.length === 1;
    return new CelList(kept.map((one) => one.get(fold.variables.at(-1) ?? '') ?? null));
  }

  /** One scope for each turn, with the macro's variables in it. */
  #scopes({ variables: [first = '', second] }: Fold, range: Value, scope: Scope): readonly Scope[] {
    const turns = this.#turns(range);
    if (second === undefined)
      return turns.map(([key, value]) => new Local(first, range instanceof CelList ? value : key, scope));
    return turns.map(([key, value]) => new Local(second, value, new Local(first, key, scope)));
  }

  #turns(range: Value): readonly (readonly [Value, Value])[] {
    if (range instanceof CelList) {
      this.spend(range.items.length);
      return range.items.map((item, index) => [BigInt(index), item]);
    }
    if (!isMap(range)) throw new CelError('no such overload');
    this.spend(range.size);
    return range.keys().map((key) => [key, range.get(key) ?? null]);
  }

  #quantified(step: Expr, scopes: readonly Scope[], decisive: boolean): Value {
    let failure: CelError | undefined;
    for (const scope of scopes) {
      const one = this.#attempt(step, scope);
      if (one === decisive) return decisive;
      if (one instanceof CelError) failure ??= one;
      else if (typeof one !== 'boolean') failure ??= new CelError('no such overload');
    }
    if (failure !== undefined) throw failure;
    return !decisive;
  }

  #transformed({ macro, filter, step, variables }: Fold, scopes: readonly Scope[]): Value {
    const kept = filter === undefined ? scopes : scopes.filter((one) => this.#bool(filter, one));
    if (macro === 'map' || macro === 'transformList')
      return new CelList(kept.map((one) => this.value(step, one)));
    const map = new LiteralMap();
    for (const scope of kept) {
      const result = this.value(step, scope);
      if (macro === 'transformMap') this.#insert(map, scope.get(variables[0] ?? '') ?? null, result);
      else if (isMap(result)) this.#insertAll(map, result);
    }
    return map;
  }

  #insertAll(map: LiteralMap, entries: CelMap): void {
    for (const key of entries.keys()) this.#insert(map, key, entries.get(key) ?? null);
  }

  #sorted({ step, variables }: Fold, scopes: readonly Scope[]): Value {
    const keyed = scopes.map((scope) => ({
      key: this.value(step, scope),
      item: scope.get(variables[0] ?? '') ?? null,
    }));
    return new CelList(keyed.toSorted((a, b) => compare(a.key, b.key) ?? 0).map(({ item }) => item));
  }

  #optional({ macro, variables, step }: Fold, range: Value, scope: Scope): Value {
    if (!(range instanceof Optional)) throw new CelError('no such overload');
    if (range.value === undefined) return range;
    const result = this.value(step, new Local(variables[0] ?? '', range.value, scope));
    return macro === 'optFlatMap' ? result : new Optional(result);
  }
}

/** Evaluates a checked expression. @throws CelError when it ends in an error, or takes too many steps. */
export function evaluate(program: Program, variables: ReadonlyMap<string, Value>, budget: Budget): Value {
  return new Run(program, budget).value(program.expr, variables);
}
