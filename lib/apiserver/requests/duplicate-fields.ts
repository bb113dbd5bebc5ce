import { childPath } from '../field-causes.ts';
import { MOST_STRICT_ERRORS, ToldPaths } from '../told.ts';

/** One object or array that the scanner is in. */
interface Level {
  /** The names seen so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  readonly path: string;
  index: number;
}

const WHITESPACE: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r']);

/**
 * The paths of the first 100 fields that come more than once in their object, such as `data.a` or `spec.list[1].x`,
 * in the order of the text. `JSON.parse` keeps the last and says nothing.
 *
 * @param text JSON that `JSON.parse` accepts.
 */
export function duplicateFields(text: string): readonly string[] {
  const found = new ToldPaths(MOST_STRICT_ERRORS);
  const levels: Level[] = [];
  let path = '';
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text.charAt(at)) {
      case '{':
        levels.push({ names: new Set(), path, index: 0 });
        break;
      case '[':
        levels.push({ names: undefined, path, index: 0 });
        path = `${path}[0]`;
        break;
      case '}':
      case ']':
        path = levels.pop()!.path;
        break;
      case ',':
        if (level?.names === undefined) path = `${level!.path}[${++level!.index}]`;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (level?.names !== undefined && isName(text, end)) {
          const name = JSON.parse(text.slice(at, end + 1)) as string;
          path = childPath(level.path, name);
          if (level.names.has(name)) found.add(path);
          level.names.add(name);
        }
        at = end;
        break;
      }
      default:
    }
  }
  return found.all();
}

/** The index of the quote that ends the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** Whether a colon follows the string that ends here. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (WHITESPACE.has(text[at]!)) at++;
  return text[at] === ':';
}
