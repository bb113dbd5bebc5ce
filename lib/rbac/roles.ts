import { createRequire } from 'node:module';

import { InvalidConfigError, requireOption } from '../errors.ts';
import { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '../object/kinds.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';
import type { Permission } from './permission.ts';
import { covers, type Grant, grantsOf, rulesOfGrants } from './policy-rule.ts';

export interface RolesOptions {
  /** Of all roles and bindings. */
  readonly name: string;
  /** Where the operator runs, and its service account is. Default `default`. */
  readonly namespace?: string;
  /** As which the operator runs; not made here. Default: the name. */
  readonly serviceAccount?: string;
  readonly permissions: readonly Permission[];
  /** Of all roles and bindings. Default none. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** In its wire form, with `apiVersion` and `kind`: to be created, applied or printed. */
export type RbacObject = ClusterRole | ClusterRoleBinding | Role | RoleBinding;

const API_GROUP = 'rbac.authorization.k8s.io';

/**
 * The roles that the permissions come to, each followed by its binding: a ClusterRole for what is asked everywhere
 * and for kinds without namespaces, a Role in each namespace that is named. None that would be empty; in a
 * namespace nothing that the ClusterRole allows already.
 *
 * @throws InvalidConfigError as `rulesOf` does, and when there is no name.
 */
export function rolesOf(options: RolesOptions): readonly RbacObject[] {
  requireOption('RolesOptions.name', options.name);
  if (/[/%]/.test(options.name))
    throw new InvalidConfigError(`RolesOptions.name must not contain "/" or "%"; got "${options.name}"`);
  requireOption('RolesOptions.permissions', options.permissions);
  const grants = grantsOf(options.permissions);
  const everywhere = grants.filter(({ namespace }) => namespace === undefined);
  const local = grants.filter((grant) => !everywhere.some((wider) => covers(wider, grant)));
  const namespaces = new Set(local.flatMap(({ namespace }) => namespace ?? []));
  return [
    ...clusterRole(options, everywhere),
    ...[...namespaces].toSorted().flatMap((namespace) =>
      roleIn(
        namespace,
        options,
        local.filter((grant) => grant.namespace === namespace),
      ),
    ),
  ];
}

/** The same as YAML, a document each. The same permissions make the same text. */
export function rolesYaml(options: RolesOptions): string {
  // Only who prints roles pays for it.
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return rolesOf(options)
    .map((role) => stringify(role, { lineWidth: 0, aliasDuplicateObjects: false }))
    .join('---\n');
}

function clusterRole(options: RolesOptions, grants: readonly Grant[]): readonly RbacObject[] {
  if (grants.length === 0) return [];
  const meta = metadata(options);
  const role: ClusterRole = { ...ofKind(ClusterRole), metadata: meta, rules: wireRules(grants) };
  const binding: ClusterRoleBinding = {
    ...ofKind(ClusterRoleBinding),
    metadata: meta,
    ...bound('ClusterRole', options),
  };
  return [role, binding];
}

function roleIn(
  namespace: string,
  options: RolesOptions,
  grants: readonly Grant[],
): readonly [Role, RoleBinding] {
  const meta = { ...metadata(options), namespace };
  const role: Role = { ...ofKind(Role), metadata: meta, rules: wireRules(grants) };
  return [role, { ...ofKind(RoleBinding), metadata: meta, ...bound('Role', options) }];
}

function ofKind<T extends KubernetesObject>({ apiVersion, kind }: Kind<T>): Pick<T, 'apiVersion' | 'kind'> {
  return { apiVersion, kind };
}

/** A copy, since the kinds' types say that lists may be written to. */
function wireRules(grants: readonly Grant[]): NonNullable<Role['rules']> {
  return rulesOfGrants(grants).map((rule) => structuredClone(rule));
}

function metadata({ name, labels }: RolesOptions): { name: string; labels?: Record<string, string> } {
  return { name, ...(labels !== undefined && { labels: { ...labels } }) };
}

function bound(
  kind: 'ClusterRole' | 'Role',
  { name, namespace = 'default', serviceAccount = name }: RolesOptions,
): Pick<RoleBinding, 'roleRef' | 'subjects'> {
  return {
    roleRef: { apiGroup: API_GROUP, kind, name },
    subjects: [{ kind: 'ServiceAccount', name: serviceAccount, namespace }],
  };
}
