/**
 * The custom resources that are replayed: as an API server stores them, with the managedFields of the two
 * managers that a Widget typically has (who applied it, and the operator that writes its status).
 * Nearly all the same but for names, versions and some values, so that every contestant has the same work.
 */

/** What is replayed: objects, then events that modify them round robin. */
export interface Scenario {
  readonly objects: number;
  /** 0, or at least as many as objects, so that each one's last version comes by an event. */
  readonly events: number;
}

export const GROUP = 'bench.operatorkit.dev';
export const VERSION = 'v1';
export const KIND = 'Widget';
export const PLURAL = 'widgets';

const NAMESPACES = 10;

/** Versions have ten digits from first to last, so that they can be overwritten in prepared bytes. */
const BASE_VERSION = 1_000_000_000;

export function nameOf(index: number): string {
  return `widget-${String(index).padStart(6, '0')}`;
}

export function namespaceOf(index: number): string {
  return `team-${index % NAMESPACES}`;
}

/** The object's version in the list. */
export function listedVersion(index: number): number {
  return BASE_VERSION + 1 + index;
}

/** The version of the whole list, from which the watch goes on. */
export function listVersion({ objects }: Scenario): number {
  return BASE_VERSION + objects;
}

/** The version that an event brings; the first event is 0 and modifies object 0. */
export function eventVersion(scenario: Scenario, event: number): number {
  return listVersion(scenario) + 1 + event;
}

/** Versions above this one are the last of their object. */
export function lastVersionsAbove(scenario: Scenario): number {
  return listVersion(scenario) + scenario.events - scenario.objects;
}

/** Where an object ends up: the version that every contestant must hold when all is over. */
export function lastVersion(scenario: Scenario, index: number): number {
  const { objects, events } = scenario;
  if (events === 0) return listedVersion(index);
  const rounds = Math.floor((events - 1 - index) / objects);
  return eventVersion(scenario, index + rounds * objects);
}

/** @throws RangeError when events would leave some objects out. */
export function checkScenario({ objects, events }: Scenario): void {
  if (objects < 1 || (events !== 0 && events < objects))
    throw new RangeError(`cannot replay ${events} events on ${objects} objects: none, or at least one each`);
}

/** The object as the API server writes it: members sorted as Go sorts them, no white space. */
export function objectJson(index: number, version: number): string {
  return JSON.stringify({
    apiVersion: `${GROUP}/${VERSION}`,
    kind: KIND,
    metadata: metadataOf(index, version),
    spec: specOf(index),
    status: statusOf(index),
  });
}

function metadataOf(index: number, version: number): object {
  return {
    annotations: { 'bench.operatorkit.dev/revision': noise(index, 40) },
    creationTimestamp: '2026-01-05T09:30:00Z',
    generation: 3,
    labels: {
      'app.kubernetes.io/instance': nameOf(index),
      'app.kubernetes.io/managed-by': 'bench',
      'app.kubernetes.io/part-of': `suite-${index % 50}`,
    },
    managedFields: MANAGED_FIELDS,
    name: nameOf(index),
    namespace: namespaceOf(index),
    resourceVersion: String(version),
    uid: `5b1c7f3e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  };
}

const MANAGED_FIELDS: readonly object[] = [
  {
    apiVersion: `${GROUP}/${VERSION}`,
    fieldsType: 'FieldsV1',
    fieldsV1: {
      'f:metadata': {
        'f:annotations': { '.': {}, 'f:bench.operatorkit.dev/revision': {} },
        'f:labels': {
          '.': {},
          'f:app.kubernetes.io/instance': {},
          'f:app.kubernetes.io/managed-by': {},
          'f:app.kubernetes.io/part-of': {},
        },
      },
      'f:spec': { '.': {}, 'f:config': {}, 'f:env': {}, 'f:image': {}, 'f:ports': {}, 'f:replicas': {} },
    },
    manager: 'kubectl-client-side-apply',
    operation: 'Update',
    time: '2026-01-05T09:30:00Z',
  },
  {
    apiVersion: `${GROUP}/${VERSION}`,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:status': { '.': {}, 'f:conditions': {}, 'f:observedGeneration': {}, 'f:phase': {} } },
    manager: 'widget-operator',
    operation: 'Update',
    subresource: 'status',
    time: '2026-01-05T09:30:02Z',
  },
];

function specOf(index: number): object {
  return {
    config: noise(index + 1, 200),
    env: Array.from({ length: 8 }, (_, entry) => ({
      name: `SETTING_${entry}`,
      value: noise(index + entry, 32),
    })),
    image: `registry.example.com/widgets/server:1.${index % 40}.${index % 7}`,
    ports: [
      { containerPort: 8080, name: 'http', protocol: 'TCP' },
      { containerPort: 9090, name: 'metrics', protocol: 'TCP' },
    ],
    replicas: 1 + (index % 5),
  };
}

function statusOf(index: number): object {
  return {
    conditions: [
      {
        lastTransitionTime: '2026-01-05T09:30:02Z',
        message: 'All replicas are ready',
        reason: 'Ready',
        status: 'True',
        type: 'Ready',
      },
    ],
    observedGeneration: 3,
    phase: index % 11 === 0 ? 'Progressing' : 'Running',
  };
}

/** Text of that length that looks random, and is the same in every run. */
function noise(seed: number, length: number): string {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36).padStart(7, '0');
  }
  return text.slice(0, length);
}
