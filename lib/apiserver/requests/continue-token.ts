import { badRequest, StatusError } from '../status-error.ts';

/** Where the next page of a list begins. */
export interface ContinueToken {
  /** The state that all pages show; undefined once that is forgotten, and the rest comes as it is now. */
  readonly revision: number | undefined;
  /** The key of the last item, below the list's prefix. */
  readonly after: string;
}

const VERSION = 'meta.k8s.io/v1';
const BAD = 'invalid continue token: continue key is not valid';

export function encodeContinue({ revision, after }: ContinueToken): string {
  const token = { v: VERSION, rv: revision ?? -1, start: `/${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws 400 for what is no token of ours. */
export function decodeContinue(text: string): ContinueToken {
  const token = parse(text);
  if (token['v'] !== VERSION) throw badRequest(`${BAD}: server does not recognize this encoded version`);
  const { rv, start } = token;
  if (typeof rv !== 'number' || !Number.isInteger(rv) || rv === 0)
    throw badRequest(`${BAD}: incorrect encoded start resourceVersion (version ${VERSION})`);
  if (typeof start !== 'string' || start === '')
    throw badRequest(`${BAD}: encoded start key empty (version ${VERSION})`);
  return { revision: rv < 0 ? undefined : rv, after: start.replace(/^\//u, '').replace(/\0$/u, '') };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Whatever is wrong with it, a client can only start again.
    throw badRequest(`${BAD}: it is not what this API server has sent`);
  }
}

/** 410 with a token that goes on with the present state, for clients that prefer that to starting again. */
export function expiredContinue(after: string): StatusError {
  const message =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list ' +
    'without the continue parameter, or use the continue token in this response to retrieve the remainder of the ' +
    'results. Continuing with the provided token results in an inconsistent list - objects that were created, ' +
    'modified, or deleted between the time the first chunk was returned and now may show up in the list.';
  const metadata = { continue: encodeContinue({ revision: undefined, after }) };
  return new StatusError(410, 'Expired', message, undefined, metadata);
}
