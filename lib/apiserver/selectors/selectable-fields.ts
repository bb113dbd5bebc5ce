/** What a collection can be selected by, beside the name and the namespace. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  pods: [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  events: [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  'events.events.k8s.io': [
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reason',
    'reportingController',
    'type',
  ],
  secrets: ['type'],
  namespaces: ['status.phase'],
  nodes: ['spec.unschedulable'],
  services: ['spec.clusterIP', 'spec.type'],
  replicationcontrollers: ['status.replicas'],
  'replicasets.apps': ['status.replicas'],
  'jobs.batch': ['status.successful'],
};

/** These word a refusal in the general way; all others have conversions of their own. */
const GENERAL: ReadonlySet<string> = new Set([
  'configmaps',
  'serviceaccounts',
  'endpoints',
  'persistentvolumes',
  'persistentvolumeclaims',
  'deployments.apps',
  'daemonsets.apps',
  'statefulsets.apps',
]);

/** By which fields a collection selects, and how it refuses others. */
export interface SelectableFields {
  readonly known: ReadonlySet<string>;
  unknown(field: string): string;
}

export function selectableFields(collection: string, own: readonly string[] = []): SelectableFields {
  const known = new Set(['metadata.name', 'metadata.namespace', ...(FIELDS[collection] ?? []), ...own]);
  return {
    known,
    unknown: (field) => refusal(collection, field),
  };
}

function refusal(collection: string, field: string): string {
  const quoted = JSON.stringify(field);
  if (GENERAL.has(collection))
    return `${quoted} is not a known field selector: only "metadata.name", "metadata.namespace"`;
  if (collection === 'jobs.batch') return `field label ${quoted} not supported for Job`;
  return `field label not supported: ${field}`;
}
