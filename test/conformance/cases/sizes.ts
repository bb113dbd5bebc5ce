import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post, put } from '../steps.ts';
import { definition } from './kinds.ts';

/** How large things may be. */

const GROUP = 'sizes.conformance.example.com';
const V1 = `${GROUP}/v1`;
const BIGS = grouped(V1, 'bigs');
const MAPS = core('configmaps');
const SECRETS = core('secrets');
const MIB = 1024 * 1024;
const ANNOTATIONS_BYTES = 256 * 1024;

const SHOWN_WITHOUT = { hide: ['spec', 'status', 'data', 'binaryData', 'metadata.annotations'] };
const FREE = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

function textOf(mebibytes: number): string {
  return 'x'.repeat(Math.floor(mebibytes * MIB));
}

function big(mebibytes: number, metadata: JsonObject = {}): JsonObject {
  const spec = { a: textOf(mebibytes) };
  return { apiVersion: V1, kind: 'Big', metadata: { name: 'one', ...metadata }, spec };
}

function secret(rest: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'one' }, ...rest };
}

function pod(mebibytes: number): JsonObject {
  const spec = { containers: [{ name: 'a', image: 'a', args: [textOf(mebibytes)] }] };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec };
}

const SMALL: Step = post(BIGS, big(0), { quiet: true, as: 'made' });

/** What etcd refuses, what its client refuses, and what is not even read. */
const [FOR_ETCD, FOR_ITS_CLIENT, FOR_ALL] = [1.6, 2.2, 3.01] as const;

function bytes(count: number): string {
  return Buffer.alloc(count).toString('base64');
}

const AROUND_A_MEBIBYTE = [MIB, MIB + 1] as const;

function operations(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, () => ({ op: 'replace', path: '/spec/a', value: 'y' }));
}

export const SIZES: Topic = {
  name: 'sizes',
  definitions: [
    definition(
      'bigs',
      'Big',
      { type: 'object', properties: { spec: FREE, status: FREE } },
      { group: GROUP, version: { subresources: { status: {} } } },
    ),
  ],
  cases: {
    'custom: create': [FOR_ETCD, FOR_ITS_CLIENT, FOR_ALL].map((size) => post(BIGS, big(size))),
    'custom: the largest': [post(BIGS, big(1.499), SHOWN_WITHOUT)],
    'custom: in a dry run': [post(`${BIGS}?dryRun=All`, big(FOR_ITS_CLIENT), SHOWN_WITHOUT)],
    'custom: update': [
      SMALL,
      put(`${BIGS}/one`, big(FOR_ETCD, { resourceVersion: '<made.metadata.resourceVersion>' })),
    ],
    'custom: merge patch': [SMALL, patch('merge', `${BIGS}/one`, { spec: { a: textOf(FOR_ETCD) } })],
    'custom: json patch': [
      SMALL,
      patch('json', `${BIGS}/one`, [{ op: 'add', path: '/spec/a', value: textOf(FOR_ITS_CLIENT) }]),
      patch('json', `${BIGS}/one`, [{ op: 'add', path: '/spec/a', value: textOf(FOR_ALL) }]),
    ],
    'custom: apply': [SMALL, patch('apply', `${BIGS}/one?fieldManager=a&force=true`, big(FOR_ETCD))],
    'custom: apply what is not there': [patch('apply', `${BIGS}/one?fieldManager=a`, big(FOR_ETCD))],
    'custom: status': [SMALL, patch('merge', `${BIGS}/one/status`, { status: { a: textOf(FOR_ETCD) } })],
    'custom: a small patch of a large object': [
      post(BIGS, big(1), { quiet: true }),
      patch('merge', `${BIGS}/one`, { spec: { b: textOf(0.6) } }),
      get(`${BIGS}/one`, { quiet: true }),
    ],
    'custom: without managers it fits': [
      post(BIGS, { ...big(0), spec: { a: 'x'.repeat(1_572_864 - 460) } }, SHOWN_WITHOUT),
    ],
    'delete: options': [
      SMALL,
      del(`${BIGS}/one?dryRun=All`, { apiVersion: 'v1', kind: 'DeleteOptions', x: textOf(FOR_ETCD) }),
      del(`${BIGS}/one`, { apiVersion: 'v1', kind: 'DeleteOptions', x: textOf(FOR_ALL) }),
    ],
    'pod: create': [FOR_ETCD, FOR_ITS_CLIENT].map((size) => post(core('pods'), pod(size))),
    'config map: larger than it may be': [
      post(MAPS, configMap('one', { data: { a: textOf(FOR_ETCD) } })),
      post(MAPS, configMap('one', { data: { a: textOf(FOR_ALL) } })),
    ],
    'config map: texts and bytes': AROUND_A_MEBIBYTE.flatMap((size) => [
      post(`${MAPS}?dryRun=All`, configMap('one', { data: { a: 'x'.repeat(size) } }), SHOWN_WITHOUT),
      post(`${MAPS}?dryRun=All`, configMap('one', { binaryData: { a: bytes(size) } }), SHOWN_WITHOUT),
      post(
        `${MAPS}?dryRun=All`,
        configMap('one', { data: { a: 'x' }, binaryData: { b: bytes(size - 1) } }),
        SHOWN_WITHOUT,
      ),
    ]),
    'secret: bytes': AROUND_A_MEBIBYTE.flatMap((size) => [
      post(`${SECRETS}?dryRun=All`, secret({ data: { a: bytes(size) } }), SHOWN_WITHOUT),
      post(`${SECRETS}?dryRun=All`, secret({ stringData: { a: 'x'.repeat(size) } }), SHOWN_WITHOUT),
    ]),
    annotations: [ANNOTATIONS_BYTES, ANNOTATIONS_BYTES + 1].flatMap((size) => {
      const annotations = { a: 'x'.repeat(size - 1) };
      return [
        post(`${MAPS}?dryRun=All`, configMap('one', { metadata: { annotations } }), SHOWN_WITHOUT),
        post(`${BIGS}?dryRun=All`, big(0, { annotations }), SHOWN_WITHOUT),
      ];
    }),
    'json patch: operations': [
      SMALL,
      patch('json', `${BIGS}/one`, operations(10_000)),
      patch('json', `${BIGS}/one`, operations(10_001)),
    ],
  },
};
