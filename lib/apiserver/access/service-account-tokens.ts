import { randomUUID } from 'node:crypto';

import type { Clock } from '../../../context/index.ts';
import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, numberAt, objectAt, textAt } from '../fields.ts';
import type { Storage } from '../storage.ts';
import { SigningKey } from './signing-key.ts';
import { serviceAccountGroups, serviceAccountName } from './user.ts';
import type { User } from './user.ts';

/** Who issues tokens, and for whom they are unless something else is asked for. */
export const ISSUER: string = 'https://kubernetes.default.svc.cluster.local';

/** What a token is asked to be. */
export interface TokenWish {
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** The token ends with it. */
  readonly bound: ApiObject | undefined;
}

/** A token that holds, and for which of the audiences asked for. */
export interface Verified {
  readonly user: User;
  readonly audiences: readonly string[];
}

/** Kinds that tokens can be bound to, by the name of their claim. */
const BOUND: Readonly<Record<string, string>> = { pod: 'pods', secret: 'secrets', node: 'nodes' };

/** The kinds that tokens can be bound to. */
export const BINDABLE_KINDS: readonly string[] = ['Pod', 'Secret', 'Node'];

/**
 * Issues the tokens of service accounts, and recognises them. A token holds until it expires, and as long as its
 * account and what it is bound to are there; both are looked up each time. The key ends with the process.
 */
export class ServiceAccountTokens {
  readonly #storage: Storage;
  readonly #clock: Clock;
  #key: SigningKey | undefined;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The text of a new token. */
  issue(account: ApiObject, { audiences, expirationSeconds, bound }: TokenWish): string {
    const now = this.#now();
    const { name, namespace = '', uid } = account.metadata;
    return this.#signer().sign({
      aud: audiences,
      exp: now + expirationSeconds,
      iat: now,
      iss: ISSUER,
      jti: randomUUID(),
      'kubernetes.io': { namespace, ...boundClaim(bound), serviceaccount: { name, uid } },
      nbf: now,
      sub: serviceAccountName(namespace, name),
    });
  }

  /**
   * @param audiences one of which the token must be for.
   * @returns undefined for what is none of our tokens; else the user, or why the token does not hold.
   */
  verify(token: string, audiences: readonly string[]): Verified | { readonly problem: string } | undefined {
    const claims = this.#signer().read(token);
    if (claims === undefined) return undefined;
    const of = listAt(claims, 'aud').map(String);
    const common = audiences.filter((audience) => of.includes(audience));
    if (common.length === 0)
      return {
        problem: `token audiences ${list(of)} is invalid for the target audiences ${list(audiences)}`,
      };
    const problem = this.#problem(claims);
    return problem === undefined ? { user: userOf(claims), audiences: common } : { problem };
  }

  #signer(): SigningKey {
    return (this.#key ??= new SigningKey());
  }

  #now(): number {
    return Math.trunc(this.#clock.now() / 1000);
  }

  #problem(claims: JsonObject): string | undefined {
    if (numberAt(claims, 'exp') <= this.#now()) return 'service account token has expired';
    const ours = objectAt(claims, 'kubernetes.io');
    const namespace = textAt(ours, 'namespace');
    if (!this.#isThere('serviceaccounts', namespace, objectAt(ours, 'serviceaccount')))
      return 'service account token has been invalidated';
    for (const [claim, collection] of Object.entries(BOUND)) {
      const bound = objectAt(ours, claim);
      if ('name' in bound && !this.#isThere(collection, claim === 'node' ? '' : namespace, bound))
        return 'service account token has been invalidated';
    }
    return undefined;
  }

  /** Whether there still is the very same object. */
  #isThere(collection: string, namespace: string, reference: JsonObject): boolean {
    const name = textAt(reference, 'name');
    const found = this.#storage.get(collection, namespace === '' ? name : `${namespace}/${name}`);
    return found !== undefined && found.metadata.uid === textAt(reference, 'uid');
  }
}

function boundClaim(bound: ApiObject | undefined): JsonObject {
  if (bound === undefined) return {};
  const { name, uid } = bound.metadata;
  return { [bound.kind.toLowerCase()]: { name, uid } };
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
}

function userOf(claims: JsonObject): User {
  const ours = objectAt(claims, 'kubernetes.io');
  const pod = objectAt(ours, 'pod');
  return {
    name: textAt(claims, 'sub'),
    uid: textAt(ours, 'serviceaccount', 'uid'),
    groups: serviceAccountGroups(textAt(ours, 'namespace')),
    extra: {
      'authentication.kubernetes.io/credential-id': [`JTI=${textAt(claims, 'jti')}`],
      ...('name' in pod
        ? {
            'authentication.kubernetes.io/pod-name': [textAt(pod, 'name')],
            'authentication.kubernetes.io/pod-uid': [textAt(pod, 'uid')],
          }
        : {}),
    },
  };
}
