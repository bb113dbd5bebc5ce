// The public names of `operatorkit`. What is not listed here, in `operatorkit/context` or in another entry of
// the package is internal.

// Errors
export {
  ExecutionFailedError,
  InvalidConfigError,
  NoResourceSetError,
  OperatorError,
  TerminalError,
  TimeoutError,
  causes,
  errorMessage,
  isExecutionFailed,
  isInvalidConfig,
  isNoResourceSet,
  isOperatorError,
  isTerminal,
  isTimeout,
} from './errors.ts';
export type { ErrorCode, OperatorErrorOptions } from './errors.ts';

// Waiting
export { isAbort, withDeadline } from './abort.ts';
export { defaultBackOffFactory, exponentialBackOff, retry } from './backoff.ts';
export type { BackOff, ExponentialBackOffOptions, RetryOptions } from './backoff.ts';

// Logs and metrics
export { fromWinston, newLogger } from './logger.ts';
export type { LoggerOptions } from './logger.ts';
export { PROMETHEUS_NAMESPACE, PROMETHEUS_SUBSYSTEM, Registry } from './metrics.ts';

// Objects
export { defineKind, groupOf, keyOf, keyOfRef, refOfKey, versionOf } from './object/kubernetes-object.ts';
export type { Kind, KindName, KubernetesObject, ObjectKey, ObjectRef } from './object/kubernetes-object.ts';
export {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  ControllerRevision,
  CoreEvent,
  CronJob,
  CustomResourceDefinition,
  DaemonSet,
  Deployment,
  EndpointSlice,
  Endpoints,
  Event,
  HorizontalPodAutoscaler,
  Ingress,
  IngressClass,
  Job,
  Lease,
  LimitRange,
  Namespace,
  NetworkPolicy,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ResourceQuota,
  Role,
  RoleBinding,
  Secret,
  Service,
  ServiceAccount,
  StatefulSet,
  StorageClass,
} from './object/kinds.ts';
export type { Condition, LabelSelector, ObjectMeta, OwnerReference, Scale } from './object/kinds.ts';
export type { JsonObject, JsonValue } from './object/json.ts';
export type { Status, StatusCause, StatusDetails } from './object/status.ts';
export type { Wire } from './object/wire.ts';
export { fromClientNode, toClientNode } from './object/client-node.ts';

// Client
export { clientOf, connect, findConnection } from './client/connect.ts';
export type { ConnectOptions, ConnectionOptions } from './client/connect.ts';
export type { Connection } from './client/connection.ts';
export { newClient } from './client/http-client.ts';
export type { ClientOptions } from './client/http-client.ts';
export { newUndiciTransport } from './client/undici-transport.ts';
export type { TlsOptions, UndiciTransportOptions } from './client/undici-transport.ts';
export { pathOf } from './client/path.ts';
export type { PathRef } from './client/path.ts';
export type {
  ApplyOptions,
  Client,
  DeleteOptions,
  GetOptions,
  JsonPatchOperation,
  KindRef,
  ListOptions,
  Page,
  PatchBody,
  RawRequest,
  RawResponse,
  Reader,
  SubresourceOptions,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client/client.ts';
export { clientCalls } from './client/client-call.ts';
export type { AroundCall, ClientCall } from './client/client-call.ts';
export type { Transport, TransportRequest, TransportResponse } from './client/transport.ts';
export {
  ApiError,
  UnreachableError,
  findApiError,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
  isUnreachable,
} from './client/errors.ts';

// Informer
export { newInformer } from './informer/new-informer.ts';
export type { InformerOptions } from './informer/informer-options.ts';
export { newCachedReader } from './informer/cached-reader.ts';
export type { CacheSource } from './informer/cache-source.ts';
export type { IndexQuery, Indexer, Informer, InformerEvent, InformerHealth } from './informer/informer.ts';

// Queue
export { LOW_PRIORITY } from './queue/queue.ts';
export type { AddOptions, Queue } from './queue/queue.ts';
export { WorkQueue } from './queue/work-queue.ts';
export type { WorkQueueOptions } from './queue/work-queue.ts';

// Events
export { eventOfError, newEventRecorder } from './events/event-recorder.ts';
export type { EventRecorder, EventRecorderConfig } from './events/event-recorder.ts';
export type { EventInput } from './events/event-object.ts';

// Differences
export { diffObjects } from './object/diff.ts';
export type { DiffOptions } from './object/diff.ts';

// Roles
export { rulesOf } from './rbac/policy-rule.ts';
export type { PolicyRule } from './rbac/policy-rule.ts';
export { resolvePermissions } from './rbac/resolve-permissions.ts';
export { rolesOf, rolesYaml } from './rbac/roles.ts';
export type { RbacObject, RolesOptions } from './rbac/roles.ts';
export { permissionsOf } from './rbac/common-permissions.ts';
export type { PermissionScope } from './rbac/common-permissions.ts';
export type { Permission, Verb } from './rbac/permission.ts';

// Status
export { StatusReport, statusReport } from './status/status-report.ts';
export { findCondition, isConditionTrue, mergeConditions } from './status/conditions.ts';
export type { ConditionInput, MergeConditionsOptions } from './status/conditions.ts';
export { summary } from './status/summary.ts';
export type { SummarisedCondition, SummaryOptions } from './status/summary.ts';
export type { StatusChange, StatusOf } from './status/status-change.ts';
export { newStatusWriter } from './status/status-writer.ts';
export type { StatusWriteOptions, StatusWriter, StatusWriterOptions } from './status/status-writer.ts';
export { SecretValues, secretValues, withRedaction } from './secret-values.ts';

// Schemas
export { customResource, isCustomResource } from './schema/custom-resource.ts';
export type { CustomResource } from './schema/custom-resource.ts';
export type {
  CustomResourceOptions,
  PrinterColumn,
  ScaleOptions,
  ValidationRule,
  VersionOptions,
} from './schema/custom-resource-options.ts';
export type {
  CommonStatus,
  CustomObject,
  ObjectInput,
  ObjectOf,
  ResourceVersion,
} from './schema/custom-object.ts';
export type { SchemaPair, SchemaSource, StandardSchema } from './schema/standard-schema.ts';
export type { StructuralSchema } from './schema/structural-schema.ts';
export { breakingChanges } from './schema/breaking-changes.ts';
export type { BreakingChange } from './schema/breaking-changes.ts';
export { crdYaml } from './schema/crd-yaml.ts';
export { SchemaError } from './schema/schema-error.ts';
export type { SchemaIssue } from './schema/schema-error.ts';

// Framework
export { Framework } from './framework/framework.ts';
export type { FrameworkConfig } from './framework/framework-config.ts';
export type { HealthCheck } from './framework/framework-health.ts';
export type { ObjectSchema } from './framework/reconcile/object-schema.ts';
export { pauseAnnotations, pausedBy } from './framework/pause/pause.ts';
export type { PauseOptions } from './framework/pause/pause.ts';
export type { StatusOptions } from './framework/status/status-options.ts';
export { describePlannedChange, plannedChanges } from './framework/resources/planned-change.ts';
export type { PlannedChange } from './framework/resources/planned-change.ts';
export type { OnPlannedChange } from './framework/reconcile/dry-run.ts';
export { explainText } from './framework/explain/explain-text.ts';
export type {
  Explain,
  ExplainedCause,
  ExplainedHold,
  ExplainedReconcile,
  ExplainedRun,
  ExplainedWrite,
  Explanation,
} from './framework/explain/explanation.ts';
export type { JournalOptions } from './framework/explain/journal.ts';
export { resourceRuns } from './framework/observe/reconcile-observer.ts';
export type {
  AroundResource,
  Cause,
  Hold,
  ReconcileEnd,
  ReconcileObserver,
  ReconcileStart,
  ResourceRun,
} from './framework/observe/reconcile-observer.ts';
export { FINALIZER_PREFIX, carriesFinalizer, finalizerName } from './framework/deletion/finalizer.ts';
export type { CRUDResourceOps, Resource } from './framework/resources/resource.ts';
export { CRUDResource, crudResource } from './framework/resources/crud-resource.ts';
export type { CRUDResourceConfig } from './framework/resources/crud-resource.ts';
export { Patch } from './framework/resources/patch.ts';
export type { Change } from './framework/resources/patch.ts';
export { ResourceSet, defaultResourceSetResourceFunc } from './framework/resources/resource-set.ts';
export type {
  GuardedResourceSetConfig,
  ResourceSetConfig,
  ResourceSetConstructor,
  ResourceSetResources,
} from './framework/resources/resource-set.ts';
export { ResourceRouter } from './framework/resources/resource-router.ts';
export type { ResourceRouterConfig } from './framework/resources/resource-router.ts';
export { processDelete, processUpdate } from './framework/resources/process.ts';
export type { Outcome } from './framework/resources/process.ts';
export { newExclusion, serialized } from './framework/resources/serialized.ts';
export type { Exclusion, SerializedOptions } from './framework/resources/serialized.ts';
export { merge } from './framework/intake/event-sources.ts';
export type { EventSources } from './framework/intake/event-sources.ts';
export {
  allOf,
  annotationsChanged,
  anyOf,
  changed,
  generationChanged,
  labelsChanged,
  not,
} from './framework/intake/predicates.ts';
export type { ObjectChange, Predicate } from './framework/intake/predicates.ts';
export { secondaryWatch, toOwner } from './framework/intake/secondary-watch.ts';
export type { SecondaryWatch } from './framework/intake/secondary-watch.ts';
export { ensureCrd } from './framework/crd/crd.ts';
export type { EnsureCrdOptions } from './framework/crd/crd.ts';
export { fromClientNodeInformer } from './framework/intake/client-node-informer.ts';
export type { ClientNodeInformer } from './framework/intake/client-node-informer.ts';

// Endpoint for metrics and probes
export { MetricsEndpoint, newMetricsEndpoint } from './manager/metrics-endpoint.ts';
export type { MetricsEndpointOptions } from './manager/metrics-endpoint.ts';
export type { Check } from './manager/check.ts';
export type { ExplainOption, ExplanationSource } from './manager/debug-objects.ts';

// Tracing
export { tracingObserver } from './framework/observe/tracing-observer.ts';
export type { TracingObserverOptions } from './framework/observe/tracing-observer.ts';
export { traceContext } from './tracing.ts';
export type { SpanSource, TracingOptions } from './tracing.ts';
