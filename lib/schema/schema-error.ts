import { TerminalError } from '../errors.ts';

/** One thing that is wrong with an object. Neither part has the value. */
export interface SchemaIssue {
  /** `spec.ports[0].name`. */
  readonly path: string;
  /** Begins with `must` or `is` where the schema's structure is not met; else in the words of its library. */
  readonly message: string;
}

/** How many issues an error keeps. */
const MAX_ISSUES = 100;
const LONGEST_MESSAGE = 1000;
const LONGEST_ISSUE = 300;

/**
 * An object does not fit its schema: trying again is useless until it changes, so `isTerminal` holds. The message
 * is one line of at most some 1,000 characters, without values.
 */
export class SchemaError extends TerminalError {
  /** At most 100. */
  readonly issues: readonly SchemaIssue[];

  /** @param what the object: `Website default/a`. */
  constructor(what: string, issues: readonly SchemaIssue[]) {
    super(message(`cannot read ${what}:`, issues));
    this.issues = issues.slice(0, MAX_ISSUES);
  }
}

function message(start: string, issues: readonly SchemaIssue[]): string {
  let text = start;
  for (const [index, issue] of issues.entries()) {
    const next = `${index === 0 ? ' ' : '; '}${sentence(issue)}`;
    if (index > 0 && text.length + next.length > LONGEST_MESSAGE - LONGEST_ISSUE)
      return `${text}; and ${issues.length - index} more`;
    text += next;
  }
  return text;
}

function sentence({ path, message: why }: SchemaIssue): string {
  const text = `${path}${/^(?:must|is) /.test(why) ? ' ' : ': '}${why.replaceAll(/\s+/g, ' ')}`;
  return text.length > LONGEST_ISSUE ? `${text.slice(0, LONGEST_ISSUE - 1)}…` : text;
}
