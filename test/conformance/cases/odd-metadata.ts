import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { core, del, grouped, patch, post, put } from '../steps.ts';
import { definition } from './kinds.ts';

/** Metadata that is none, by each verb, of a built-in kind and of a custom one: the two are decoded by other parts. */

const GROUP = 'odd-metadata.conformance.example.com';
const V1 = `${GROUP}/v1`;
const CUSTOMS = grouped(V1, 'plains');
const RULED = grouped(V1, 'ruleds');
const HOLDERS = grouped(V1, 'holders');
const MAPS = core('configmaps');
const SERVICES = core('services');
const DEPLOYMENTS = grouped('apps/v1', 'deployments');
const JOBS = grouped('batch/v1', 'jobs');
const DRY = 'dryRun=All';

/** Field → what it cannot be, or what hardly anybody makes it. */
const ODD: Readonly<Record<string, readonly JsonValue[]>> = {
  name: [5, '', 'Not A Name'],
  namespace: [5, 'other'],
  generateName: ['Not A Name', 5],
  generation: [1.5, 7, 'x'],
  creationTimestamp: ['', 'x', 5, null],
  deletionTimestamp: ['', 'x', true],
  deletionGracePeriodSeconds: [1.5, 'x'],
  resourceVersion: ['', 'x', null],
  labels: [5, { a: 5 }, { a: null }, { 'not a label': 'b' }],
  ownerReferences: [5, [null], [{}], ['x']],
  finalizers: [5, [null], [5], ['bare']],
  managedFields: [5, [null], ['x']],
  unknown: [null, 1],
};

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
}

const KINDS: readonly Kind[] = [
  { apiVersion: V1, kind: 'Plain', path: CUSTOMS },
  { apiVersion: 'v1', kind: 'ConfigMap', path: MAPS },
];

function odd({ apiVersion, kind, path }: Kind, field: string, value: JsonValue): readonly Step[] {
  const obj = (name: string, more: JsonObject = {}): JsonObject => ({
    apiVersion,
    kind,
    metadata: { name, ...more },
  });
  const more = { [field]: value };
  const one = `${path}/one`;
  return [
    post(path, obj('one'), { quiet: true, as: 'one' }),
    post(`${path}?${DRY}`, obj('two', more)),
    put(`${one}?${DRY}`, obj('one', { resourceVersion: '<one.metadata.resourceVersion>', ...more })),
    patch('merge', `${one}?${DRY}`, { metadata: more }),
    patch('json', `${one}?${DRY}`, [{ op: 'add', path: `/metadata/${field}`, value }]),
    patch('apply', `${one}?${DRY}&fieldManager=tester&force=true`, obj('one', more)),
    patch('apply', `${path}/three?${DRY}&fieldManager=tester`, obj('three', more)),
  ];
}

const oddCases = KINDS.flatMap((kind) =>
  Object.entries(ODD).flatMap(([field, values]) =>
    values.map(
      (value) => [`${kind.kind}: ${field} ${JSON.stringify(value)}`, odd(kind, field, value)] as const,
    ),
  ),
);

/** Metadata of an embedded object, in a creation and in an apply. */
const EMBEDDED: readonly JsonValue[] = [
  null,
  5,
  [],
  {},
  { name: 5 },
  { name: 'a/b' },
  { name: null, labels: { b: null, a: '1' } },
  { labels: {}, finalizers: [], generation: 0, unknown: 1 },
  { labels: { 'not a label': ' ' }, annotations: { 'not a key': '' } },
  { namespace: 'A B', generation: -1 },
  { generation: 1.5 },
  { creationTimestamp: 'x' },
  { ownerReferences: [null] },
];

function embedding(metadata: JsonValue): readonly Step[] {
  const spec = { embedded: { apiVersion: 'v1', kind: 'Any', metadata } };
  return [
    post(`${HOLDERS}?${DRY}`, { ...holder, spec }),
    patch('apply', `${HOLDERS}/one?${DRY}&fieldManager=tester`, { ...holder, spec }),
    post(HOLDERS, { ...holder, spec: {} }, { quiet: true }),
    patch('merge', `${HOLDERS}/one?${DRY}`, { spec }),
  ];
}

const holder: JsonObject = { apiVersion: V1, kind: 'Holder', metadata: { name: 'one' } };

function ruled(spec: JsonValue, metadata?: JsonValue): JsonObject {
  return { apiVersion: V1, kind: 'Ruled', ...(metadata === undefined ? {} : { metadata }), spec };
}

function deployment(matchLabels: JsonObject): JsonObject {
  const template = { spec: { containers: [{ name: null }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: { selector: { matchLabels }, template },
  };
}

function job(metadata: JsonObject): JsonObject {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main:1' }] } };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'one', ...metadata },
    spec: { suspend: true, template },
  };
}

const service: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'one' },
  spec: { ports: [{ port: 80 }] },
};
const emptyTime = { conditions: [{ type: 'A', status: 'True', lastTransitionTime: '' }] };

export const ODD_METADATA: Topic = {
  name: 'odd-metadata',
  definitions: [
    definition(
      'plains',
      'Plain',
      { type: 'object', properties: { spec: { type: 'object' } } },
      { group: GROUP },
    ),
    definition(
      'holders',
      'Holder',
      {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              embedded: {
                type: 'object',
                'x-kubernetes-embedded-resource': true,
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
        },
      },
      { group: GROUP },
    ),
    definition(
      'ruleds',
      'Ruled',
      {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { mode: { type: 'string', enum: ['on'] } },
            'x-kubernetes-validations': [{ rule: "self.mode == 'on'" }],
          },
          status: { type: 'object', properties: { phase: { type: 'string' } } },
        },
      },
      { group: GROUP, version: { subresources: { status: {} } } },
    ),
  ],
  cases: {
    ...Object.fromEntries(oddCases),
    ...Object.fromEntries(
      EMBEDDED.map((metadata) => [`embedded metadata ${JSON.stringify(metadata)}`, embedding(metadata)]),
    ),
    'embedded types': [
      post(HOLDERS, { ...holder, spec: { embedded: { apiVersion: {}, kind: 'A' } } }),
      post(HOLDERS, { ...holder, spec: { embedded: { apiVersion: 'v1', kind: 5 } } }),
      post(HOLDERS, { ...holder, spec: { embedded: { apiVersion: 'v1', kind: 'A.b_c' } } }),
    ],
    'keys that are too long': [
      post(MAPS, {
        metadata: {
          name: 'one',
          labels: { [`${'a'.repeat(260)}.com/x`]: 'y', ['b'.repeat(70)]: 'c'.repeat(70) },
          annotations: { [`${'a'.repeat(260)}.com/x`]: 'y' },
          finalizers: [`example.com/${'b'.repeat(70)}`],
        },
      }),
    ],
    'the last answer of an object that goes, with the status that would let it go': [
      post(JOBS, job({ finalizers: ['example.com/hold'] }), { quiet: true }),
      del(`${JOBS}/one?propagationPolicy=Background`, undefined, { quiet: true }),
      patch(
        'merge',
        `${JOBS}/one/status?${DRY}`,
        { metadata: { finalizers: null }, status: { active: 1 } },
        // The real server's controllers may have written the Job meanwhile.
        { hide: ['metadata.managedFields', 'metadata.resourceVersion', 'status'] },
      ),
    ],
    'without a name: all that is wrong is told': [
      post(RULED, ruled({ mode: 'off' }, {})),
      post(RULED, ruled({ mode: 'on' }, null)),
      post(RULED, ruled(5)),
      post(`${JOBS}?${DRY}`, { spec: { parallelism: -1 } }),
      post(`${SERVICES}?${DRY}`, { spec: { type: 'Other' } }),
      post(DEPLOYMENTS, { metadata: { labels: { a: ' ' } } }),
    ],
    'annotations that are too large hide rules': [
      post(RULED, ruled({ mode: 'off' }, { name: 'one', annotations: { a: 'x'.repeat(262_144) } })),
    ],
    'a status that is null, where there was none': [
      post(RULED, ruled({ mode: 'on' }, { name: 'one' }), { quiet: true }),
      patch('apply', `${RULED}/one/status?fieldManager=tester`, {
        ...ruled(null, { name: 'one' }),
        status: null,
      }),
    ],
    'times that are empty': [
      post(SERVICES, service, { quiet: true }),
      put(`${SERVICES}/one/status?${DRY}`, { ...service, status: emptyTime }),
      patch('merge', `${SERVICES}/one/status?${DRY}`, { status: emptyTime }),
      patch('apply', `${SERVICES}/one/status?${DRY}&fieldManager=tester&force=true`, {
        ...service,
        status: emptyTime,
      }),
    ],
    'fields that nobody knows, and that are null': [
      post(`${SERVICES}?${DRY}&fieldValidation=Strict`, {
        metadata: { name: 'one', unknown: null },
        spec: { unknown: null, ports: [{ port: 80, unknown: null }] },
      }),
      post(`${MAPS}?${DRY}`, { metadata: { name: 'one' }, unknown: null }),
      post(`${MAPS}?${DRY}`, { metadata: { name: 'one', ownerReferences: [{ unknown: null }] } }),
      post(`${MAPS}?${DRY}&fieldValidation=Strict`, {
        metadata: { name: 'one', ownerReferences: [{ unknown: 1 }] },
      }),
      post(`${CUSTOMS}?${DRY}&fieldValidation=Strict`, {
        apiVersion: V1,
        kind: 'Plain',
        metadata: { name: 'one', ownerReferences: [{ unknown: 1 }] },
      }),
    ],
    'a template is not looked at where the selector is none': [
      post(DEPLOYMENTS, deployment({ 'not a label': 'a' })),
      post(DEPLOYMENTS, deployment({ a: 'b' })),
    ],
  },
};
