import { CoreEvent, CustomResourceDefinition, Event, Lease } from '../object/kinds.ts';
import type { Permission } from './permission.ts';

type PermissionKind = Permission['kind'];

/** Where something is asked. */
export interface PermissionScope {
  /** Default: everywhere. */
  readonly namespaces?: readonly string[];
}

/** What usual parts of an operator ask of the API server. */
export const permissionsOf: {
  /** Of an informer, and of the cache behind it. */
  informer(kind: PermissionKind, scope?: PermissionScope): readonly Permission[];
  /** Of a framework that puts its finalizer on objects of this kind. */
  finalizer(kind: PermissionKind, scope?: PermissionScope): readonly Permission[];
  /**
   * Of whoever makes objects that such an object owns, with `blockOwnerDeletion`: the admission plugin
   * OwnerReferencesPermissionEnforcement, where it is on, asks for it.
   */
  owner(kind: PermissionKind, scope?: PermissionScope): readonly Permission[];
  /** Of whoever patches the status. */
  status(kind: PermissionKind, scope?: PermissionScope): readonly Permission[];
  /** Of an event recorder, whichever of the two groups the server has. */
  events(scope?: PermissionScope): readonly Permission[];
  /** Of `ensureCrd`, for definitions of these names: `websites.example.com`. */
  crd(...names: readonly string[]): readonly Permission[];
  /** Of a lock of this name. */
  lease(name: string, namespace: string): readonly Permission[];
} = {
  informer: (kind, scope) => [{ kind, verbs: ['get', 'list', 'watch'], ...within(scope) }],
  finalizer: (kind, scope) => [{ kind, verbs: ['get', 'patch'], ...within(scope) }],
  owner: (kind, scope) => [{ kind, subresource: 'finalizers', verbs: ['update'], ...within(scope) }],
  status: (kind, scope) => [{ kind, subresource: 'status', verbs: ['patch'], ...within(scope) }],
  events: (scope) => [
    { kind: Event, verbs: ['create', 'patch'], ...within(scope) },
    { kind: CoreEvent, verbs: ['create', 'patch'], ...within(scope) },
  ],
  crd: (...names) => [{ kind: CustomResourceDefinition, verbs: ['get', 'create', 'update'], names }],
  lease: (name, namespace) => [
    { kind: Lease, verbs: ['get', 'create', 'update'], names: [name], namespaces: [namespace] },
  ],
};

function within(scope: PermissionScope | undefined): PermissionScope {
  return scope?.namespaces === undefined ? {} : { namespaces: scope.namespaces };
}
