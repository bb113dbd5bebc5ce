import type { JsonValue } from '../../../lib/object/json.ts';
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
    'create: unknown field and invalid value': creating(THINGS, { ...THING, spec: { size: 0, third: 3 } }),
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
