import type { KindName } from '../object/kubernetes-object.ts';

export type Verb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'bind'
  | 'escalate';

/** What some part of an operator asks of the API server. Server-side apply is `patch`, and `create` where it may. */
export interface Permission {
  /** A kind, or its name alone, for which discovery is asked. */
  readonly kind: KindName & { readonly plural?: string; readonly namespaced?: boolean };
  /** `status`, `scale`, `finalizers`, …; default: the object itself. */
  readonly subresource?: string;
  readonly verbs: readonly Verb[];
  /** Default: everywhere. */
  readonly namespaces?: readonly string[];
  /** Only objects of these names; not for `list`, `watch`, `create` and `deletecollection`. Default: all. */
  readonly names?: readonly string[];
}
