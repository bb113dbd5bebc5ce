import type {
  CoreV1Event,
  EventsV1Event,
  V1ClusterRole,
  V1ClusterRoleBinding,
  V1Condition,
  V1ConfigMap,
  V1ControllerRevision,
  V1CronJob,
  V1CustomResourceDefinition,
  V1DaemonSet,
  V1Deployment,
  V1EndpointSlice,
  V1Endpoints,
  V1Ingress,
  V1IngressClass,
  V1Job,
  V1LabelSelector,
  V1Lease,
  V1LimitRange,
  V1Namespace,
  V1NetworkPolicy,
  V1Node,
  V1ObjectMeta,
  V1OwnerReference,
  V1PersistentVolume,
  V1PersistentVolumeClaim,
  V1Pod,
  V1PodDisruptionBudget,
  V1ReplicaSet,
  V1ResourceQuota,
  V1Role,
  V1RoleBinding,
  V1Scale,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V1StatefulSet,
  V1StorageClass,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';

import { type Kind, defineKind } from './kubernetes-object.ts';
import type { Wire } from './wire.ts';

// The kinds that operators meet. Each name is the type of the objects and, as a value, their Kind: both
// `const settings: ConfigMap` and `client.get(ctx, ConfigMap, key)` work. All are in their wire form.

/** A model's wire form that does not pass for another kind's. */
type ObjectOf<T, ApiVersion extends string, Name extends string> = Omit<Wire<T>, 'apiVersion' | 'kind'> & {
  readonly apiVersion?: ApiVersion;
  readonly kind?: Name;
};

export type ObjectMeta = Wire<V1ObjectMeta>;
export type OwnerReference = Wire<V1OwnerReference>;
export type LabelSelector = Wire<V1LabelSelector>;
export type Condition = Wire<V1Condition>;
/** The answer of the `scale` subresource. */
export type Scale = ObjectOf<V1Scale, 'autoscaling/v1', 'Scale'>;

export type ConfigMap = ObjectOf<V1ConfigMap, 'v1', 'ConfigMap'>;
export const ConfigMap: Kind<ConfigMap> = defineKind({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

export type Secret = ObjectOf<V1Secret, 'v1', 'Secret'>;
export const Secret: Kind<Secret> = defineKind({
  apiVersion: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  namespaced: true,
});

export type Pod = ObjectOf<V1Pod, 'v1', 'Pod'>;
export const Pod: Kind<Pod> = defineKind({ apiVersion: 'v1', kind: 'Pod', plural: 'pods', namespaced: true });

export type Service = ObjectOf<V1Service, 'v1', 'Service'>;
export const Service: Kind<Service> = defineKind({
  apiVersion: 'v1',
  kind: 'Service',
  plural: 'services',
  namespaced: true,
});

export type ServiceAccount = ObjectOf<V1ServiceAccount, 'v1', 'ServiceAccount'>;
export const ServiceAccount: Kind<ServiceAccount> = defineKind({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
});

export type Namespace = ObjectOf<V1Namespace, 'v1', 'Namespace'>;
export const Namespace: Kind<Namespace> = defineKind({
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
});

export type Node = ObjectOf<V1Node, 'v1', 'Node'>;
export const Node: Kind<Node> = defineKind({
  apiVersion: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});

export type PersistentVolume = ObjectOf<V1PersistentVolume, 'v1', 'PersistentVolume'>;
export const PersistentVolume: Kind<PersistentVolume> = defineKind({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  namespaced: false,
});

export type PersistentVolumeClaim = ObjectOf<V1PersistentVolumeClaim, 'v1', 'PersistentVolumeClaim'>;
export const PersistentVolumeClaim: Kind<PersistentVolumeClaim> = defineKind({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  namespaced: true,
});

export type Endpoints = ObjectOf<V1Endpoints, 'v1', 'Endpoints'>;
export const Endpoints: Kind<Endpoints> = defineKind({
  apiVersion: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  namespaced: true,
});

export type LimitRange = ObjectOf<V1LimitRange, 'v1', 'LimitRange'>;
export const LimitRange: Kind<LimitRange> = defineKind({
  apiVersion: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  namespaced: true,
});

export type ResourceQuota = ObjectOf<V1ResourceQuota, 'v1', 'ResourceQuota'>;
export const ResourceQuota: Kind<ResourceQuota> = defineKind({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  namespaced: true,
});

export type Event = ObjectOf<EventsV1Event, 'events.k8s.io/v1', 'Event'>;
export const Event: Kind<Event> = defineKind({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
});

/** An event of the core group; newer clusters prefer {@link Event}. */
export type CoreEvent = ObjectOf<CoreV1Event, 'v1', 'Event'>;
export const CoreEvent: Kind<CoreEvent> = defineKind({
  apiVersion: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
});

export type Deployment = ObjectOf<V1Deployment, 'apps/v1', 'Deployment'>;
export const Deployment: Kind<Deployment> = defineKind({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  namespaced: true,
});

export type ReplicaSet = ObjectOf<V1ReplicaSet, 'apps/v1', 'ReplicaSet'>;
export const ReplicaSet: Kind<ReplicaSet> = defineKind({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
});

export type StatefulSet = ObjectOf<V1StatefulSet, 'apps/v1', 'StatefulSet'>;
export const StatefulSet: Kind<StatefulSet> = defineKind({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  namespaced: true,
});

export type DaemonSet = ObjectOf<V1DaemonSet, 'apps/v1', 'DaemonSet'>;
export const DaemonSet: Kind<DaemonSet> = defineKind({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  namespaced: true,
});

export type ControllerRevision = ObjectOf<V1ControllerRevision, 'apps/v1', 'ControllerRevision'>;
export const ControllerRevision: Kind<ControllerRevision> = defineKind({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  namespaced: true,
});

export type Job = ObjectOf<V1Job, 'batch/v1', 'Job'>;
export const Job: Kind<Job> = defineKind({
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  namespaced: true,
});

export type CronJob = ObjectOf<V1CronJob, 'batch/v1', 'CronJob'>;
export const CronJob: Kind<CronJob> = defineKind({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  plural: 'cronjobs',
  namespaced: true,
});

export type Ingress = ObjectOf<V1Ingress, 'networking.k8s.io/v1', 'Ingress'>;
export const Ingress: Kind<Ingress> = defineKind({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  plural: 'ingresses',
  namespaced: true,
});

export type IngressClass = ObjectOf<V1IngressClass, 'networking.k8s.io/v1', 'IngressClass'>;
export const IngressClass: Kind<IngressClass> = defineKind({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
});

export type NetworkPolicy = ObjectOf<V1NetworkPolicy, 'networking.k8s.io/v1', 'NetworkPolicy'>;
export const NetworkPolicy: Kind<NetworkPolicy> = defineKind({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
});

export type HorizontalPodAutoscaler = ObjectOf<
  V2HorizontalPodAutoscaler,
  'autoscaling/v2',
  'HorizontalPodAutoscaler'
>;
export const HorizontalPodAutoscaler: Kind<HorizontalPodAutoscaler> = defineKind({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
});

export type PodDisruptionBudget = ObjectOf<V1PodDisruptionBudget, 'policy/v1', 'PodDisruptionBudget'>;
export const PodDisruptionBudget: Kind<PodDisruptionBudget> = defineKind({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  namespaced: true,
});

export type Role = ObjectOf<V1Role, 'rbac.authorization.k8s.io/v1', 'Role'>;
export const Role: Kind<Role> = defineKind({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
});

export type RoleBinding = ObjectOf<V1RoleBinding, 'rbac.authorization.k8s.io/v1', 'RoleBinding'>;
export const RoleBinding: Kind<RoleBinding> = defineKind({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  plural: 'rolebindings',
  namespaced: true,
});

export type ClusterRole = ObjectOf<V1ClusterRole, 'rbac.authorization.k8s.io/v1', 'ClusterRole'>;
export const ClusterRole: Kind<ClusterRole> = defineKind({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  namespaced: false,
});

export type ClusterRoleBinding = ObjectOf<
  V1ClusterRoleBinding,
  'rbac.authorization.k8s.io/v1',
  'ClusterRoleBinding'
>;
export const ClusterRoleBinding: Kind<ClusterRoleBinding> = defineKind({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
});

export type Lease = ObjectOf<V1Lease, 'coordination.k8s.io/v1', 'Lease'>;
export const Lease: Kind<Lease> = defineKind({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
});

export type StorageClass = ObjectOf<V1StorageClass, 'storage.k8s.io/v1', 'StorageClass'>;
export const StorageClass: Kind<StorageClass> = defineKind({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  namespaced: false,
});

export type EndpointSlice = ObjectOf<V1EndpointSlice, 'discovery.k8s.io/v1', 'EndpointSlice'>;
export const EndpointSlice: Kind<EndpointSlice> = defineKind({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
});

export type CustomResourceDefinition = ObjectOf<
  V1CustomResourceDefinition,
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition'
>;
export const CustomResourceDefinition: Kind<CustomResourceDefinition> = defineKind({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
});
