import { labelValue, qualifiedName } from '../objects/names.ts';
import { badRequest } from '../status-error.ts';

/** The labels of an object. */
export type Labels = { readonly [name: string]: string };

/** Whether labels are selected. */
export type LabelSelector = (labels: Labels) => boolean;

type Operator = 'in' | 'notin' | '=' | '==' | '!=' | '>' | '<';

const OPERATORS: ReadonlySet<string> = new Set(['in', 'notin', '=', '==', '!=', '>', '<']);
/** The longest token first. */
const TOKEN = /\s*(==|!=|[()!,<=>]|[^\s()!,<=>]+)/gu;
const SYMBOL = /^[()!,<=>]/u;

/**
 * Reads a selector such as `app=web,tier in (front,back),!legacy`.
 *
 * @throws 400, worded as the API server words it.
 * @see kubernetes/apimachinery:pkg/labels/selector.go
 */
export function parseLabelSelector(text: string): LabelSelector {
  const tokens = new Tokens(text);
  const requirements: LabelSelector[] = [];
  while (tokens.peek() !== '') {
    const first = tokens.peek();
    if (first !== '!' && !isIdentifier(first))
      throw badRequest(`found '${first}', expected: !, identifier, or 'end of string'`);
    requirements.push(requirement(tokens));
    const separator = tokens.next();
    if (separator === '') break;
    if (separator !== ',') throw badRequest(`found '${separator}', expected: ',' or 'end of string'`);
    if (tokens.peek() !== '!' && !isIdentifier(tokens.peek()))
      throw badRequest(`found '${tokens.peek()}', expected: identifier after ','`);
  }
  return (labels) => requirements.every((matches) => matches(labels));
}

class Tokens {
  readonly #all: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#all = Array.from(text.matchAll(TOKEN), (match) => match[1]!);
  }

  /** `''` at the end. */
  peek(): string {
    return this.#all[this.#at] ?? '';
  }

  next(): string {
    return this.#all[this.#at++] ?? '';
  }
}

function isIdentifier(token: string): boolean {
  return token !== '' && !SYMBOL.test(token);
}

function fail(why: string): never {
  throw badRequest(`unable to parse requirement: ${why}`);
}

function requirement(tokens: Tokens): LabelSelector {
  const absent = tokens.peek() === '!';
  if (absent) tokens.next();
  const key = tokens.next();
  if (!isIdentifier(key)) fail(`found '${key}', expected: identifier`);
  checkKey(key);
  const end = tokens.peek() === '' || tokens.peek() === ',';
  if (absent || end) return (labels) => Object.hasOwn(labels, key) !== absent;
  const operator = tokens.next();
  if (!OPERATORS.has(operator)) fail(`found '${operator}', expected: in, notin, =, ==, !=, gt, lt`);
  return comparison(key, operator as Operator, tokens);
}

function comparison(key: string, operator: Operator, tokens: Tokens): LabelSelector {
  if (operator === 'in' || operator === 'notin') {
    const values = valueSet(key, tokens);
    const wanted = operator === 'in';
    return (labels) => (Object.hasOwn(labels, key) && values.has(labels[key]!)) === wanted;
  }
  const value = exactValue(tokens);
  if (operator === '>' || operator === '<') return numeric(key, operator, value);
  checkValue(key, value);
  if (operator === '!=') return (labels) => !Object.hasOwn(labels, key) || labels[key] !== value;
  return (labels) => Object.hasOwn(labels, key) && labels[key] === value;
}

function exactValue(tokens: Tokens): string {
  const next = tokens.peek();
  if (next === '' || next === ',') return '';
  if (!isIdentifier(next)) fail(`found '${next}', expected: identifier`);
  return tokens.next();
}

function valueSet(key: string, tokens: Tokens): ReadonlySet<string> {
  const open = tokens.next();
  if (open !== '(') fail(`found '${open}' expected: '('`);
  const values = new Set<string>();
  for (let token = tokens.next(); token !== ')'; token = tokens.next()) {
    if (token === ',') values.add('');
    else if (isIdentifier(token)) {
      values.add(token);
      if (tokens.peek() === ',') tokens.next();
      else if (tokens.peek() !== ')') fail(`found '${tokens.peek()}', expected: ',' or ')'`);
    } else fail(`found '${token}', expected: ',', ')' or identifier`);
  }
  if (values.size === 0) values.add('');
  [...values].forEach((value, index) => checkValue(key, value, index));
  return values;
}

function numeric(key: string, operator: '>' | '<', value: string): LabelSelector {
  if (!/^[-+]?\d+$/u.test(value))
    fail(
      `values[0]: Invalid value: ${JSON.stringify(value)}: for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  const limit = Number(value);
  return (labels) => {
    if (!Object.hasOwn(labels, key) || !/^[-+]?\d+$/u.test(labels[key]!)) return false;
    return operator === '>' ? Number(labels[key]) > limit : Number(labels[key]) < limit;
  };
}

function checkKey(key: string): void {
  const [problem] = qualifiedName(key);
  if (problem !== undefined) fail(`<nil>: Invalid value: ${JSON.stringify(key)}: ${problem}`);
}

function checkValue(key: string, value: string, index: number = 0): void {
  const [problem] = labelValue(value);
  if (problem !== undefined)
    fail(`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${problem}`);
}
