import type { Step } from '../../step.ts';
import { get, patch, post } from '../../steps.ts';
import { NAME, FREE, made, refused, TRIES, one, served, created, TEXT } from './tries.ts';

/** What the schema of a definition makes of the objects that are sent. */
export const DEFINITION_VALUES: Readonly<Record<string, readonly Step[]>> = {
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
};
