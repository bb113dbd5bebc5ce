import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post, put } from '../steps.ts';
import { definition } from './kinds.ts';

/** What hardly anybody sends: requests that the differential fuzzer found to be answered differently. */

const GROUP = 'odd.conformance.example.com';
const V1 = `${GROUP}/v1`;
const V2 = `${GROUP}/v2`;
const ODDS = grouped(V1, 'odds');
const ONE = `${ODDS}/one`;
const MAPS = core('configmaps');
const SERVICES = core('services');
const DEPLOYMENTS = grouped('apps/v1', 'deployments');

const text = { type: 'string' };
const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', default: 3 },
        replicas: { type: 'integer' },
        tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
        embedded: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        when: { type: 'string', format: 'date-time' },
        list: { type: 'array', items: { type: 'object', properties: { a: text } } },
        entries: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: text } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
      },
      'x-kubernetes-validations': [{ rule: '!has(self.replicas) || self.replicas <= self.size' }],
    },
    status: { type: 'object', properties: { phase: text } },
  },
};

/** Two versions of one schema. */
function twoVersions(): JsonObject {
  const base = definition('odds', 'Odd', SCHEMA, { group: GROUP, version: { subresources: { status: {} } } });
  const spec = base['spec'] as JsonObject;
  const [first] = spec['versions'] as readonly JsonObject[];
  return { ...base, spec: { ...spec, versions: [first!, { ...first, name: 'v2', storage: false }] } };
}

function odd(spec: JsonObject = {}, rest: JsonObject = {}): JsonObject {
  const { metadata, ...others } = rest;
  return {
    apiVersion: V1,
    kind: 'Odd',
    metadata: { name: 'one', ...(metadata as JsonObject) },
    spec,
    ...others,
  };
}

function creatingAnother(spec: JsonObject, metadata: JsonObject = {}): readonly Step[] {
  return [post(ODDS, odd(spec, { kind: 'Other', metadata }))];
}

const MADE = post(ODDS, odd(), { quiet: true, as: 'made' });
const KNOWN = { resourceVersion: '<made.metadata.resourceVersion>' };

function deployment(container: JsonObject): JsonObject {
  const app = { app: 'a' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: {
      selector: { matchLabels: app },
      template: {
        metadata: { labels: app },
        spec: { containers: [{ name: 'a', image: 'b', ...container }] },
      },
    },
  };
}

function service(...ports: readonly JsonObject[]): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' }, spec: { ports } };
}

/** Whatever an apply has is of its type, and not all of it is kept. */
const LOOSE: JsonObject = definition(
  'looses',
  'Loose',
  {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: {
      spec: {
        type: 'object',
        properties: {
          a: { type: 'integer', default: 3 },
          list: { type: 'array', items: { type: 'object', properties: { a: text } } },
        },
      },
    },
  },
  { group: GROUP },
);
const LOOSES = grouped(V1, 'looses');

function loose(spec: JsonObject, metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject {
  return { apiVersion: V1, kind: 'Loose', metadata: { name: 'one', ...metadata }, spec, ...rest };
}

/** Twice the same finalizer, and an owner of something in each version. */
const TWICE: readonly Step[] = [
  post(ODDS, odd({}, { metadata: { finalizers: ['a.io/b', 'a.io/b'] } }), { quiet: true }),
  patch('merge', `${grouped(V2, 'odds')}/one?fieldManager=second`, { spec: { size: 4 } }, { quiet: true }),
];

function applying(path: string, config: JsonValue): Step {
  return patch('apply', `${path}?fieldManager=tester`, config);
}

const BROKEN = '{"metadata"';

const EXTERNAL: JsonObject = { type: 'ExternalName', externalName: 'example.com', clusterIP: null };

function withoutAddress(spec: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'one' }, spec };
}

export const ODD_REQUESTS: Topic = {
  name: 'odd-requests',
  definitions: [twoVersions(), LOOSE],
  cases: {
    'another kind: create': creatingAnother({}),
    'another kind: create with unknown fields': creatingAnother({ unknown: 1 }, { other: 2 }),
    'another kind: create against a rule': creatingAnother({ size: 1, replicas: 2 }),
    'another kind: create without the defaults that a rule needs': creatingAnother({ replicas: 2 }),
    'another kind: create with a value that a rule cannot read': creatingAnother({ size: 1, replicas: '2' }),
    'another kind: create with embedded objects and sets': creatingAnother({
      embedded: {},
      tags: ['a', 'a'],
    }),
    'another kind: update': [
      MADE,
      put(ONE, odd({ size: 1, unknown: 1 }, { kind: 'Other', metadata: KNOWN })),
    ],
    'another kind: update without a version': [MADE, put(ONE, odd({}, { kind: 'Other' }))],
    'another kind: merge patch': [MADE, patch('merge', ONE, { kind: 'Other' })],
    'another kind: update of the status': [
      MADE,
      put(`${ONE}/status`, odd({}, { kind: 'Other', metadata: KNOWN, status: { phase: 'a', unknown: 1 } })),
      get(ONE),
    ],
    'another kind: merge patch of the status': [
      MADE,
      patch('merge', `${ONE}/status`, { kind: 'Other', status: { phase: 'a' } }),
      get(ONE),
    ],
    'what is not there: patches that cannot be read': [
      ...(['json', 'merge'] as const).map((type) => patch(type, ONE, BROKEN)),
      patch('strategic', `${MAPS}/one`, BROKEN),
      patch('json', ONE, { a: 1 }),
      patch('merge', ONE, []),
    ],
    'what is not there: configurations of the status that cannot be read': [
      applying(`${ONE}/status`, BROKEN),
      applying(`${ONE}/status`, { apiVersion: V1, kind: 'Other' }),
      applying(`${DEPLOYMENTS}/one/status`, { apiVersion: 'example.com/v9', kind: 'Deployment' }),
    ],
    'what is not there: the scale': [patch('merge', `${DEPLOYMENTS}/one/scale`, BROKEN)],
    'nulls in lists: finalizers': [
      post(MAPS, configMap('one', { metadata: { finalizers: [null] } })),
      post(ODDS, odd({}, { metadata: { finalizers: ['a.io/b', null] } })),
    ],
    'nulls in lists: texts': [post(`${DEPLOYMENTS}?dryRun=All`, deployment({ args: [null, 'x'] }))],
    'nulls in lists: objects': [
      post(`${DEPLOYMENTS}?dryRun=All`, deployment({ env: [null], ports: [null] })),
    ],
    'nulls in lists: inside of the objects of a merge patch': [
      MADE,
      patch('merge', `${ONE}?fieldValidation=Strict`, { spec: { list: [{ a: null, unknown: null }] } }),
    ],
    'values that come twice: apply in another version': [
      ...TWICE,
      patch('apply', `${grouped(V2, 'odds')}/one?fieldManager=tester&force=true`, {
        ...odd({ size: 5 }),
        apiVersion: V2,
      }),
      applying(ONE, odd({ size: 5 })),
    ],
    'values that come twice: who owns what after an update of the status': [
      ...TWICE,
      patch('merge', `${ONE}/status`, { status: { phase: 'a' } }),
    ],
    'values that come twice: sent with the status': [
      post(ODDS, odd(), { quiet: true }),
      patch(
        'merge',
        `${grouped(V2, 'odds')}/one?fieldManager=second`,
        { spec: { size: 4 } },
        { quiet: true },
      ),
      patch('merge', `${ONE}/status?fieldManager=third`, {
        metadata: { finalizers: ['a.io/b', 'a.io/b'] },
        status: { phase: 'a' },
      }),
    ],
    'apply: no scalars': [
      applying(ONE, odd({ when: { x: 1 } })),
      applying(ONE, odd({ when: 7 })),
      applying(`${DEPLOYMENTS}/one`, deployment({ resources: { limits: { cpu: { x: 1 } } } })),
    ],
    'apply: keys that are lists': [applying(ONE, odd({ entries: [{ name: [{ x: 1 }] }] }))],
    'apply: the last answer about an object': [
      applying(ONE, odd({}, { metadata: { finalizers: ['a.io/b'], labels: { a: '1' } } })),
      del(ONE, undefined, { quiet: true }),
      applying(ONE, odd({}, { metadata: { annotations: { a: null } } })),
    ],
    'apply: the last answer about an object has what is not kept': [
      applying(`${LOOSES}/one`, loose({}, { finalizers: ['a.io/b'] })),
      del(`${LOOSES}/one`, undefined, { quiet: true }),
      applying(
        `${LOOSES}/one`,
        loose(
          { unknown: 1, list: [{ a: 'a', b: 'b' }, { a: 'c' }], other: { c: null } },
          {},
          { more: [null] },
        ),
      ),
    ],
    'warnings: in the order of the fields': [
      post(`${DEPLOYMENTS}?dryRun=All`, {
        ...deployment({ resources: { unknown: 1 }, unknown: 1, ports: [{ containerPort: 80, unknown: 1 }] }),
        other: 1,
      }),
    ],
    'warnings: before the name is looked at': [
      MADE,
      put(ONE, odd({ unknown: 1 }, { metadata: { name: 'two' } })),
      put(`${MAPS}/one`, configMap('two', { unknown: 1 })),
    ],
    'bytes that are lists': [
      post(MAPS, configMap('one'), { quiet: true }),
      patch('strategic', `${MAPS}/one`, { binaryData: { a: [] } }),
      patch('strategic', `${MAPS}/one`, { binaryData: { a: ['x'] } }),
    ],
    'an order of what is no object': [
      post(SERVICES, service({ name: 'a', port: 80 }), { quiet: true }),
      ...(
        [
          [[{ port: 53 }, null], [{ port: 53 }]],
          [[{ port: 53 }], ['x']],
        ] as const
      ).map(([ports, order]) =>
        patch('strategic', `${SERVICES}/one`, { spec: { ports, '$setElementOrder/ports': order } }),
      ),
    ],
    'directives inside of what a directive replaces': [
      post(SERVICES, service({ name: 'a', port: 80 }), { quiet: true }),
      patch('strategic', `${SERVICES}/one`, {
        spec: { $patch: 'replace', ports: [{ name: 'b', port: 81, $patch: 'delete' }] },
      }),
    ],
    'warnings: of a scale that has no name': [
      post(DEPLOYMENTS, deployment({}), { quiet: true }),
      patch('strategic', `${DEPLOYMENTS}/one/scale`, { $patch: 'replace', unknown: 1 }),
    ],
    'new finalizers of what is going': [
      post(MAPS, configMap('one', { metadata: { finalizers: ['a.io/b'] } }), { quiet: true }),
      del(`${MAPS}/one`, undefined, { quiet: true }),
      patch('merge', `${MAPS}/one`, { metadata: { finalizers: ['a.io/z', 'a.io/c', 'a.io/z'] } }),
    ],
    'service: ports that are missing and zero': [
      post(SERVICES, service({ name: 'a' }, { name: 'b', port: 0 })),
    ],
    'service: owners of the status with which it is created': [
      put(`${SERVICES}/one/status`, {
        ...service({ port: 80 }),
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      }),
    ],
    'service: what one without addresses does not show, and keeps': [
      post(
        SERVICES,
        withoutAddress({ type: 'ClusterIP', internalTrafficPolicy: 'Local', clusterIP: 'None' }),
      ),
      patch('merge', `${SERVICES}/one`, { spec: EXTERNAL }),
      get(`${SERVICES}/one`),
      get(`${SERVICES}/one/status`),
      patch('json', `${SERVICES}/one`, [{ op: 'test', path: '/spec/internalTrafficPolicy', value: 'Local' }]),
      patch('merge', `${SERVICES}/one/status`, { status: { conditions: [] } }),
      patch('merge', `${SERVICES}/one`, {
        spec: { type: 'ClusterIP', clusterIP: 'None', externalName: null },
      }),
      patch('strategic', `${SERVICES}/one`, { spec: EXTERNAL }),
      patch('apply', `${SERVICES}/one?fieldManager=a&force=true`, withoutAddress(EXTERNAL)),
      patch('merge', `${SERVICES}/one`, { metadata: { finalizers: ['example.com/a'] } }),
      del(`${SERVICES}/one`),
      patch('merge', `${SERVICES}/one`, { metadata: { finalizers: null } }),
    ],
    'service: an address of one that needs none': [
      post(SERVICES, service({ port: 80 }), { quiet: true }),
      put(`${SERVICES}/one`, withoutAddress({ ...EXTERNAL, clusterIP: 'None', ports: [{ port: 80 }] })),
      get(`${SERVICES}/one`),
      patch('json', `${SERVICES}/one`, [{ op: 'test', path: '/spec/clusterIPs', value: ['None'] }]),
      patch('merge', `${SERVICES}/one`, { metadata: { labels: { a: 'b' } } }),
      patch('merge', `${SERVICES}/one`, { spec: { externalName: 'other.example.com' } }),
    ],
    'service: a policy for its addresses that is empty': [
      post(SERVICES, withoutAddress({ clusterIP: 'None', ipFamilyPolicy: '' })),
      post(SERVICES, { ...withoutAddress({ clusterIP: '1', ipFamilyPolicy: '' }), metadata: {} }),
      post(SERVICES, withoutAddress({ ...EXTERNAL, ipFamilyPolicy: '' })),
      post(SERVICES, withoutAddress({ clusterIP: 'None' }), { quiet: true }),
      patch('merge', `${SERVICES}/one`, { spec: { ipFamilyPolicy: '' } }),
      patch('merge', `${SERVICES}/one`, { spec: { ...EXTERNAL, ipFamilyPolicy: '' } }),
    ],
  },
};
