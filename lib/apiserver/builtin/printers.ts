import type { ApiObject } from '../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../fields.ts';
import { sinceCell, type Cell, type Cells } from './printers/cell.ts';
import { BINDING_CELLS, EVENT_CELLS, NODE_CELLS, QUOTA_CELLS } from './printers/cluster.ts';
import {
  ENDPOINT_SLICE_CELLS,
  ENDPOINTS_CELLS,
  INGRESS_CELLS,
  INGRESS_CLASS_CELLS,
  NETWORK_POLICY_CELLS,
  SERVICE_CELLS,
} from './printers/networking.ts';
import { POD_CELLS } from './printers/pod.ts';
import { CLAIM_CELLS, STORAGE_CLASS_CELLS, VOLUME_CELLS } from './printers/storage.ts';
import {
  AUTOSCALER_CELLS,
  CONTROLLER_REVISION_CELLS,
  CRON_JOB_CELLS,
  DAEMON_SET_CELLS,
  DEPLOYMENT_CELLS,
  DISRUPTION_BUDGET_CELLS,
  JOB_CELLS,
  POD_TEMPLATE_CELLS,
  REPLICA_SET_CELLS,
  REPLICATION_CONTROLLER_CELLS,
  STATEFUL_SET_CELLS,
} from './printers/workloads.ts';

function members(obj: ApiObject, name: string): number {
  return Object.keys(objectAt(obj, name)).length;
}

/** Columns that mean the same for every kind. */
const COMMON: Cells = {
  Age: (obj) => sinceCell(obj.metadata.creationTimestamp),
  'Created At': (obj) => obj.metadata.creationTimestamp,
};

const BY_KIND: ReadonlyMap<string, Cells> = new Map<string, Cells>([
  ['ConfigMap', { Data: (obj) => members(obj, 'data') + members(obj, 'binaryData') }],
  ['Secret', { Type: (obj) => textAt(obj, 'type'), Data: (obj) => members(obj, 'data') }],
  ['Namespace', { Status: (obj) => textAt(obj, 'status', 'phase') }],
  ['Node', NODE_CELLS],
  ['Pod', POD_CELLS],
  ['PodTemplate', POD_TEMPLATE_CELLS],
  ['Service', SERVICE_CELLS],
  ['Endpoints', ENDPOINTS_CELLS],
  ['EndpointSlice', ENDPOINT_SLICE_CELLS],
  ['Event', EVENT_CELLS],
  ['PersistentVolume', VOLUME_CELLS],
  ['PersistentVolumeClaim', CLAIM_CELLS],
  ['ResourceQuota', QUOTA_CELLS],
  ['Deployment', DEPLOYMENT_CELLS],
  ['ReplicaSet', REPLICA_SET_CELLS],
  ['ReplicationController', REPLICATION_CONTROLLER_CELLS],
  ['StatefulSet', STATEFUL_SET_CELLS],
  ['DaemonSet', DAEMON_SET_CELLS],
  ['ControllerRevision', CONTROLLER_REVISION_CELLS],
  ['Job', JOB_CELLS],
  ['CronJob', CRON_JOB_CELLS],
  ['HorizontalPodAutoscaler', AUTOSCALER_CELLS],
  ['PodDisruptionBudget', DISRUPTION_BUDGET_CELLS],
  ['Ingress', INGRESS_CELLS],
  ['IngressClass', INGRESS_CLASS_CELLS],
  ['NetworkPolicy', NETWORK_POLICY_CELLS],
  ['StorageClass', STORAGE_CLASS_CELLS],
  ['RoleBinding', BINDING_CELLS],
  ['ClusterRoleBinding', BINDING_CELLS],
  ['Lease', { Holder: (obj) => textAt(obj, 'spec', 'holderIdentity') }],
  ['RuntimeClass', { Handler: (obj) => textAt(obj, 'handler') }],
  [
    'PriorityClass',
    {
      Value: (obj) => numberAt(obj, 'value'),
      'Global-Default': (obj) => at(obj, 'globalDefault') === true,
      PreemptionPolicy: (obj) => textAt(obj, 'preemptionPolicy'),
    },
  ],
  ['ValidatingWebhookConfiguration', { Webhooks: (obj) => listAt(obj, 'webhooks').length }],
  ['MutatingWebhookConfiguration', { Webhooks: (obj) => listAt(obj, 'webhooks').length }],
]);

/** What a column of a built-in kind shows; nothing, for the columns of rare kinds. */
export function cellOf(kind: string, column: string): Cell {
  return BY_KIND.get(kind)?.[column] ?? COMMON[column] ?? (() => null);
}
