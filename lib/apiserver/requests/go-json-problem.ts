/** What comes next in a JSON text. */
type Expectation = (scanner: Scanner) => void;

class Scanner {
  position = 0;
  readonly #text: string;

  /** Each byte a character: that is how Go looks at a text. */
  constructor(bytes: Buffer) {
    this.#text = bytes.toString('latin1');
  }

  /** The next character, or nothing at the end. */
  get next(): string {
    return this.#text.charAt(this.position);
  }

  skipSpace(): void {
    while (' \t\r\n'.includes(this.next) && this.next !== '') this.position += 1;
  }

  /** @throws GoJsonError unless the next character is one of these. */
  take(characters: string | RegExp, where: string): string {
    const { next } = this;
    if (next === '') throw new GoJsonError('unexpected end of JSON input');
    const fits = typeof characters === 'string' ? characters.includes(next) : characters.test(next);
    if (!fits) throw new GoJsonError(`invalid character ${quoted(next)} ${where}`);
    this.position += 1;
    return next;
  }

  takeAll(characters: RegExp): void {
    while (characters.test(this.next)) this.position += 1;
  }
}

class GoJsonError extends Error {}

function quoted(character: string): string {
  if (character === "'") return String.raw`'\''`;
  if (character === '"') return `'"'`;
  const escapes = new Map([
    ['\u0007', String.raw`\a`],
    ['\b', String.raw`\b`],
    ['\f', String.raw`\f`],
    ['\n', String.raw`\n`],
    ['\r', String.raw`\r`],
    ['\t', String.raw`\t`],
    ['\v', String.raw`\v`],
    ['\\', String.raw`\\`],
  ]);
  const code = character.codePointAt(0)!;
  const isPrinted = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u00FF]$/u.test(character);
  const hexadecimal =
    code < 0x80
      ? String.raw`\x${code.toString(16).padStart(2, '0')}`
      : String.raw`\u${code.toString(16).padStart(4, '0')}`;
  return `'${escapes.get(character) ?? (isPrinted ? character : hexadecimal)}'`;
}

const BEGINNING = 'looking for beginning of value';

function value(scanner: Scanner): void {
  scanner.skipSpace();
  const first = scanner.take(/[{["\-0-9tfn]/u, BEGINNING);
  const rest = REST.get(first) ?? number(first);
  rest(scanner);
}

const REST: ReadonlyMap<string, Expectation> = new Map([
  ['{', members],
  ['[', items],
  ['"', string],
  ['t', literal('true')],
  ['f', literal('false')],
  ['n', literal('null')],
]);

function literal(word: string): Expectation {
  return (scanner) => {
    for (const letter of word.slice(1))
      scanner.take(letter, `in literal ${word} (expecting ${quoted(letter)})`);
  };
}

function members(scanner: Scanner): void {
  const where = 'looking for beginning of object key string';
  scanner.skipSpace();
  if (scanner.take('"}', where) === '}') return;
  for (;;) {
    string(scanner);
    scanner.skipSpace();
    scanner.take(':', 'after object key');
    value(scanner);
    scanner.skipSpace();
    if (scanner.take(',}', 'after object key:value pair') === '}') return;
    scanner.skipSpace();
    scanner.take('"', where);
  }
}

function items(scanner: Scanner): void {
  scanner.skipSpace();
  if (scanner.next === ']') {
    scanner.position += 1;
    return;
  }
  do {
    value(scanner);
    scanner.skipSpace();
  } while (scanner.take(',]', 'after array element') === ',');
}

/** What follows the quote. */
function string(scanner: Scanner): void {
  for (;;) {
    const next = scanner.take(/[^\p{Cc}]|[\u007F-\u009F]/u, 'in string literal');
    if (next === '"') return;
    if (next === '\\' && scanner.take('bfnrt\\/"u', 'in string escape code') === 'u')
      for (let digit = 0; digit < 4; digit++)
        scanner.take(/[0-9a-fA-F]/u, String.raw`in \u hexadecimal character escape`);
  }
}

/** What follows the first character of a number. */
function number(first: string): Expectation {
  const digit = /[0-9]/u;
  return (scanner) => {
    const lead = first === '-' ? scanner.take(digit, 'in numeric literal') : first;
    if (lead !== '0') scanner.takeAll(digit);
    if (scanner.next === '.') {
      scanner.position += 1;
      scanner.take(digit, 'after decimal point in numeric literal');
      scanner.takeAll(digit);
    }
    if (!/[eE]/u.test(scanner.next)) return;
    scanner.position += 1;
    if (/[+-]/u.test(scanner.next)) scanner.position += 1;
    scanner.take(digit, 'in exponent of numeric literal');
    scanner.takeAll(digit);
  };
}

/**
 * Why a text is no JSON, in the words of Go; undefined if it is. Says no more of the text than one character of it.
 *
 * @see golang/go:src/encoding/json/scanner.go
 */
export function goJsonProblem(bytes: Buffer): string | undefined {
  const scanner = new Scanner(bytes);
  try {
    value(scanner);
    scanner.skipSpace();
    if (scanner.next !== '') scanner.take('', 'after top-level value');
    return undefined;
  } catch (error) {
    if (error instanceof GoJsonError) return error.message;
    // Too deep for our stack; for Go's as well, if not at the same depth.
    if (error instanceof RangeError) return 'exceeded max depth';
    throw error;
  }
}
