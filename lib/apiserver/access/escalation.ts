import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../object/json.ts';
import { at, listAt, textAt } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { notFound } from '../status-error.ts';
import { coversPath, coversResource, includes, policyRule } from './policy-rule.ts';
import type { PolicyRule } from './policy-rule.ts';
import { RBAC_GROUP } from './rbac.ts';
import type { RoleAuthorizer } from './rbac.ts';
import { forbidden } from './refusals.ts';
import { isMaster } from './user.ts';
import type { User } from './user.ts';

/** A write of a role or a binding. */
export interface Grant {
  readonly definition: Pick<ResourceDefinition, 'group' | 'plural'>;
  readonly namespace: string | undefined;
  readonly name: string;
  /** What is written; its metadata does not matter. */
  readonly draft: JsonObject;
  /** Undefined for a creation. */
  readonly old: JsonObject | undefined;
}

const ROLES: ReadonlySet<string> = new Set(['roles', 'clusterroles']);
const BINDINGS: ReadonlySet<string> = new Set(['rolebindings', 'clusterrolebindings']);

/**
 * Keeps users from giving away what they do not have: rules that none of their own cover, unless they may
 * `escalate` roles or `bind` the role in question.
 *
 * @throws 403; 404 for a binding to a role that is not there, as whose rules are unknown.
 * @see kubernetes/kubernetes:pkg/registry/rbac/clusterrole/policybased/storage.go
 */
export function checkGrant(authorizer: RoleAuthorizer, user: User, grant: Grant): void {
  const { group, plural } = grant.definition;
  if (group !== RBAC_GROUP || isMaster(user)) return;
  if (ROLES.has(plural)) checkRole(authorizer, user, grant);
  if (BINDINGS.has(plural)) checkBinding(authorizer, user, grant);
}

function checkRole(authorizer: RoleAuthorizer, user: User, grant: Grant): void {
  const { draft, old } = grant;
  if (old !== undefined && same(draft, old, 'rules') && same(draft, old, 'aggregationRule')) return;
  if (mayUse(authorizer, user, grant, 'escalate', grant.definition.plural, grant.name)) return;
  const own = authorizer.rulesOf(user, grant.namespace ?? '').rules;
  if (at(draft, 'aggregationRule') !== undefined && uncovered(own, [FULL_AUTHORITY, FULL_PATHS]).length > 0)
    throw refusal(grant, 'must have cluster-admin privileges to use the aggregationRule');
  checkCovered(user, grant, own, listAt(draft, 'rules').map(policyRule));
}

function checkBinding(authorizer: RoleAuthorizer, user: User, grant: Grant): void {
  const { draft, old, definition } = grant;
  if (old !== undefined && same(draft, old, 'roleRef') && same(draft, old, 'subjects')) return;
  const role = textAt(draft, 'roleRef', 'name');
  const kind = textAt(draft, 'roleRef', 'kind') === 'Role' ? 'roles' : 'clusterroles';
  if (mayUse(authorizer, user, grant, 'bind', kind, role)) return;
  const given = authorizer.rulesOfRole(draft, grant.namespace ?? '');
  // Named so by the real server, too: as if the binding itself were missing.
  if (given === undefined) throw notFound({ group: definition.group, resource: definition.plural }, role);
  checkCovered(user, grant, authorizer.rulesOf(user, grant.namespace ?? '').rules, given);
}

function same(one: JsonObject, other: JsonObject, field: string): boolean {
  return isDeepStrictEqual(one[field], other[field]);
}

function mayUse(
  authorizer: RoleAuthorizer,
  user: User,
  { namespace = '' }: Grant,
  verb: string,
  resource: string,
  name: string,
): boolean {
  const wanted = { type: 'resource', verb, group: RBAC_GROUP, resource, subresource: '' } as const;
  return authorizer.decide(user, { ...wanted, namespace, name }).allowed;
}

function refusal({ definition, name }: Grant, why: string): Error {
  return forbidden({ group: definition.group, resource: definition.plural, name }, why);
}

const FULL_AUTHORITY: PolicyRule = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  resourceNames: [],
  nonResourceURLs: [],
};
const FULL_PATHS: PolicyRule = {
  ...FULL_AUTHORITY,
  apiGroups: [],
  resources: [],
  nonResourceURLs: ['*'],
};

function checkCovered(
  user: User,
  grant: Grant,
  own: readonly PolicyRule[],
  given: readonly PolicyRule[],
): void {
  const missing = uncovered(own, given);
  if (missing.length === 0) return;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ');
  const who = `user ${JSON.stringify(user.name)} (groups=[${groups}])`;
  throw refusal(
    grant,
    `${who} is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}`,
  );
}

/** One thing that a rule allows, but for its verbs. */
interface Target {
  readonly group?: string;
  readonly resource?: string;
  readonly objectName?: string | undefined;
  readonly path?: string;
}

/** What the rules give that none of one's own covers, as texts in order. */
function uncovered(own: readonly PolicyRule[], given: readonly PolicyRule[]): readonly string[] {
  const missing = new Map<string, { readonly target: Target; readonly verbs: Set<string> }>();
  for (const rule of given)
    for (const target of targetsOf(rule))
      for (const verb of rule.verbs) {
        if (own.some((one) => covers(one, target, verb))) continue;
        const key = JSON.stringify(target);
        const found = missing.get(key) ?? { target, verbs: new Set() };
        missing.set(key, found);
        found.verbs.add(verb);
      }
  return Array.from(missing.values(), ({ target, verbs }) => shownRule(target, [...verbs])).toSorted();
}

function targetsOf({ apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): readonly Target[] {
  const names: readonly (string | undefined)[] = resourceNames.length === 0 ? [undefined] : resourceNames;
  const objects = apiGroups.flatMap((group) =>
    resources.flatMap((resource) => names.map((objectName) => ({ group, resource, objectName }))),
  );
  return [...objects, ...nonResourceURLs.map((path) => ({ path }))];
}

function covers(
  rule: PolicyRule,
  { group = '', resource = '', objectName, path }: Target,
  verb: string,
): boolean {
  if (!includes(rule.verbs, verb)) return false;
  if (path !== undefined) return rule.nonResourceURLs.some((url) => coversPath(url, path));
  const [plural = '', subresource = ''] = resource.split('/', 2);
  return (
    includes(rule.apiGroups, group) &&
    coversResource(rule.resources, plural, subresource) &&
    (rule.resourceNames.length === 0 || (objectName !== undefined && rule.resourceNames.includes(objectName)))
  );
}

function shownRule(
  { group = '', resource = '', objectName, path }: Target,
  verbs: readonly string[],
): string {
  const list = (...texts: readonly string[]): string =>
    `[${texts.map((text) => JSON.stringify(text)).join(' ')}]`;
  if (path !== undefined) return `{NonResourceURLs:${list(path)}, Verbs:${list(...verbs)}}`;
  const names = objectName === undefined ? '' : `, ResourceNames:${list(objectName)}`;
  return `{APIGroups:${list(group)}, Resources:${list(resource)}${names}, Verbs:${list(...verbs)}}`;
}
