import type { JsonValue } from '../../../object/json.ts';
import { since } from '../../age.ts';
import type { ApiObject } from '../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { orElse, type Cell, type Cells } from './cell.ts';

const ROLE_LABEL = 'node-role.kubernetes.io/';

function nodeStatus(node: ApiObject): string {
  const ready = listAt(node, 'status', 'conditions').find((one) => textAt(one, 'type') === 'Ready');
  const states = [
    ready === undefined ? 'Unknown' : textAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady',
  ];
  return [...states, ...(at(node, 'spec', 'unschedulable') === true ? ['SchedulingDisabled'] : [])].join(',');
}

function nodeRoles(node: ApiObject): string {
  const labels = node.metadata.labels ?? {};
  const roles = Object.keys(labels)
    .filter((name) => name.startsWith(ROLE_LABEL) && name.length > ROLE_LABEL.length)
    .map((name) => name.slice(ROLE_LABEL.length));
  const named = labels['kubernetes.io/role'] ?? '';
  return orElse([...new Set(named === '' ? roles : [...roles, named])].toSorted().join(','), '<none>');
}

function nodeAddress(type: string): Cell {
  return (node) => {
    const found = listAt(node, 'status', 'addresses').find((one) => textAt(one, 'type') === type);
    return orElse(textAt(found, 'address'), '<none>');
  };
}

function nodeInfo(name: string): Cell {
  return (node) => orElse(textAt(node, 'status', 'nodeInfo', name), '<unknown>');
}

export const NODE_CELLS: Cells = {
  Status: nodeStatus,
  Roles: nodeRoles,
  Version: (node) => textAt(node, 'status', 'nodeInfo', 'kubeletVersion'),
  'Internal-IP': nodeAddress('InternalIP'),
  'External-IP': nodeAddress('ExternalIP'),
  'OS-Image': nodeInfo('osImage'),
  'Kernel-Version': (node) => {
    const kernel = orElse(textAt(node, 'status', 'nodeInfo', 'kernelVersion'), '<unknown>');
    const architecture = textAt(node, 'status', 'nodeInfo', 'architecture');
    return architecture === '' ? kernel : `${kernel} (${architecture})`;
  },
  'Container-Runtime': nodeInfo('containerRuntimeVersion'),
};

function involved(event: ApiObject): JsonValue | undefined {
  return at(event, 'involvedObject') ?? at(event, 'regarding');
}

function eventSource(event: ApiObject): string {
  const source = objectAt(event, 'source');
  const old = Object.keys(source).length === 0 ? objectAt(event, 'deprecatedSource') : source;
  const component = textAt(old, 'component');
  const reporter =
    component === ''
      ? orElse(textAt(event, 'reportingComponent'), textAt(event, 'reportingController'))
      : component;
  const host = orElse(textAt(old, 'host'), textAt(event, 'reportingInstance'));
  return host === '' ? reporter : `${reporter}, ${host}`;
}

function firstSeen(event: ApiObject): string {
  const first = orElse(textAt(event, 'firstTimestamp'), textAt(event, 'deprecatedFirstTimestamp'));
  return orElse(first, textAt(event, 'eventTime'));
}

function lastSeen(event: ApiObject): string {
  const series = textAt(event, 'series', 'lastObservedTime');
  if (series !== '') return series;
  const last = orElse(textAt(event, 'lastTimestamp'), textAt(event, 'deprecatedLastTimestamp'));
  return orElse(last, firstSeen(event));
}

function eventCount(event: ApiObject): number {
  if (at(event, 'series') !== undefined) return numberAt(event, 'series', 'count');
  return numberAt(event, 'count') || numberAt(event, 'deprecatedCount') || 1;
}

export const EVENT_CELLS: Cells = {
  'Last Seen': (event) => (nowMs: number) => since(lastSeen(event), nowMs),
  Type: (event) => textAt(event, 'type'),
  Reason: (event) => textAt(event, 'reason'),
  Object: (event) => {
    const kind = textAt(involved(event), 'kind').toLowerCase();
    const name = textAt(involved(event), 'name');
    return name === '' ? kind : `${kind}/${name}`;
  },
  Subobject: (event) => textAt(involved(event), 'fieldPath'),
  Source: eventSource,
  Message: (event) => orElse(textAt(event, 'message'), textAt(event, 'note')).trim(),
  'First Seen': (event) => (nowMs: number) => since(firstSeen(event), nowMs),
  Count: eventCount,
  Name: (event) => event.metadata.name,
};

function subjects(kind: string): Cell {
  return (binding) =>
    listAt(binding, 'subjects')
      .filter((one) => textAt(one, 'kind') === kind)
      .map((one) => {
        const name = textAt(one, 'name');
        return kind === 'ServiceAccount' ? `${textAt(one, 'namespace')}/${name}` : name;
      })
      .join(', ');
}

export const BINDING_CELLS: Cells = {
  Role: (binding) => `${textAt(binding, 'roleRef', 'kind')}/${textAt(binding, 'roleRef', 'name')}`,
  Users: subjects('User'),
  Groups: subjects('Group'),
  ServiceAccounts: subjects('ServiceAccount'),
};

export const QUOTA_CELLS: Cells = {
  Request: (quota) => quotaText(quota, (name) => !name.startsWith('limits.')),
  Limit: (quota) => quotaText(quota, (name) => name.startsWith('limits.')),
};

function quotaText(quota: ApiObject, takes: (name: string) => boolean): string {
  const hard = objectAt(quota, 'status', 'hard');
  return Object.keys(hard)
    .filter(takes)
    .toSorted()
    .map((name) => `${name}: ${textAt(quota, 'status', 'used', name)}/${textAt(hard, name)}`)
    .join(', ');
}
