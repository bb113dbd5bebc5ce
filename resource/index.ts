// The public names of `operatorkit/resource`.

export { underlying, wrap } from './wrap.ts';
export type { Around, Call, Operation, WrappedResource } from './wrap.ts';
export { withLog } from './log/with-log.ts';
export type { LogConfig } from './log/with-log.ts';
export { withMetrics } from './metrics/with-metrics.ts';
export type { MetricsConfig } from './metrics/with-metrics.ts';
export { withRetry } from './retry/with-retry.ts';
export type { RetryConfig } from './retry/with-retry.ts';
export { withTrace } from './trace/with-trace.ts';
export type { TraceConfig } from './trace/with-trace.ts';
export { withTimeout } from './timeout/with-timeout.ts';
export type { TimeoutConfig } from './timeout/with-timeout.ts';

// Objects that others own
export { newOperator } from './k8s/operator.ts';
export type { OperatedResource, OperatorConfig, StatusFields } from './k8s/operator.ts';
export { Children } from './k8s/children.ts';
export { ownedObjects } from './k8s/owned-objects.ts';
export type { OwnedObjectsResource } from './k8s/owned-objects.ts';
export type { OwnedObjects } from './k8s/owned-objects-ops.ts';
export { configMapResource } from './k8s/config-map-resource.ts';
export type { ConfigMapResourceConfig } from './k8s/config-map-resource.ts';
export { secretResource } from './k8s/secret-resource.ts';
export type { SecretResourceConfig } from './k8s/secret-resource.ts';
export type { ListedObjectsConfig, ListedObjectsResource, StateGetter } from './k8s/listed-objects.ts';
export { OWNED_BY_LABEL, OWNER_ANNOTATION, OWNER_UID_LABEL } from './k8s/marks.ts';
export type {
  AdoptionRule,
  CreateOnce,
  Desirable,
  DesiredObject,
  OptionalKind,
  OwnedObjectsOptions,
} from './k8s/owned-objects-options.ts';
