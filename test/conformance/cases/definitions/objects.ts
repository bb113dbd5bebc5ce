import type { Step } from '../../step.ts';
import { del, get, patch, post, put } from '../../steps.ts';
import { NAME, FREE, made, TRIES, one, served, TEXT, SELECTABLE } from './tries.ts';

/** How the objects of a definition are served: subresources, lists, selectors, changed schemas. */
export const DEFINITION_OBJECTS: Readonly<Record<string, readonly Step[]>> = {
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
    post(TRIES, { ...one({ spec: { color: 'blue', size: 2 } }), metadata: { name: 'two' } }, { quiet: true }),
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
};
