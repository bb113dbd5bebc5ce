import { createRequire } from 'node:module';

import type { ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';

import { newInt, Uint, type Value } from './values.ts';

/** Where in the source a part of an expression stands, as errors point at it: operators, brackets, first letters. */
interface Placed {
  readonly at: number;
}

export type MacroName =
  | 'all'
  | 'exists'
  | 'existsOne'
  | 'map'
  | 'filter'
  | 'transformList'
  | 'transformMap'
  | 'transformMapEntry'
  | 'optMap'
  | 'optFlatMap'
  | 'sortBy';

/** Something that runs over a list, a map or an optional value, with variables for what it finds there. */
export interface Fold extends Placed {
  readonly kind: 'fold';
  readonly macro: MacroName;
  readonly range: Expr;
  readonly variables: readonly string[];
  readonly filter: Expr | undefined;
  readonly step: Expr;
}

export interface Call extends Placed {
  readonly kind: 'call';
  /** Operators are functions, too: `_+_`. */
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface Select extends Placed {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** `has` asks whether the field is there; `.?` makes it optional. */
  readonly mode: 'get' | 'has' | 'optional';
}

/** An item of a list. One that is optional is left out when its value is missing. */
export interface Item {
  readonly value: Expr;
  readonly optional: boolean;
}

/** An entry of a map; as {@link Item}. */
export interface Entry extends Item {
  readonly key: Expr;
}

/** An expression, its macros expanded. */
export type Expr =
  | (Placed & { readonly kind: 'literal'; readonly value: Value })
  | (Placed & { readonly kind: 'name'; readonly name: string })
  | (Placed & { readonly kind: 'list'; readonly items: readonly Item[] })
  | (Placed & { readonly kind: 'map'; readonly entries: readonly Entry[] })
  | Select
  | Call
  | Fold;

/** What is wrong with an expression, and where. */
export interface Problem extends Placed {
  readonly message: string;
}

/** An expression cannot be read. */
export class SyntaxProblem extends Error {
  override readonly name: string = 'SyntaxProblem';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[], cause?: unknown) {
    super(problems[0]?.message, { cause });
    this.problems = problems;
  }
}

const MACROS: ReadonlyMap<string, MacroName> = new Map<string, MacroName>([
  ['all:2', 'all'],
  ['all:3', 'all'],
  ['exists:2', 'exists'],
  ['exists:3', 'exists'],
  ['exists_one:2', 'existsOne'],
  ['exists_one:3', 'existsOne'],
  ['existsOne:2', 'existsOne'],
  ['existsOne:3', 'existsOne'],
  ['map:2', 'map'],
  ['map:3', 'map'],
  ['filter:2', 'filter'],
  ['transformList:3', 'transformList'],
  ['transformList:4', 'transformList'],
  ['transformMap:3', 'transformMap'],
  ['transformMap:4', 'transformMap'],
  ['transformMapEntry:3', 'transformMapEntry'],
  ['transformMapEntry:4', 'transformMapEntry'],
  ['optMap:2', 'optMap'],
  ['optFlatMap:2', 'optFlatMap'],
  ['sortBy:2', 'sortBy'],
]);
const OPERATORS: ReadonlySet<string> = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
  '&&',
  '||',
]);
const EXPECTED =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/** Finds a token after what was read; between them may be blanks, comments and closing brackets only. */
function placeOf(source: string, token: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source.startsWith('//', at) && token !== '/') at = source.indexOf('\n', at);
    else if (source.startsWith(token, at)) return at;
    if (at < 0) break;
  }
  return from;
}

/** Turns the library's tree into ours: operators at their places, macros expanded, numbers within their limits. */
class Translation {
  readonly #source: string;
  readonly #marks: ReadonlySet<number>;

  /** @param marks where optional items and entries are marked. */
  constructor(source: string, marks: ReadonlySet<number>) {
    this.#source = source;
    this.#marks = marks;
  }

  expr(node: ASTNode): Expr {
    const at = node.start;
    if (node.op === 'value') return { kind: 'literal', at, value: this.#literal(node.args, at) };
    if (node.op === 'id') return { kind: 'name', at, name: node.args };
    if (node.op === 'list') return { kind: 'list', at, items: node.args.map((one) => this.#item(one, one)) };
    if (node.op === 'map') return { kind: 'map', at, entries: node.args.map((entry) => this.#entry(entry)) };
    if (node.op === '.' || node.op === '.?') return this.#select(node.args, node.op === '.?');
    if (node.op === 'call') return this.#call(at, ...node.args);
    return node.op === 'rcall' ? this.#method(...node.args) : this.#operator(node);
  }

  #entry([key, value]: readonly [ASTNode, ASTNode]): Entry {
    return { key: this.expr(key), ...this.#item(value, key) };
  }

  /** @param first what the item begins with: the mark of an optional one stands in front of it. */
  #item(value: ASTNode, first: ASTNode): Item {
    const before = this.#source.slice(0, first.start).replace(/[\s(]+$/u, '');
    return { value: this.expr(value), optional: before.endsWith('?') && this.#marks.has(before.length - 1) };
  }

  #literal(value: unknown, at: number, negative: boolean = false): Value {
    const signed = (number: bigint): bigint => (negative ? -number : number);
    if (typeof value === 'bigint') return this.#number(() => newInt(signed(value)), 'int', at);
    if (typeof value === 'number') return negative ? -value : value;
    if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
      return this.#number(() => new Uint((value as { readonly value: bigint }).value), 'uint', at);
    return value as Value;
  }

  #number(read: () => Value, type: string, at: number): Value {
    try {
      return read();
    } catch (error) {
      throw new SyntaxProblem([{ at, message: `Syntax error: invalid ${type} literal` }], error);
    }
  }

  #select([operand, field]: readonly [ASTNode, string], optional: boolean): Select {
    const at = placeOf(this.#source, '.', operand.end);
    return { kind: 'select', at, operand: this.expr(operand), field, mode: optional ? 'optional' : 'get' };
  }

  #call(start: number, name: string, args: readonly ASTNode[]): Expr {
    const at = placeOf(this.#source, '(', start + name.length);
    if (name !== 'has' || args.length !== 1)
      return { kind: 'call', at, name, target: undefined, args: args.map((one) => this.expr(one)) };
    const operand = this.expr(args[0]!);
    if (operand.kind !== 'select' || operand.mode !== 'get')
      throw new SyntaxProblem([{ at: operand.at, message: 'invalid argument to has() macro' }]);
    return { ...operand, at, mode: 'has' };
  }

  #method(name: string, receiver: ASTNode, args: readonly ASTNode[]): Expr {
    const dot = placeOf(this.#source, '.', receiver.end);
    const at = placeOf(this.#source, '(', this.#source.indexOf(name, dot) + name.length);
    const macro = MACROS.get(`${name}:${args.length}`);
    if (macro !== undefined) return this.#fold(at, macro, receiver, args);
    return { kind: 'call', at, name, target: this.expr(receiver), args: args.map((one) => this.expr(one)) };
  }

  #fold(at: number, macro: MacroName, receiver: ASTNode, args: readonly ASTNode[]): Fold {
    const two = macro.startsWith('transform') || (args.length === 3 && macro !== 'map');
    const names = args.slice(0, two ? 2 : 1).map((one) => this.#variable(one));
    const rest = args.slice(names.length).map((one) => this.expr(one));
    const step = rest.at(-1)!;
    return {
      kind: 'fold',
      at,
      macro,
      range: this.expr(receiver),
      variables: names,
      filter: rest.length > 1 ? rest[0] : undefined,
      step,
    };
  }

  #variable(node: ASTNode): string {
    if (node.op === 'id') return node.args;
    throw new SyntaxProblem([{ at: this.expr(node).at, message: 'argument must be a simple name' }]);
  }

  #operator(node: ASTNode): Expr {
    const of = (name: string, at: number, args: readonly ASTNode[]): Expr => ({
      kind: 'call',
      at,
      name,
      target: undefined,
      args: args.map((one) => this.expr(one)),
    });
    if (node.op === '-_' || node.op === '!_') return this.#unary(node.op, node.start, node.args);
    const args = node.args as readonly ASTNode[];
    const end = args[0]!.end;
    if (node.op === '?:') return of('_?_:_', placeOf(this.#source, '?', end), args);
    if (node.op === '[]') return of('_[_]', placeOf(this.#source, '[', end), args);
    if (node.op === '[?]') return of('_[?_]', placeOf(this.#source, '[', end), args);
    const at = placeOf(this.#source, node.op, end);
    return of(OPERATORS.has(node.op) ? `_${node.op}_` : '@in', at, args);
  }

  /** A minus belongs to the number behind it: the least integer has no positive counterpart. */
  #unary(name: string, at: number, operand: ASTNode): Expr {
    const isNumber = operand.op === 'value' && ['bigint', 'number'].includes(typeof operand.args);
    if (name === '-_' && isNumber && this.#source[operand.start - 1] === '-')
      return { kind: 'literal', at, value: this.#literal(operand.args, at, true) };
    return { kind: 'call', at, name, target: undefined, args: [this.expr(operand)] };
  }
}

/** Whether a token is the last one. Then a parser could go on without it. */
function isLast(source: string, end: number): boolean {
  return source.slice(end).trim() === '';
}

/** The library's complaint in the words of the API server's parser, as far as one can follow it. */
function problemOf(error: ParseError, source: string): Problem {
  const { start: at, end } = error.range ?? { start: 0, end: 0 };
  const token = isLast(source, at) ? '<EOF>' : source.slice(at, end);
  switch (error.code) {
    case 'unexpected_token':
      return { at, message: `Syntax error: mismatched input '${token}' expecting ${EXPECTED}` };
    case 'expected_token':
      return { at, message: `Syntax error: missing ${expectedToken(error.summary)} at '${token}'` };
    case 'reserved_identifier':
      return { at, message: `reserved identifier: ${token}` };
    case 'invalid_macro_argument':
      return { at, message: 'argument must be a simple name' };
    case 'unexpected_character':
      return { at, message: strayText(source, at) };
    default:
      return { at, message: `Syntax error: ${error.summary}` };
  }
}

function strayText(source: string, at: number): string {
  const token = /^\w+|^./u.exec(source.slice(at))?.[0] ?? '';
  const verdict = isLast(source, at + token.length) ? 'extraneous' : 'mismatched';
  return `Syntax error: ${verdict} input '${token}' expecting <EOF>`;
}

/** What no token begins with, or a text without its end: the API server's parser tells and goes on without it. */
function unrecognized(error: ParseError, source: string): string | undefined {
  const start = error.range?.start ?? 0;
  if (error.code === 'unterminated_string') return source.slice(start);
  const lone = /^(?:[^\w\s"'()[\]{}.,:?+\-*/%<>=!&|]|=(?!=)|&(?!&)|\|(?!\|))/u.exec(source.slice(start))?.[0];
  return error.code === 'unexpected_character' ? lone : undefined;
}

/** All problems that the parser finds, one after the other. */
function problemsOf(error: ParseError, source: string): readonly Problem[] {
  const text = unrecognized(error, source);
  if (text === undefined) return [problemOf(error, source)];
  const at = error.range?.start ?? 0;
  const rest = `${source.slice(0, at)}${' '.repeat(text.length)}${source.slice(at + text.length)}`;
  const found = { at, message: `Syntax error: token recognition error at: '${text}'` };
  try {
    reader().parse(rest);
    return [found];
  } catch (next) {
    return next instanceof library().ParseError ? [found, ...problemsOf(next, rest)] : [found];
  }
}

function expectedToken(summary: string): string {
  const names: Readonly<Record<string, string>> = {
    RPAREN: "')'",
    RBRACKET: "']'",
    RBRACE: "'}'",
    COLON: "':'",
  };
  const name = /^Expected (\w+)/u.exec(summary)?.[1] ?? '';
  return names[name] ?? name;
}

/** Tokens as far as it takes to tell the marks of optional items from other question marks: texts, comments, names. */
const TOKEN =
  /[rbRB]{0,2}(?:"{3}[^]*?"{3}|'{3}[^]*?'{3}|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\/.*|[\w.]+|\S/gu;

/**
 * Where list and map literals mark items as optional: a question mark behind a comma, or behind a bracket that opens a
 * literal. The library does not know these; behind a bracket that is an index, it does.
 */
function optionalMarks(source: string): ReadonlySet<number> {
  const marks = new Set<number>();
  let [before, last] = ['', ''];
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (token.startsWith('//')) continue;
    const opens = last === '{' || (last === '[' && !/[\w)\]}"']$/u.test(before));
    if (token === '?' && (opens || last === ',')) marks.add(index);
    [before, last] = [last, token];
  }
  return marks;
}

function blanked(source: string, marks: ReadonlySet<number>): string {
  return marks.size === 0
    ? source
    : source
        .split('')
        .map((sign, at) => (marks.has(at) ? ' ' : sign))
        .join('');
}

/** Loaded with the first expression: few servers see one, and all want to start soon. */
function library(): typeof import('@marcbachmann/cel-js') {
  return createRequire(import.meta.url)('@marcbachmann/cel-js') as typeof import('@marcbachmann/cel-js');
}

function reader(): Environment {
  return new (library().Environment)({ enableOptionalTypes: true, limits: { maxDepth: 100 } });
}

/**
 * Reads an expression. The library reads; types, values and functions are ours, docs/decisions/0011.
 *
 * @throws SyntaxProblem when it is none.
 */
export function parseExpression(source: string): Expr {
  try {
    const marks = optionalMarks(source);
    return new Translation(source, marks).expr(reader().parse(blanked(source, marks)).ast);
  } catch (error) {
    if (error instanceof library().ParseError) throw new SyntaxProblem(problemsOf(error, source), error);
    throw error;
  }
}
