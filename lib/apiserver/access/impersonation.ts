import type { ApiRequest } from '../request.ts';
import { badRequest } from '../status-error.ts';
import type { Authorizer } from './rbac.ts';
import { notAllowed } from './refusals.ts';
import type { Attributes, ResourceAttributes } from './request-attributes.ts';
import { serviceAccountGroups, serviceAccountOf, withStanding } from './user.ts';
import type { User } from './user.ts';

type Headers = ApiRequest['headers'];

const EXTRA = 'impersonate-extra-';
const IDENTITIES = 'authentication.k8s.io';

/** Several headers of one name come as one, separated so. */
function values(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * The user that a request wants to act as; undefined: as himself.
 *
 * @throws 400 where something but no user is named.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
function wantedUser(headers: Headers): User | undefined {
  const name = headers['impersonate-user'] ?? '';
  const uid = headers['impersonate-uid'] ?? '';
  const groups = values(headers['impersonate-group']);
  const extra = Object.fromEntries(
    Object.keys(headers)
      .filter((header) => header.startsWith(EXTRA))
      .map((header) => [unescaped(header.slice(EXTRA.length)), values(headers[header])]),
  );
  if (name !== '')
    return {
      name,
      ...(uid === '' ? {} : { uid }),
      groups,
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    };
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined;
  throw badRequest(`requested ${goUser(uid, groups)} without impersonating a user name`);
}

/** As the API server prints it: with the syntax of its own language. */
function goUser(uid: string, groups: readonly string[]): string {
  const list = groups.map((group) => JSON.stringify(group)).join(', ');
  const shown = groups.length === 0 ? '[]string(nil)' : `[]string{${list}}`;
  return `&user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${shown}, Extra:map[string][]string(nil)}`;
}

/** Keys of extra fields are escaped as in URLs; one that is not stays as it is. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // The only failure: a malformed escape, which the API server takes literally.
    return key;
  }
}

/** Everything that must be allowed for it, each with the verb `impersonate`. */
function needed({ name, uid, groups, extra = {} }: User): readonly ResourceAttributes[] {
  const one = (
    resource: string,
    target: string,
    more: Partial<ResourceAttributes> = {},
  ): ResourceAttributes => ({
    type: 'resource',
    verb: 'impersonate',
    group: '',
    resource,
    subresource: '',
    namespace: '',
    name: target,
    ...more,
  });
  const account = serviceAccountOf(name);
  return [
    account === undefined
      ? one('users', name)
      : one('serviceaccounts', account.name, { namespace: account.namespace }),
    ...groups.map((group) => one('groups', group)),
    ...(uid === undefined ? [] : [one('uids', uid, { group: IDENTITIES })]),
    ...Object.entries(extra).flatMap(([key, all]) =>
      all.map((value) => one('userextras', value, { group: IDENTITIES, subresource: key })),
    ),
  ];
}

/** Whether a request wants to act as somebody else. */
export function impersonates(headers: Headers): boolean {
  return Object.keys(headers).some((header) => header.startsWith('impersonate-'));
}

/**
 * Who the request is to be taken for: `user`, or whom he may act as.
 *
 * @throws 400 and 403.
 */
export function actingUser(authorizer: Authorizer, user: User, headers: Headers, wanted: Attributes): User {
  const other = wantedUser(headers);
  if (other === undefined) return user;
  if (needed(other).some((one) => !authorizer.decide(user, one).allowed))
    throw notAllowed(user, { ...wanted, verb: `impersonate-on:user-info:${wanted.verb}` }, '');
  const account = serviceAccountOf(other.name);
  const groups =
    account === undefined || other.groups.length > 0 ? other.groups : serviceAccountGroups(account.namespace);
  return withStanding({ ...other, groups });
}
