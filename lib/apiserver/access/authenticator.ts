import { createHash } from 'node:crypto';

import { ISSUER } from './service-account-tokens.ts';
import type { ServiceAccountTokens, Verified } from './service-account-tokens.ts';
import { withStanding } from './user.ts';
import type { User } from './user.ts';

/** What a token stands for. */
export interface TokenUser {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
}

/** Who a token is, and for whom it is meant; else why it is nobody's. */
export type TokenVerdict = Verified | { readonly problem: string };

const UNKNOWN = 'invalid bearer token';

/** Knows the users of bearer tokens: those that it was given, and service accounts. */
export class Authenticator {
  /** By the token's hash: a lookup by the token itself would tell by its time how much of a guess is right. */
  readonly #given: ReadonlyMap<string, User>;
  readonly #serviceAccounts: ServiceAccountTokens;

  constructor(given: ReadonlyMap<string, User>, serviceAccounts: ServiceAccountTokens) {
    this.#given = new Map(Array.from(given, ([token, user]) => [hashOf(token), user]));
    this.#serviceAccounts = serviceAccounts;
  }

  /** @param audiences of which the token must be for one. Default: this server. */
  verify(token: string, audiences: readonly string[] = [ISSUER]): TokenVerdict {
    const user = this.#given.get(hashOf(token));
    if (user !== undefined) return { user: withStanding(user), audiences };
    const verdict = this.#serviceAccounts.verify(token, audiences);
    if (verdict === undefined) return { problem: UNKNOWN };
    if ('problem' in verdict) return { problem: `[${UNKNOWN}, ${verdict.problem}]` };
    return { ...verdict, user: withStanding(verdict.user) };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** The token of an `Authorization` header; undefined where it has none, whatever else it says. */
export function bearerToken(header: string | undefined): string | undefined {
  const [, token = ''] = /^bearer +(\S+) *$/iu.exec(header ?? '') ?? [];
  return token === '' ? undefined : token;
}
