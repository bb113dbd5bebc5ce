import type { ReplicaSet } from '../../object/kinds.ts';
import { type Kind, defineKind } from '../../object/kubernetes-object.ts';

type Spec = NonNullable<ReplicaSet['spec']>;
type Status = Omit<NonNullable<ReplicaSet['status']>, 'terminatingReplicas'>;

/** What was before ReplicaSets, and has their controller. */
export type ReplicationController = Omit<ReplicaSet, 'apiVersion' | 'kind' | 'spec' | 'status'> & {
  readonly apiVersion?: 'v1';
  readonly kind?: 'ReplicationController';
  /** Without a selector, that is the labels of its template. */
  readonly spec?: Omit<Spec, 'selector'> & { readonly selector?: Readonly<Record<string, string>> };
  readonly status?: Status;
};
export const ReplicationController: Kind<ReplicationController> = defineKind({
  apiVersion: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  namespaced: true,
});

/** Unlike a ReplicaSet's, it tells of no Pods that end. */
export function replicationStatus(status: NonNullable<ReplicaSet['status']>): Status {
  const { terminatingReplicas: ending, ...rest } = status;
  return ending === undefined ? status : rest;
}
