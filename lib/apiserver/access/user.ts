import type { JsonObject } from '../../object/json.ts';

/** Who asks. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const MASTERS = 'system:masters';
export const AUTHENTICATED = 'system:authenticated';
export const UNAUTHENTICATED = 'system:unauthenticated';
const ANONYMOUS_NAME = 'system:anonymous';
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/u;

/** Whoever shows nothing. */
export const ANONYMOUS: User = { name: ANONYMOUS_NAME, groups: [UNAUTHENTICATED] };

/** May do everything, whatever the roles say. */
export const ADMINISTRATOR: User = { name: 'kubernetes-admin', groups: [MASTERS, AUTHENTICATED] };

/** Whether roles do not matter: {@link MASTERS} may do everything. */
export function isMaster({ groups }: User): boolean {
  return groups.includes(MASTERS);
}

/** A user with the group that everybody has: of those who proved who they are, or of the others. */
export function withStanding(user: User): User {
  if (user.groups.includes(AUTHENTICATED) || user.groups.includes(UNAUTHENTICATED)) return user;
  const standing = user.name === ANONYMOUS_NAME ? UNAUTHENTICATED : AUTHENTICATED;
  return { ...user, groups: [...user.groups, standing] };
}

export function serviceAccountName(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

/** Undefined: the user is no service account. */
export function serviceAccountOf(
  userName: string,
): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = SERVICE_ACCOUNT.exec(userName) ?? [];
  return namespace === undefined || name === undefined ? undefined : { namespace, name };
}

/** The groups of all service accounts of a namespace. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** As reviews show a user. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra === undefined ? {} : { extra }),
  };
}
