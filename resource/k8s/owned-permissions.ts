import type { Kind } from '../../lib/object/kubernetes-object.ts';
import type { Permission, Verb } from '../../lib/rbac/permission.ts';

export interface OwnedPermissionsOptions {
  readonly owner: Kind;
  readonly kinds: readonly Kind[];
  readonly namespaces: readonly string[] | undefined;
  readonly deletes: boolean;
  readonly refersToOwner: boolean;
}

/** What a resource of owned objects asks of the API server. */
export function ownedPermissions(options: OwnedPermissionsOptions): readonly Permission[] {
  const { owner, kinds, namespaces, deletes, refersToOwner } = options;
  const verbs: Verb[] = ['get', 'list', 'watch', 'create', 'patch'];
  if (deletes) verbs.push('delete');
  const scopeOf = (kind: Kind): Pick<Permission, 'namespaces'> =>
    namespaces !== undefined && kind.namespaced ? { namespaces } : {};
  const children = kinds.map((kind): Permission => Object.assign({ kind, verbs }, scopeOf(kind)));
  if (!refersToOwner) return children;
  // Some clusters ask for this of whoever sets blockOwnerDeletion: the plugin OwnerReferencesPermissionEnforcement.
  return [...children, { kind: owner, subresource: 'finalizers', verbs: ['update'], ...scopeOf(owner) }];
}
