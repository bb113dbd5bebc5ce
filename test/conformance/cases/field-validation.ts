import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, grouped, patch, type PatchType, post, put } from '../steps.ts';
import { CUSTOM, KINDS_DEFINITIONS } from './kinds.ts';

const MAPS = core('configmaps');
const DEPLOYMENTS = grouped('apps/v1', 'deployments');
const THINGS = grouped(CUSTOM, 'things');
const LEVELS = ['Strict', 'Warn', 'Ignore', '', 'Other'];

/** The same request at each level, always a dry run. */
function levels(request: (query: string) => Step): readonly Step[] {
  return [...LEVELS.map((level) => request(`?dryRun=All&fieldValidation=${level}`)), request('?dryRun=All')];
}

function creating(path: string, body: JsonValue): readonly Step[] {
  return levels((query) => post(`${path}${query}`, body));
}

function changing(path: string, made: JsonValue, request: (path: string) => Step): readonly Step[] {
  return [post(path, made, { quiet: true }), ...levels((query) => request(`${path}/one${query}`))];
}

function patching(type: PatchType, path: string, made: JsonValue, change: JsonValue): readonly Step[] {
  return changing(path, made, (one) => patch(type, one, change));
}

/** More fields than the real server tells of one by one: `a0`, `a1` */
function many(stem: string, value: JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: 120 }, (_, index) => [stem + index, value]));
}

/** The text of an object in which each field comes twice. */
function twice(fields: JsonObject): string {
  const members = JSON.stringify(fields).slice(1, -1);
  return `{${members},${members}}`;
}

const MAP = configMap('one', { data: { a: '1' } });
const THING = { apiVersion: CUSTOM, kind: 'Thing', metadata: { name: 'one' }, spec: { size: 1 } };
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'one', nothing: 1 },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    other: 2,
    template: {
      metadata: { labels: { a: 'b' } },
      spec: {
        containers: [
          { name: 'a', image: 'b', imagePullPolice: 'Always', ports: [{ containerPort: 80, port: 5 }] },
        ],
      },
    },
  },
};

export const FIELD_VALIDATION: Topic = {
  name: 'field-validation',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'create: unknown fields': creating(MAPS, { ...MAP, nothing: 1, metadata: { name: 'one', other: 2 } }),
    'create: unknown fields deep inside': creating(DEPLOYMENTS, DEPLOYMENT),
    'create: unknown fields, custom': creating(THINGS, {
      ...THING,
      nothing: 1,
      metadata: { name: 'one', other: 2 },
      spec: { size: 1, third: 3, inner: { a: 'a', b: 'b' }, list: [{ name: 'a', c: 'c' }], free: { x: 1 } },
    }),
    'create: duplicate fields': creating(
      MAPS,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","name":"one"},"data":{"a":"1","a":"2"},"data":{"b":"1"}}',
    ),
    'create: duplicate fields, custom': creating(
      THINGS,
      `{"apiVersion":"${CUSTOM}","kind":"Thing","metadata":{"name":"one","name":"one"},"spec":{"size":1,"size":2,"free":{"a":1,"a":2}}}`,
    ),
    'create: unknown and duplicate fields': creating(
      MAPS,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"nothing":1,"data":{"a":"1","a":"2"}}',
    ),
    ...Object.fromEntries(
      ['other.example.com/v1', CUSTOM.replace(/v1$/, 'v9'), 'v1', ''].flatMap((apiVersion) =>
        ['Thing', 'Other'].map((kind) => [
          `create: unknown fields, custom, of ${kind} in version ${apiVersion === '' ? 'none' : apiVersion}`,
          creating(THINGS, { ...THING, apiVersion, kind, metadata: { name: 'one', other: 2 } }),
        ]),
      ),
    ),
    'update: unknown fields, custom, of another version': changing(THINGS, THING, (path) =>
      put(path, { ...THING, apiVersion: 'other.example.com/v1', metadata: { name: 'one', other: 2 } }),
    ),
    'create: unknown field and invalid value': creating(THINGS, { ...THING, spec: { size: 0, third: 3 } }),
    'create: duplicate fields inside unknown ones': creating(
      MAPS,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","other":{"a":1,"a":2}},"nothing":{"a":1,"a":2}}',
    ),
    'create: duplicate fields inside unknown ones, custom': creating(
      THINGS,
      `{"apiVersion":"${CUSTOM}","kind":"Thing","metadata":{"name":"one","other":{"a":1,"a":2}},"spec":{"size":1,"third":{"a":1,"a":2}}}`,
    ),
    'create: fields that come three times': creating(
      MAPS,
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"a":"1","a":"2","a":"3"},"nothing":1,"nothing":2,"nothing":3}',
    ),
    'create: fields that come three times, custom': creating(
      THINGS,
      `{"apiVersion":"${CUSTOM}","kind":"Thing","metadata":{"name":"one"},"spec":{"size":1,"size":2,"size":3,"third":1,"third":2,"third":3}}`,
    ),
    'create: more unknown fields than are told': creating(MAPS, {
      ...many('a', 1),
      ...MAP,
      metadata: { ...many('b', 1), name: 'one' },
    }),
    'create: more unknown fields than are told, custom': creating(THINGS, {
      ...many('a', 1),
      ...THING,
      metadata: { ...many('b', 1), name: 'one' },
      spec: { ...many('c', 1), size: 1 },
    }),
    'create: more duplicate fields than are told': creating(
      MAPS,
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"nothing":1,"data":${twice(many('a', '1'))},"other":1}`,
    ),
    'create: more duplicate fields than are told, custom': creating(
      THINGS,
      `{"apiVersion":"${CUSTOM}","kind":"Thing","metadata":{"name":"one"},"nothing":1,"spec":{"size":1,"third":1,"free":${twice(many('a', '1'))}}}`,
    ),
    'merge patch: more unknown fields than are told': patching('merge', MAPS, MAP, {
      ...many('a', 1),
      metadata: many('b', 1),
    }),
    'create: letters of another case': creating(MAPS, { ...MAP, Data: { b: '1' } }),
    'create: nothing wrong': creating(MAPS, MAP),
    'update: unknown fields': changing(MAPS, MAP, (path) => put(path, { ...MAP, nothing: 1 })),
    'merge patch: unknown fields': patching('merge', MAPS, MAP, { nothing: 1, metadata: { other: 2 } }),
    'merge patch: unknown fields, custom': patching('merge', THINGS, THING, {
      nothing: 1,
      spec: { third: 3, inner: { b: 'b' } },
    }),
    'merge patch: duplicate fields': patching('merge', MAPS, MAP, '{"data":{"a":"1","a":"2"}}'),
    'merge patch: duplicate fields, custom': patching(
      'merge',
      THINGS,
      THING,
      '{"spec":{"color":"a","color":"b"}}',
    ),
    'json patch: unknown fields': patching('json', MAPS, MAP, [{ op: 'add', path: '/nothing', value: 1 }]),
    'json patch: unknown fields, custom': patching('json', THINGS, THING, [
      { op: 'add', path: '/spec/third', value: 1 },
    ]),
    'json patch: unknown member of an operation': patching('json', MAPS, MAP, [
      { op: 'add', path: '/data/x', value: '1', nothing: 1 },
    ]),
    'strategic patch: unknown fields': patching('strategic', MAPS, MAP, { nothing: 1 }),
    'strategic patch: duplicate fields': patching('strategic', MAPS, MAP, '{"data":{"a":"1","a":"2"}}'),
  },
};
