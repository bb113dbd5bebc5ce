import type { JsonObject } from '../../lib/object/json.ts';
import type { Choices } from './choices.ts';
import type { FuzzedKind } from './kinds.ts';

/** Parameters of a request; values are escaped when they are sent. */
export type Query = Readonly<Record<string, string>>;

const MANAGERS = { absent: 3, alpha: 4, beta: 3, gamma: 1, odd: 0.08 };
const ODD_MANAGER = 'x'.repeat(129);

/** Field manager, validation and dry run of a write. @param managed the probability that a manager is named. */
export function writeOptions(choices: Choices, managed: number = 0.6): Query {
  const manager = choices.of('field manager', { ...MANAGERS, absent: (1 - managed) * 12 });
  const validation = choices.of('fieldValidation', { absent: 8, Strict: 2, Warn: 1, Ignore: 1, Bogus: 0.05 });
  const dryRun = choices.of('dryRun', { absent: 10, All: 1, Some: 0.05 });
  return {
    ...(manager === 'absent' ? {} : { fieldManager: manager === 'odd' ? ODD_MANAGER : manager }),
    ...(validation === 'absent' ? {} : { fieldValidation: validation }),
    ...(dryRun === 'absent' ? {} : { dryRun }),
  };
}

/** Of a `get`. */
export function readOptions(choices: Choices): Query {
  const version = choices.of('version of a get', { absent: 6, current: 1, nonsense: 0.2 });
  if (version === 'absent') return {};
  return { resourceVersion: version === 'current' ? '<version>' : 'x' };
}

const LABEL_SELECTORS: readonly string[] = [
  'app',
  '!app',
  'app=a',
  'app!=a',
  'app in (a,b)',
  'tier notin (a)',
  'app=a,tier=b',
  'app==b',
  'example.com/x',
  'app=',
];
const ODD_LABEL_SELECTORS: readonly string[] = ['app in a', '=a', 'app=not valid', 'app,,tier'];
const FIELD_SELECTORS: readonly string[] = [
  'metadata.name=one',
  'metadata.name!=one',
  'metadata.namespace=<ns>',
];
const ODD_FIELD_SELECTORS: readonly string[] = ['spec.bogus=1', 'metadata.name', 'metadata.name in (one)'];

/** Selectors and paging of a list. */
export function listing({ fieldSelectors, plural }: FuzzedKind, choices: Choices): Query {
  const how = choices.of('list', {
    all: 3,
    labels: 4,
    fields: 3,
    page: 3,
    'next page': 3,
    version: 1,
    odd: 0.3,
  });
  if (how === 'all') return {};
  if (how === 'labels') {
    const odd = choices.chance('odd label selector', 0.05);
    return { labelSelector: choices.pick(odd ? ODD_LABEL_SELECTORS : LABEL_SELECTORS) };
  }
  if (how === 'fields') {
    const odd = choices.chance('odd field selector', 0.05);
    return {
      fieldSelector: choices.pick(odd ? ODD_FIELD_SELECTORS : [...FIELD_SELECTORS, ...fieldSelectors]),
    };
  }
  if (how === 'page') return { limit: choices.pick(['1', '2', '3']) };
  if (how === 'next page') return { limit: choices.pick(['1', '2']), continue: '<continue>' };
  if (how === 'odd') return choices.pick(ODD_LISTS);
  return { resourceVersion: 'x', resourceVersionMatch: choices.pick(['Exact', 'NotOlderThan', plural]) };
}

const ODD_LISTS: readonly Query[] = [
  { limit: 'x' },
  { limit: '-1' },
  { resourceVersionMatch: 'Exact' },
  { continue: 'nonsense' },
];

/** What a client asks for when it deletes an object. */
export interface Deletion {
  readonly query: Query;
  readonly body?: JsonObject;
  /** The garbage collector goes on from there. */
  readonly forgets: boolean;
}

const COLLECTED: ReadonlySet<string> = new Set(['Foreground', 'Orphan']);

export function deletion({ orphansByDefault = false }: FuzzedKind, choices: Choices): Deletion {
  const propagation = choices.of('propagation', {
    absent: 6,
    Background: 2,
    Foreground: 0.5,
    Orphan: 0.5,
    Bogus: 0.1,
  });
  const precondition = choices.of('precondition of a delete', {
    none: 5,
    uid: 1,
    'wrong uid': 0.5,
    version: 1,
    'old version': 0.7,
  });
  const dryRun = choices.chance('dry run of a delete', 0.1);
  const given: JsonObject = {
    ...(propagation === 'absent' ? {} : { propagationPolicy: propagation }),
    ...PRECONDITIONS[precondition],
    ...(choices.chance('grace period', 0.1) ? { gracePeriodSeconds: choices.pick([0, 5, -1]) } : {}),
  };
  const collected = propagation === 'absent' ? orphansByDefault : COLLECTED.has(propagation);
  const forgets = !dryRun && collected;
  if (Object.keys(given).length === 0) return { query: dryRun ? { dryRun: 'All' } : {}, forgets };
  // Beside a body, the query does not count.
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...given, ...(dryRun ? { dryRun: ['All'] } : {}) };
  return { query: {}, forgets, body };
}

const PRECONDITIONS = {
  none: {},
  uid: { preconditions: { uid: '<uid>' } },
  'wrong uid': { preconditions: { uid: 'wrong' } },
  version: { preconditions: { resourceVersion: '<version>' } },
  'old version': { preconditions: { resourceVersion: '<old version>' } },
} as const satisfies Readonly<Record<string, JsonObject>>;
