import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import { isJsonObject } from '../../../lib/object/json.ts';
import type { Seen, Step, Topic } from '../step.ts';
import { awaited, awaitedGone, del, get, grouped, patch, post, put } from '../steps.ts';
import { definition } from './kinds.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = '<id>.example.com';
const NAME = `${DEFINITIONS}/tries.${GROUP}`;
const FREE: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function made(schema: JsonObject = FREE, version: JsonObject = {}): JsonObject {
  return definition('tries', 'Try', schema, { group: GROUP, version });
}

/** A definition with other fields of its spec. */
function withSpec(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  const plain = made();
  return {
    ...plain,
    metadata: { ...(plain['metadata'] as JsonObject), ...metadata },
    spec: { ...(plain['spec'] as JsonObject), ...spec },
  };
}

function refused(body: JsonValue): readonly Step[] {
  return [post(`${DEFINITIONS}?dryRun=All`, body)];
}

function version(name: string, rest: JsonObject = {}): JsonObject {
  return { name, served: true, storage: false, schema: { openAPIV3Schema: FREE }, ...rest };
}

function conditionIs(type: string, value: string): (seen: Seen) => boolean {
  return ({ body }) => {
    const status = isJsonObject(body) && isJsonObject(body['status']) ? body['status'] : {};
    const conditions = (status['conditions'] ?? []) as readonly JsonObject[];
    return conditions.some((one) => one['type'] === type && one['status'] === value);
  };
}

const ESTABLISHED = get(NAME, { until: conditionIs('Established', 'True') });
const TRIES = grouped(`${GROUP}/v1`, 'tries');

function one(rest: JsonObject = {}, apiVersion = `${GROUP}/v1`): JsonObject {
  return { apiVersion, kind: 'Try', metadata: { name: 'one' }, ...rest };
}

/** The kind, and then requests for its objects. */
function served(body: JsonObject, ...steps: readonly Step[]): readonly Step[] {
  return [
    post(DEFINITIONS, body, { quiet: true }),
    { ...ESTABLISHED, quiet: true },
    awaited(TRIES, { quiet: true }),
    ...steps,
  ];
}

function created(schema: JsonObject, spec: JsonValue): readonly Step[] {
  const whole = { type: 'object', properties: { spec: schema } };
  return served(made(whole), post(TRIES, one({ spec })));
}

const TEXT: JsonObject = { type: 'string' };
const SELECTABLE: JsonObject = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { color: TEXT, size: { type: 'integer' }, on: { type: 'boolean' } } },
  },
};

export const DEFINITIONS_TOPIC: Topic = {
  name: 'definitions',
  cases: {
    'becomes established': [
      post(DEFINITIONS, made(), { hide: ['metadata.resourceVersion'] }),
      { ...ESTABLISHED, hide: ['metadata.resourceVersion'] },
    ],
    'is refused without a schema': refused(
      withSpec({ versions: [{ name: 'v1', served: true, storage: true }] }),
    ),
    'is refused with an empty schema': refused(made({})),
    'is refused with a wrong name': refused(withSpec({}, { name: 'other.<id>.example.com' })),
    'is refused without names': refused(withSpec({ names: {} })),
    'is refused with invalid names': refused(
      withSpec({
        names: {
          plural: 'tries',
          kind: 'a b',
          singular: 'A B',
          listKind: 'x y',
          shortNames: ['UP', 'a b'],
          categories: ['C'],
        },
      }),
    ),
    'is refused without versions': refused(withSpec({ versions: [] })),
    'is refused without a storage version': refused(withSpec({ versions: [version('v1')] })),
    'is refused with two storage versions': refused(
      withSpec({ versions: [version('v1', { storage: true }), version('v2', { storage: true })] }),
    ),
    'is refused with one version twice': refused(
      withSpec({ versions: [version('v1', { storage: true }), version('v1')] }),
    ),
    'is refused with an invalid version': refused(
      withSpec({ versions: [version('V 1', { storage: true })] }),
    ),
    'is refused with an unknown scope': refused(withSpec({ scope: 'Everywhere' })),
    'is refused without a scope and a group': refused(withSpec({ scope: '', group: '' })),
    'is refused with an invalid group': refused({
      ...made(),
      metadata: { name: 'tries.a b' },
      spec: { ...(made()['spec'] as JsonObject), group: 'a b' },
    }),
    'is refused in a group of Kubernetes': refused(definition('tries', 'Try', FREE, { group: 'x.k8s.io' })),
    'is refused with preserveUnknownFields': refused(withSpec({ preserveUnknownFields: true })),
    'is refused with a conversion that is none': refused(withSpec({ conversion: { strategy: 'Magic' } })),
    'is refused with a webhook that is missing': refused(withSpec({ conversion: { strategy: 'Webhook' } })),
    'is refused with invalid columns': refused(
      made(FREE, {
        additionalPrinterColumns: [
          { name: 'A', type: 'text', jsonPath: '.spec' },
          { name: 'B', type: 'string', jsonPath: 'spec' },
          { type: 'string' },
          { name: 'C', type: 'integer', format: 'x', jsonPath: '.x' },
        ],
      }),
    ),
    'is refused with an invalid scale': refused(
      made(FREE, {
        subresources: { scale: { specReplicasPath: '.replicas', statusReplicasPath: '.spec.x' } },
      }),
    ),
    'is refused with an empty scale': refused(made(FREE, { subresources: { scale: {} } })),
    'is refused with selectable fields that are unknown': refused(
      made(SELECTABLE, {
        selectableFields: [
          { jsonPath: '.spec.none' },
          { jsonPath: 'spec.color' },
          { jsonPath: '.metadata.name' },
          { jsonPath: '.spec.color' },
          { jsonPath: '.spec.color' },
        ],
      }),
    ),
    'is refused with too many selectable fields': refused(
      made(
        { type: 'object', properties: Object.fromEntries([...'abcdefghi'].map((key) => [key, TEXT])) },
        { selectableFields: [...'abcdefghi'].map((key) => ({ jsonPath: `.${key}` })) },
      ),
    ),
    'is refused with a selectable field of a wrong type': refused(
      made(
        {
          type: 'object',
          properties: { spec: { type: 'object', properties: { list: { type: 'array', items: TEXT } } } },
        },
        { selectableFields: [{ jsonPath: '.spec.list' }, { jsonPath: '.spec' }] },
      ),
    ),
    'is refused with an unknown field, Strict': [
      post(`${DEFINITIONS}?dryRun=All&fieldValidation=Strict`, withSpec({ nothing: 1 })),
    ],
    'warns of an unknown field': refused(withSpec({ nothing: 1 })),
    'warns of an unrecognized format': refused(
      made({ type: 'object', properties: { a: { type: 'string', format: 'colour' } } }),
    ),
    'waits for its names': [
      post(DEFINITIONS, made(), { quiet: true }),
      { ...ESTABLISHED, quiet: true },
      post(DEFINITIONS, { ...definition('others', 'Try', FREE, { group: GROUP }) }, { quiet: true }),
      get(`${DEFINITIONS}/others.${GROUP}`, {
        until: conditionIs('NamesAccepted', 'False'),
        hide: ['metadata.resourceVersion'],
      }),
      del(NAME, undefined, { quiet: true }),
      awaitedGone(NAME, { quiet: true }),
      get(`${DEFINITIONS}/others.${GROUP}`, {
        until: conditionIs('Established', 'True'),
        hide: ['metadata.resourceVersion'],
      }),
    ],
    'waits for its short names': [
      post(DEFINITIONS, withSpec({ names: { plural: 'tries', kind: 'Try', shortNames: ['tr'] } }), {
        quiet: true,
      }),
      { ...ESTABLISHED, quiet: true },
      post(
        DEFINITIONS,
        {
          ...withSpec(
            { names: { plural: 'others', kind: 'Other', shortNames: ['tr'] } },
            { name: `others.${GROUP}` },
          ),
        },
        { quiet: true },
      ),
      get(`${DEFINITIONS}/others.${GROUP}`, {
        until: conditionIs('NamesAccepted', 'False'),
        hide: ['metadata.resourceVersion'],
      }),
    ],
    'takes its objects with it': served(
      made(),
      post(TRIES, one({ metadata: { name: 'one', finalizers: ['example.com/a'] } }), { quiet: true }),
      post(TRIES, one({ metadata: { name: 'two' } }), { quiet: true }),
      del(NAME, undefined, { hide: ['metadata.resourceVersion'] }),
      get(NAME, {
        until: conditionIs('Terminating', 'True'),
        hide: ['metadata.resourceVersion', 'metadata.managedFields', 'status.conditions'],
      }),
      awaitedGone(`${TRIES}/two`),
      post(TRIES, one({ metadata: { name: 'three' } }), { until: ({ status }) => status === 403 }),
      patch('merge', `${TRIES}/one`, { metadata: { finalizers: null } }, { quiet: true }),
      awaitedGone(NAME),
      awaitedGone(TRIES),
    ),
    'generation grows with its spec': [
      post(DEFINITIONS, made(), { quiet: true }),
      { ...ESTABLISHED, quiet: true },
      patch('merge', NAME, { metadata: { labels: { a: 'b' } } }, { hide: ['metadata.resourceVersion'] }),
      patch(
        'merge',
        NAME,
        { spec: { names: { shortNames: ['tr'] } } },
        { hide: ['metadata.resourceVersion', 'status'] },
      ),
    ],
    'scope, group and kind are immutable': [
      post(DEFINITIONS, made(), { quiet: true }),
      { ...ESTABLISHED, quiet: true },
      patch('merge', NAME, { spec: { scope: 'Cluster' } }),
      patch('merge', NAME, { spec: { group: 'other.example.com' } }),
      patch('merge', NAME, { spec: { names: { kind: 'Other' } } }),
      patch('merge', NAME, { spec: { names: { plural: 'others' } } }),
    ],
    'keeps a version that has objects': served(
      withSpec({ versions: [version('v1', { storage: true }), version('v2')] }),
      post(TRIES, one({ spec: { a: 1 } }), { quiet: true }),
      patch('merge', NAME, { spec: { versions: [version('v2', { storage: true })] } }),
      patch(
        'merge',
        NAME,
        { spec: { versions: [version('v1'), version('v2', { storage: true })] } },
        { hide: ['metadata.resourceVersion', 'status.conditions'] },
      ),
    ),
    'serves several versions': served(
      withSpec({
        versions: [
          version('v1', { storage: true }),
          version('v2'),
          version('v1beta1', { served: false }),
          version('v3alpha1', { deprecated: true, deprecationWarning: 'use v2' }),
          version('v3alpha2', { deprecated: true }),
        ],
      }),
      post(TRIES, one({ spec: { a: 1 } })),
      awaited(`${grouped(`${GROUP}/v2`, 'tries')}/one`),
      get(`${grouped(`${GROUP}/v2`, 'tries')}`),
      get(`${grouped(`${GROUP}/v1beta1`, 'tries')}/one`),
      get(`${grouped(`${GROUP}/v3alpha1`, 'tries')}/one`),
      get(`${grouped(`${GROUP}/v3alpha2`, 'tries')}/one`),
      post(grouped(`${GROUP}/v2`, 'tries'), one({}, `${GROUP}/v1`)),
      patch('merge', `${grouped(`${GROUP}/v2`, 'tries')}/one`, { spec: { b: 2 } }),
      get(`${TRIES}/one`),
      awaited(`/apis/${GROUP}`),
    ),
    'defaults what is missing': created(
      {
        type: 'object',
        default: {},
        properties: {
          a: { type: 'string', default: 'x' },
          inner: { type: 'object', default: {}, properties: { b: { type: 'integer', default: 1 } } },
          bare: { type: 'object', properties: { c: { type: 'integer', default: 2 } } },
          list: {
            type: 'array',
            items: { type: 'object', properties: { d: { type: 'boolean', default: true } } },
          },
          map: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { e: { type: 'string', default: 'y' } } },
          },
          given: { type: 'string', default: 'z' },
          nulled: { type: 'string', default: 'n' },
          nullable: { type: 'string', nullable: true, default: 'm' },
        },
      },
      { bare: {}, list: [{}, { d: false }], map: { k: {} }, given: 'g', nulled: null, nullable: null },
    ),
    'defaults are added to stored objects when read': served(
      made({ type: 'object', properties: { spec: { type: 'object', properties: { a: TEXT } } } }),
      post(TRIES, one({ spec: {} }), { quiet: true }),
      patch(
        'merge',
        NAME,
        {
          spec: {
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: {
                  openAPIV3Schema: {
                    type: 'object',
                    properties: {
                      spec: { type: 'object', properties: { a: { type: 'string', default: 'late' } } },
                    },
                  },
                },
              },
            ],
          },
        },
        { quiet: true },
      ),
      get(`${TRIES}/one`, { until: ({ body }) => JSON.stringify(body).includes('late') }),
    ),
    'a default that does not validate': refused(
      made({
        type: 'object',
        properties: {
          a: { type: 'integer', default: 'x' },
          b: { type: 'string', pattern: '^a', default: 'b' },
        },
      }),
    ),
    'prunes what the schema does not know': created(
      {
        type: 'object',
        properties: {
          known: { type: 'object', properties: { a: TEXT } },
          list: { type: 'array', items: { type: 'object', properties: { a: TEXT } } },
          map: { type: 'object', additionalProperties: { type: 'object', properties: { a: TEXT } } },
          free: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
            properties: { inner: { type: 'object', properties: { a: TEXT } } },
          },
        },
      },
      {
        x: 1,
        known: { a: 'a', x: 1 },
        list: [{ a: 'a', x: 1 }],
        map: { k: { a: 'a', x: 1 } },
        free: { x: 1, inner: { a: 'a', x: 1 } },
      },
    ),
    'prunes the root': served(
      made({ type: 'object', properties: { spec: FREE } }),
      post(TRIES, one({ other: 1, spec: { a: 1 } })),
    ),
    'embedded resources': created(
      {
        type: 'object',
        properties: {
          bare: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
          known: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: { spec: { type: 'object', properties: { a: TEXT } } },
          },
        },
      },
      {
        bare: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'x', nothing: 1, labels: { a: 'b' } },
          data: { a: '1' },
        },
        known: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 'a', b: 'b' }, other: 1 },
      },
    ),
    'embedded resources that are invalid': created(
      {
        type: 'object',
        properties: {
          bare: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
      { bare: { metadata: { name: 'A B', labels: { 'a b': 'c' } } } },
    ),
    'int-or-string': served(
      made({
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { port: { 'x-kubernetes-int-or-string': true } } },
        },
      }),
      post(TRIES, one({ spec: { port: 80 } })),
      post(TRIES, { ...one({ spec: { port: '80%' } }), metadata: { name: 'two' } }),
      post(TRIES, { ...one({ spec: { port: 1.5 } }), metadata: { name: 'three' } }),
      post(TRIES, { ...one({ spec: { port: true } }), metadata: { name: 'four' } }),
    ),
    'status subresource': served(
      made({ type: 'object', properties: { spec: FREE, status: FREE } }, { subresources: { status: {} } }),
      post(TRIES, one({ spec: { a: 1 }, status: { b: 1 } })),
      put(`${TRIES}/one/status`, one({ spec: { a: 2 }, status: { b: 2 } })),
      patch('merge', `${TRIES}/one/status`, {
        spec: { a: 3 },
        status: { b: 3 },
        metadata: { labels: { c: '3' } },
      }),
      patch('merge', `${TRIES}/one`, { spec: { a: 4 }, status: { b: 4 } }),
      get(`${TRIES}/one/status`),
      del(`${TRIES}/one/status`),
    ),
    'status is no subresource': served(
      made({ type: 'object', properties: { spec: FREE, status: FREE } }),
      post(TRIES, one({ spec: { a: 1 }, status: { b: 1 } })),
      patch('merge', `${TRIES}/one/status`, { status: { b: 2 } }),
      patch('merge', `${TRIES}/one`, { status: { b: 3 } }),
    ),
    'generation without a status subresource': served(
      made({ type: 'object', properties: { spec: FREE, status: FREE, other: FREE } }),
      post(TRIES, one({ spec: { a: 1 } }), { quiet: true }),
      patch('merge', `${TRIES}/one`, { other: { b: 3 } }),
      patch('merge', `${TRIES}/one`, { metadata: { labels: { a: 'b' } } }),
      patch('merge', `${TRIES}/one`, { status: { a: 'b' } }),
    ),
    'scale subresource': served(
      made(
        {
          type: 'object',
          properties: {
            spec: { type: 'object', properties: { n: { type: 'integer', maximum: 5 } } },
            status: FREE,
          },
        },
        {
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.n',
              statusReplicasPath: '.status.n',
              labelSelectorPath: '.status.selector',
            },
          },
        },
      ),
      post(TRIES, one({ spec: {} }), { quiet: true }),
      get(`${TRIES}/one/scale`),
      patch('merge', `${TRIES}/one`, { spec: { n: 1 } }, { quiet: true }),
      patch('merge', `${TRIES}/one/status`, { status: { n: 1, selector: 'a=b' } }, { quiet: true }),
      get(`${TRIES}/one/scale`, { as: 'scale' }),
      patch('merge', `${TRIES}/one/scale`, { spec: { replicas: 2 } }),
      patch('merge', `${TRIES}/one/scale`, { spec: { replicas: 9 } }),
      patch('merge', `${TRIES}/one/scale`, { spec: { replicas: -1 } }),
      patch('merge', `${TRIES}/one/scale`, { spec: { replicas: 'x' } }),
      put(`${TRIES}/one/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one', namespace: '<ns>' },
        spec: { replicas: 3 },
      }),
      put(`${TRIES}/one/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'one', namespace: '<ns>', resourceVersion: '<scale.metadata.resourceVersion>' },
        spec: { replicas: 4 },
      }),
      get(`${TRIES}/one`),
    ),
    'list types': served(
      made({
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              set: { type: 'array', 'x-kubernetes-list-type': 'set', items: TEXT },
              map: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['a', 'b'],
                items: {
                  type: 'object',
                  required: ['a'],
                  properties: { a: TEXT, b: { type: 'string', default: 'x' } },
                },
              },
              atomic: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: TEXT },
            },
          },
        },
      }),
      post(
        TRIES,
        one({ spec: { set: ['a', 'b'], map: [{ a: '1' }, { a: '1', b: 'y' }], atomic: ['a', 'a'] } }),
      ),
      post(TRIES, {
        ...one({ spec: { set: ['a', 'a'], map: [{ a: '1' }, { a: '1', b: 'x' }] } }),
        metadata: { name: 'two' },
      }),
    ),
    'selectable fields': served(
      made(SELECTABLE, {
        selectableFields: [{ jsonPath: '.spec.color' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.on' }],
      }),
      post(TRIES, one({ spec: { color: 'red', size: 1, on: true } }), { quiet: true }),
      post(
        TRIES,
        { ...one({ spec: { color: 'blue', size: 2 } }), metadata: { name: 'two' } },
        { quiet: true },
      ),
      get(`${TRIES}?fieldSelector=spec.color=red`),
      get(`${TRIES}?fieldSelector=spec.size!=1`),
      get(`${TRIES}?fieldSelector=spec.on=true`),
      get(`${TRIES}?fieldSelector=spec.on=`),
      get(`${TRIES}?fieldSelector=spec.other=red`),
      get(`${TRIES}?fieldSelector=metadata.name=two`),
    ),
    'ratchets what was invalid before': served(
      made({ type: 'object', properties: { spec: { type: 'object', properties: { a: TEXT, b: TEXT } } } }),
      post(TRIES, one({ spec: { a: 'too long', b: 'x' } }), { quiet: true }),
      patch(
        'merge',
        NAME,
        {
          spec: {
            versions: [
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: {
                  openAPIV3Schema: {
                    type: 'object',
                    properties: {
                      spec: {
                        type: 'object',
                        properties: {
                          a: { type: 'string', maxLength: 3 },
                          b: { type: 'string', default: 'new' },
                          c: { type: 'string', default: 'ratchet' },
                        },
                      },
                    },
                  },
                },
              },
            ],
          },
        },
        { quiet: true },
      ),
      get(`${TRIES}/one`, { until: ({ body }) => JSON.stringify(body).includes('ratchet') }),
      patch('merge', `${TRIES}/one`, { spec: { b: 'y' } }),
      patch('merge', `${TRIES}/one`, { spec: { a: 'also too long' } }),
    ),
  },
};
