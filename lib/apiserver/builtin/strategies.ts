import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { AUTOSCALER_RULES } from './kinds/autoscaling/autoscaler.ts';
import { AUTOSCALER_V1_RULES } from './kinds/autoscaling/autoscaler-versions.ts';
import { CRON_JOB_RULES } from './kinds/workloads/cron-job.ts';
import { CUSTOM_RESOURCE_DEFINITION_RULES } from './kinds/custom-resource-definition.ts';
import { CORE_EVENT_RULES, EVENT_RULES } from './kinds/event.ts';
import type { Strategy } from '../resource-definition.ts';
import { badRequest } from '../status-error.ts';
import { canonical, DecodingError } from './canonical.ts';
import type { KindRules } from './kind-rules.ts';
import {
  CLUSTER_ROLE_BINDING_RULES,
  CLUSTER_ROLE_RULES,
  ROLE_BINDING_RULES,
  ROLE_RULES,
} from './kinds/access-control.ts';
import { LEASE_RULES, NAMESPACE_RULES } from './kinds/cluster.ts';
import { CONFIG_MAP_RULES } from './kinds/configuration.ts';
import { DAEMON_SET_RULES } from './kinds/workloads/daemon-set.ts';
import { DEPLOYMENT_RULES } from './kinds/workloads/deployment.ts';
import { DISRUPTION_BUDGET_RULES } from './kinds/limits/disruption-budget.ts';
import { ENDPOINTS_RULES } from './kinds/networking/endpoints.ts';
import { ENDPOINT_SLICE_RULES } from './kinds/networking/endpoint-slice.ts';
import { INGRESS_RULES } from './kinds/networking/ingress.ts';
import { LIMIT_RANGE_RULES } from './kinds/limits/limit-range.ts';
import { NETWORK_POLICY_RULES } from './kinds/networking/network-policy.ts';
import { NODE_RULES, RUNTIME_CLASS_RULES } from './kinds/node.ts';
import { JOB_RULES } from './kinds/workloads/job.ts';
import { POD_RULES } from './kinds/pods/pod.ts';
import { RESOURCE_QUOTA_RULES } from './kinds/limits/resource-quota.ts';
import { storeOnlyRules } from './kinds/store-only.ts';
import { admissionConfigurationRules } from './kinds/admission-configuration.ts';
import { SERVICE_ACCOUNT_RULES } from './kinds/service-account.ts';
import { SECRET_RULES } from './kinds/secret.ts';
import { STATEFUL_SET_RULES } from './kinds/workloads/stateful-set.ts';
import { ServiceAllocator } from './kinds/services/service-allocator.ts';
import { serviceRules } from './kinds/services/service.ts';
import {
  CAPACITY_RULES,
  CLAIM_RULES,
  DRIVER_RULES,
  STORAGE_CLASS_RULES,
  VOLUME_RULES,
} from './kinds/storage/storage.ts';
import {
  POD_TEMPLATE_RULES,
  REPLICA_SET_RULES,
  REPLICATION_CONTROLLER_RULES,
} from './kinds/workloads/workloads.ts';
import type { SchemaResolver } from './schema-resolver.ts';
import type { ResourceRow } from './tables.ts';

const ADMISSION_KINDS = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
];

function kindRules(): ReadonlyMap<string, KindRules> {
  return new Map<string, KindRules>([
    ...ADMISSION_KINDS.map(
      (kind) => [`admissionregistration.v1.${kind}`, admissionConfigurationRules(kind)] as const,
    ),
    ['apiextensions.v1.CustomResourceDefinition', CUSTOM_RESOURCE_DEFINITION_RULES],
    ['apiregistration.v1.APIService', storeOnlyRules('APIService')],
    ['apps.v1.DaemonSet', DAEMON_SET_RULES],
    ['apps.v1.Deployment', DEPLOYMENT_RULES],
    ['apps.v1.ReplicaSet', REPLICA_SET_RULES],
    ['apps.v1.StatefulSet', STATEFUL_SET_RULES],
    ['autoscaling.v1.HorizontalPodAutoscaler', AUTOSCALER_V1_RULES],
    ['autoscaling.v2.HorizontalPodAutoscaler', AUTOSCALER_RULES],
    ['batch.v1.CronJob', CRON_JOB_RULES],
    ['batch.v1.Job', JOB_RULES],
    ['certificates.v1.CertificateSigningRequest', storeOnlyRules('CertificateSigningRequest')],
    ['coordination.v1.Lease', LEASE_RULES],
    ['core.v1.ConfigMap', CONFIG_MAP_RULES],
    ['core.v1.Endpoints', ENDPOINTS_RULES],
    ['core.v1.Event', CORE_EVENT_RULES],
    ['events.v1.Event', EVENT_RULES],
    ['core.v1.LimitRange', LIMIT_RANGE_RULES],
    ['core.v1.Namespace', NAMESPACE_RULES],
    ['core.v1.Node', NODE_RULES],
    ['core.v1.PersistentVolume', VOLUME_RULES],
    ['core.v1.PersistentVolumeClaim', CLAIM_RULES],
    ['core.v1.Pod', POD_RULES],
    ['core.v1.PodTemplate', POD_TEMPLATE_RULES],
    ['core.v1.ReplicationController', REPLICATION_CONTROLLER_RULES],
    ['core.v1.ResourceQuota', RESOURCE_QUOTA_RULES],
    ['core.v1.Secret', SECRET_RULES],
    ['core.v1.ServiceAccount', SERVICE_ACCOUNT_RULES],
    ['core.v1.Service', serviceRules(new ServiceAllocator())],
    ['discovery.v1.EndpointSlice', ENDPOINT_SLICE_RULES],
    ['flowcontrol.v1.FlowSchema', storeOnlyRules('FlowSchema')],
    ['flowcontrol.v1.PriorityLevelConfiguration', storeOnlyRules('PriorityLevelConfiguration')],
    ['networking.v1.Ingress', INGRESS_RULES],
    ['networking.v1.NetworkPolicy', NETWORK_POLICY_RULES],
    ['node.v1.RuntimeClass', RUNTIME_CLASS_RULES],
    ['policy.v1.PodDisruptionBudget', DISRUPTION_BUDGET_RULES],
    ['rbac.v1.ClusterRole', CLUSTER_ROLE_RULES],
    ['rbac.v1.ClusterRoleBinding', CLUSTER_ROLE_BINDING_RULES],
    ['rbac.v1.Role', ROLE_RULES],
    ['rbac.v1.RoleBinding', ROLE_BINDING_RULES],
    ['storage.v1.CSIDriver', DRIVER_RULES],
    ['storage.v1.CSIStorageCapacity', CAPACITY_RULES],
    ['storage.v1.StorageClass', STORAGE_CLASS_RULES],
  ]);
}

/** A new object's status is the server's own, except for nodes, which bring theirs. */
function withStatus(obj: ApiObject, status: JsonObject | undefined): ApiObject {
  return status === undefined || (obj.kind === 'Node' && obj['status'] !== undefined)
    ? obj
    : { ...obj, status };
}

function decoded(row: ResourceRow, resolver: SchemaResolver, obj: ApiObject): ApiObject {
  try {
    return canonical(resolver.resolve(row.definition), obj);
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    const version = JSON.stringify(obj.apiVersion.split('/').at(-1));
    throw badRequest(
      `${row.kind} in version ${version} cannot be handled as a ${row.kind}: ${error.message}`,
    );
  }
}

function strategyOf(row: ResourceRow, resolver: SchemaResolver, rules: KindRules): Strategy {
  const completing =
    (own: KindRules['complete']) =>
    (obj: ApiObject): ApiObject => {
      const known = decoded(row, resolver, obj);
      return own?.(known) ?? known;
    };
  const ofStatus = rules.status;
  return {
    ...(rules.infer === undefined ? {} : { infer: rules.infer }),
    complete: completing(rules.complete),
    prepareCreate: (obj) => {
      const ready = withStatus(obj, row.status);
      return rules.create?.(ready) ?? ready;
    },
    ...updateRules(rules),
    ...(ofStatus === undefined
      ? {}
      : {
          status: {
            complete: completing(ofStatus.complete ?? rules.complete),
            prepareCreate: (obj: ApiObject) => withStatus(obj, row.status),
            ...(ofStatus.sent === undefined ? {} : { sent: ofStatus.sent }),
            ...updateRules(ofStatus),
          },
        }),
  };
}

function updateRules({
  update,
  warnings,
  validate,
  overlooks,
}: KindRules): Pick<Strategy, 'prepareUpdate' | 'validate' | 'overlooks' | 'warnings'> {
  return {
    ...(update === undefined ? {} : { prepareUpdate: update }),
    ...(warnings === undefined ? {} : { warnings }),
    ...(validate === undefined ? {} : { validate }),
    ...(overlooks === undefined ? {} : { overlooks }),
  };
}

/**
 * The strategies of the built-in kinds, for one API server: Services remember what was given to them.
 *
 * All share what Go's typing does: canonical quantities (a malformed one is a bad request), no empty maps and
 * lists, and a status of the server's own for new objects.
 */
export function newStrategies(resolver: SchemaResolver): (row: ResourceRow) => Strategy {
  const rules = kindRules();
  return (row) => strategyOf(row, resolver, rules.get(row.definition) ?? {});
}
