import { randomBytes } from 'node:crypto';

import type { Clock } from '../../../context/index.ts';
import { InvalidConfigError } from '../../errors.ts';
import type { ApiRequest } from '../request.ts';
import type { Storage } from '../storage.ts';
import { Authenticator, bearerToken } from './authenticator.ts';
import type { TokenUser, TokenVerdict } from './authenticator.ts';
import { guardedObjects } from './guarded-objects.ts';
import type { Objects } from './guarded-objects.ts';
import { actingUser, impersonates } from './impersonation.ts';
import { allowEverything, RoleAuthorizer } from './rbac.ts';
import type { Authorizer } from './rbac.ts';
import { notAllowed, unauthorized } from './refusals.ts';
import { attributesOf } from './request-attributes.ts';
import { ServiceAccountTokens } from './service-account-tokens.ts';
import { ADMINISTRATOR, ANONYMOUS } from './user.ts';
import type { User } from './user.ts';

/** Options of {@link Access}. */
export interface AccessOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Users by their bearer tokens. Undefined: nobody is asked who he is, unless {@link rbac} is on. */
  readonly tokens: Readonly<Record<string, TokenUser>> | undefined;
  /** Whether roles decide. */
  readonly rbac: boolean;
}

/**
 * Who may come in, and what he may do.
 *
 * Without tokens and roles everybody is an administrator; a service account's token still says who asks. With
 * tokens alone everybody must have one, and may do everything. With roles whoever shows no token is anonymous,
 * as in a real cluster.
 */
export class Access {
  /** Stands for an administrator; undefined where nobody is asked for one. Secret. */
  readonly adminToken: string | undefined;
  readonly authorizer: Authorizer;
  readonly serviceAccounts: ServiceAccountTokens;
  readonly #authenticator: Authenticator;
  readonly #roles: RoleAuthorizer | undefined;

  constructor({ storage, clock, tokens, rbac }: AccessOptions) {
    this.serviceAccounts = new ServiceAccountTokens(storage, clock);
    this.adminToken = tokens === undefined && !rbac ? undefined : randomBytes(24).toString('base64url');
    this.#authenticator = new Authenticator(knownUsers(tokens ?? {}, this.adminToken), this.serviceAccounts);
    this.#roles = rbac ? new RoleAuthorizer(storage) : undefined;
    this.authorizer = this.#roles ?? allowEverything;
  }

  /** Lets a request in. @returns whose it is. @throws 401, 403, and 400 for a malformed one. */
  admit(request: ApiRequest): User {
    const user = this.#identify(request.headers['authorization']);
    if (this.#roles === undefined && !impersonates(request.headers)) return user;
    const wanted = attributesOf(request);
    const acting = actingUser(this.authorizer, user, request.headers, wanted);
    const { allowed, reason } = this.authorizer.decide(acting, wanted);
    if (!allowed) throw notAllowed(acting, wanted, reason);
    return acting;
  }

  /** Who a token is. */
  verify(token: string, audiences?: readonly string[]): TokenVerdict {
    return this.#authenticator.verify(token, audiences);
  }

  /** The objects as this user may write them: nobody gives away rights that he does not have. */
  objectsFor(user: User, objects: Objects): Objects {
    return this.#roles === undefined ? objects : guardedObjects(objects, this.#roles, user);
  }

  #identify(header: string | undefined): User {
    const token = bearerToken(header);
    if (token === undefined) return this.#withoutToken();
    const verdict = this.#authenticator.verify(token);
    if ('user' in verdict) return verdict.user;
    if (this.adminToken === undefined) return ADMINISTRATOR;
    throw unauthorized();
  }

  #withoutToken(): User {
    if (this.#roles !== undefined) return ANONYMOUS;
    if (this.adminToken === undefined) return ADMINISTRATOR;
    throw unauthorized();
  }
}

function knownUsers(
  tokens: Readonly<Record<string, TokenUser>>,
  adminToken: string | undefined,
): ReadonlyMap<string, User> {
  const given = Object.entries(tokens).map(([token, { user, groups = [], uid }]) => {
    checkToken(token, user);
    return [token, { name: user, groups, ...(uid === undefined ? {} : { uid }) }] as const;
  });
  return new Map([...given, ...(adminToken === undefined ? [] : ([[adminToken, ADMINISTRATOR]] as const))]);
}

/** The token itself stays out of the message. */
function checkToken(token: string, user: string): void {
  if (user === '') throw new InvalidConfigError('ApiServerOptions.tokens must not have a token without user');
  if (/^[\w.~+/-]+=*$/u.test(token)) return;
  throw new InvalidConfigError(
    `ApiServerOptions.tokens must have tokens of letters, digits and -._~+/ alone; that of user ${JSON.stringify(user)} is not one`,
  );
}
