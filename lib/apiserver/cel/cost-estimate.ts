import type { Checked } from './checker.ts';
import type { Call, Expr, Fold } from './syntax.ts';
import { DYN, type CelType } from './types.ts';
import { CelList } from './values.ts';

/** What one look at a character costs. */
const PER_CHARACTER = 0.1;
/** A part of a regular expression is taken to have four characters. */
const PER_PATTERN_CHARACTER = 0.25;
/** The longest expression that a named format may have. */
const FORMAT_PATTERN = 128;
/** Addresses are compared byte by byte, twice. */
const TWO_ADDRESSES = 32;
const ONE_ADDRESS = 16;
const NEW_LIST = 10;
const NEW_MAP = 30;
/** Beside its step: what a macro costs for each item, and once. */
const FOLDS: Readonly<Record<Fold['macro'], { readonly each: number; readonly once: number }>> = {
  all: { each: 3, once: 1 },
  exists: { each: 4, once: 1 },
  existsOne: { each: 2, once: 2 },
  filter: { each: 13, once: NEW_LIST + 1 },
  map: { each: 12, once: NEW_LIST + 1 },
  transformList: { each: 12, once: NEW_LIST + 1 },
  transformMap: { each: 3, once: NEW_MAP + 1 },
  transformMapEntry: { each: 3, once: NEW_MAP + 1 },
  sortBy: { each: 0, once: 0 },
  optMap: { each: 0, once: 0 },
  optFlatMap: { each: 0, once: 0 },
};
const ANSWERS_YES_OR_NO: ReadonlySet<Fold['macro']> = new Set(['all', 'exists', 'existsOne']);
const SCALARS: ReadonlySet<string> = new Set(['bool', 'int', 'uint', 'double', 'timestamp', 'duration']);
/** Compare character by character. */
const COMPARISONS: ReadonlySet<string> = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);
/** Look at every item of a list once. */
const TRAVERSALS: ReadonlySet<string> = new Set(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']);
const AS_LONG: ReadonlySet<string> = new Set(['lowerAscii', 'upperAscii', 'substring', 'trim']);
/** Functions of a text that read all of it. */
const PARSERS: ReadonlySet<string> = new Set([
  'bytes',
  'cidr',
  'ip',
  'isCIDR',
  'isIP',
  'isQuantity',
  'isSemver',
  'quantity',
  'semver',
  'string',
  'url',
]);

/** Functions of two lists that hold each item against each, and how often. */
const SETS: Readonly<Record<string, number>> = {
  'sets.contains': 1,
  'sets.intersects': 1,
  'sets.equivalent': 2,
};
/** Methods that make a list: how often they look at an item, or at a pair of them. */
const LISTS: Readonly<Record<string, { readonly factor: number; readonly pairs: boolean }>> = {
  reverse: { factor: 1, pairs: false },
  flatten: { factor: 1, pairs: false },
  distinct: { factor: 2, pairs: true },
  sort: { factor: 2, pairs: true },
};
/** Of these, nobody knows how long they can be. */
const ENDLESS = Number.POSITIVE_INFINITY;

/** A call's own cost, and the size of its result where that is known. */
interface Estimate {
  readonly cost: number;
  readonly size?: number;
}

function times(size: number, factor: number): number {
  return Math.ceil(product(size, factor));
}

/** Nothing of something endless is nothing. */
function product(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : one * other;
}

function isScalar({ name, of }: CelType): boolean {
  return name === 'optional_type' ? isScalar(of[0] ?? DYN) : SCALARS.has(name);
}

function isText({ name }: CelType): boolean {
  return name === 'string' || name === 'bytes';
}

/**
 * Estimates what an expression costs at most, by the sizes that the types of `self` say, to the same figure as the API
 * server in almost all cases, and never more.
 *
 * @see google/cel-go:checker/cost.go
 * @see kubernetes/apiserver:pkg/cel/library/cost.go
 */
class Estimator {
  readonly #checked: Checked;
  readonly #sizes = new Map<Expr, number>();

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  cost(expr: Expr): number {
    switch (expr.kind) {
      case 'literal':
        return 0;
      case 'name':
        return 1;
      case 'list':
        return NEW_LIST + this.#sum(expr.items.map(({ value }) => value));
      case 'map':
        return NEW_MAP + this.#sum(expr.entries.flatMap(({ key, value }) => [key, value]));
      case 'select': {
        const operand = this.cost(expr.operand);
        if (expr.mode === 'has') return operand;
        return operand + (this.#typeOf(expr.operand) === DYN ? 0 : 1);
      }
      case 'fold':
        return this.#fold(expr);
      case 'call':
        return this.#call(expr);
      default:
        return expr satisfies never;
    }
  }

  #sum(exprs: readonly Expr[]): number {
    return exprs.reduce((sum, one) => sum + this.cost(one), 0);
  }

  #typeOf(expr: Expr): CelType {
    return this.#checked.typeOf(expr);
  }

  #size(expr: Expr): number {
    const known = this.#sizes.get(expr);
    if (known !== undefined) return known;
    if (expr.kind === 'list') return expr.items.length;
    if (expr.kind === 'map') return expr.entries.length;
    if (expr.kind === 'literal') return literalSize(expr.value);
    const type = this.#typeOf(expr);
    if (expr.kind !== 'call' || expr.name === '_[_]') return type.most ?? 0;
    return isScalar(type) ? 1 : ENDLESS;
  }

  #fold(fold: Fold): number {
    const { macro, range, filter, step } = fold;
    const { each, once } = FOLDS[macro];
    const isOptional = macro === 'optMap' || macro === 'optFlatMap';
    const before = this.cost(range);
    const count = isOptional ? 1 : this.#size(range);
    const perItem = each + this.cost(step) + (filter === undefined ? 0 : this.cost(filter));
    if (!isOptional) this.#sizes.set(fold, ANSWERS_YES_OR_NO.has(macro) ? 1 : count);
    return before + once + product(count, perItem);
  }

  #call(call: Call): number {
    const overloads = this.#checked.overloads.get(call) ?? [];
    const isMethod = call.target !== undefined && (overloads.length === 0 || overloads[0]!.method);
    const target = isMethod ? call.target : undefined;
    const operands = this.#operands(call);
    const before = target === undefined ? operands : operands + this.cost(target);
    const { cost, size } = this.#function(overloads[0]?.name ?? call.name, target, call.args);
    if (size !== undefined) this.#sizes.set(call, size);
    return before + cost;
  }

  /** Of a condition's two results, one is made. */
  #operands({ name, args }: Call): number {
    const [condition, yes, no] = args;
    if (name !== '_?_:_' || condition === undefined || yes === undefined || no === undefined)
      return this.#sum(args);
    return this.cost(condition) + Math.max(this.cost(yes), this.cost(no));
  }

  #function(name: string, target: Expr | undefined, args: readonly Expr[]): Estimate {
    const [first, second, third] = args;
    if (name === '_&&_' || name === '_||_') return { cost: 0 };
    if (name === '_?_:_')
      return { cost: 0, size: Math.max(...[second!, third!].map((one) => this.#size(one))) };
    if (target !== undefined) return this.#method(name, target, args);
    if (COMPARISONS.has(name)) return this.#comparison(name, first!, second!);
    if (name === '_+_') return this.#sumOf(first!, second!);
    if (name === '@in') return { cost: this.#typeOf(second!).name === 'list' ? this.#size(second!) : 1 };
    const setFactor = SETS[name];
    if (setFactor !== undefined)
      return { cost: 1 + times(product(this.#size(first!), this.#size(second!)), setFactor) };
    if (name === 'dyn') return { cost: 1, size: this.#size(first!) };
    if (name === 'ip.isCanonical') return { cost: times(this.#size(first!), 2 * PER_CHARACTER) };
    if (!PARSERS.has(name) || !isText(this.#typeOf(first!))) return { cost: 1 };
    const size = this.#size(first!);
    return { cost: times(size, PER_CHARACTER), size };
  }

  /** Numbers are compared at once. */
  #comparison(name: string, one: Expr, other: Expr): Estimate {
    const isEquality = name === '_==_' || name === '_!=_';
    const type = this.#typeOf(one);
    const isOpaque = type.fields === undefined && (type.name.includes('.') || type.name === 'type');
    if (isOpaque || (!isEquality && !isText(type))) return { cost: 1 };
    return { cost: times(Math.min(this.#size(one), this.#size(other)), PER_CHARACTER) };
  }

  #sumOf(one: Expr, other: Expr): Estimate {
    const { name } = this.#typeOf(one);
    if (name !== 'list' && !isText(this.#typeOf(one))) return { cost: 1 };
    const size = this.#size(one) + this.#size(other);
    return { cost: name === 'list' ? 1 : times(size, PER_CHARACTER), size };
  }

  #method(name: string, target: Expr, [first, second]: readonly Expr[]): Estimate {
    const size = this.#size(target);
    const other = first === undefined ? 0 : this.#size(first);
    const read = times(size, PER_CHARACTER);
    if (name === 'startsWith' || name === 'endsWith') return { cost: times(other, PER_CHARACTER) };
    if (name === 'contains') return { cost: product(read, times(other, PER_CHARACTER)) };
    if (name === 'matches' || name === 'find' || name === 'findAll') {
      const cost = product(times(size + 1, PER_CHARACTER), times(other, PER_PATTERN_CHARACTER));
      return name === 'matches' ? { cost } : { cost, size };
    }
    if (name === 'join') return this.#join(target, size, other);
    if (name === 'containsIP' || name === 'containsCIDR') return { cost: this.#containment(name, first) };
    if (name === 'validate')
      return { cost: times(times(other, PER_CHARACTER), FORMAT_PATTERN * PER_PATTERN_CHARACTER) };
    if (name === 'slice') {
      const length = Math.max(0, literalInt(second, size) - literalInt(first, 0));
      return listEstimate({ factor: 1, pairs: false }, length);
    }
    const list = LISTS[name];
    if (list !== undefined && this.#typeOf(target).name === 'list') return listEstimate(list, size);
    if (TRAVERSALS.has(name)) return { cost: this.#traversal(target, size) };
    if (AS_LONG.has(name)) return { cost: read, size };
    if (name === 'replace' || name === 'split') return { cost: times(size, 2 * PER_CHARACTER), size };
    return name === 'format' ? { cost: read } : { cost: 1 };
  }

  /** Known where a schema describes the list. */
  #itemSize(list: Expr): number {
    const isDescribed =
      list.kind === 'name' || list.kind === 'select' || (list.kind === 'call' && list.name === '_[_]');
    return isDescribed ? (this.#typeOf(list).of[0]?.most ?? 0) : ENDLESS;
  }

  #join(target: Expr, count: number, separator: number): Estimate {
    const size = product(count, this.#itemSize(target)) + product(separator, Math.max(0, count - 1));
    return { cost: times(size, PER_CHARACTER), size };
  }

  #containment(name: string, other: Expr | undefined): number {
    const asText = other !== undefined && isText(this.#typeOf(other));
    const read = asText ? times(this.#size(other), PER_CHARACTER) : 0;
    const masked = name === 'containsCIDR' ? times(ONE_ADDRESS, PER_CHARACTER) + 1 : 0;
    return times(TWO_ADDRESSES, PER_CHARACTER) + masked + read;
  }

  #traversal(target: Expr, size: number): number {
    const type = this.#typeOf(target);
    const [item] = type.of;
    if (type.name !== 'list' || item === undefined) return times(size, PER_CHARACTER);
    return product(size, 1 + (isText(item) ? times(this.#itemSize(target), PER_CHARACTER) : 0));
  }
}

function listEstimate({ factor, pairs }: { factor: number; pairs: boolean }, count: number): Estimate {
  const size = pairs ? product(count, count) : count;
  return { cost: 1 + NEW_LIST + times(size, factor), size };
}

function literalInt(expr: Expr | undefined, other: number): number {
  return expr?.kind === 'literal' && typeof expr.value === 'bigint' ? Number(expr.value) : other;
}

function literalSize(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  if (value instanceof Uint8Array) return value.length;
  return value instanceof CelList ? value.items.length : 1;
}

/** What an expression costs at most, in the API server's unit. @param checked without problems. */
export function estimatedCost(expr: Expr, checked: Checked): number {
  return new Estimator(checked).cost(expr);
}
