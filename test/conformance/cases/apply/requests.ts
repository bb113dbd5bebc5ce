import { configMap, core, grouped, patch, post, put } from '../../steps.ts';
import type { Step } from '../../step.ts';
import { applyMap, applyShape, paths, shape } from './fixtures.ts';

const YAML =
  'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  labels:\n    "1": "2"\ndata:\n  a: "1"\n';
const TWICE = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  a: "1"\n  a: "2"\n';

/** What an apply may look like, and how others are refused. */
export const requestCases: Readonly<Record<string, readonly Step[]>> = {
  'reads YAML': [patch('apply', `${paths.map}?fieldManager=alice`, YAML)],
  'refuses what is no object': [
    patch('apply', `${paths.map}?fieldManager=alice`, 'a: ['),
    patch('apply', `${paths.map}?fieldManager=alice`, '- a'),
    patch('apply', `${paths.map}?fieldManager=alice`, ''),
    patch('apply', `${paths.map}?fieldManager=alice`, '{"apiVersion":"v1"'),
  ],
  'refuses or warns of fields that come twice': [
    patch('apply', `${paths.map}?fieldManager=alice&fieldValidation=Strict`, TWICE),
    patch('apply', `${paths.map}?fieldManager=alice`, TWICE),
    patch('apply', `${paths.map}?fieldManager=alice&fieldValidation=Ignore`, TWICE),
  ],
  'refuses to guess': [
    patch('apply', paths.map, configMap('one')),
    patch('apply', `${paths.map}?fieldManager=a`, { kind: 'ConfigMap', metadata: { name: 'one' } }),
    patch('apply', `${paths.map}?fieldManager=a`, { apiVersion: 'v1', metadata: { name: 'one' } }),
    patch('apply', `${paths.map}?fieldManager=a`, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'one' },
    }),
    patch('apply', `${paths.map}?fieldManager=a`, {
      apiVersion: 'apps/v1',
      kind: 'ConfigMap',
      metadata: { name: 'one' },
    }),
    patch('apply', `${paths.map}?fieldManager=a`, configMap('other')),
    patch('apply', `${paths.map}?fieldManager=a`, configMap('one', { metadata: { namespace: 'other' } })),
    patch('apply', `${paths.map}?fieldManager=a`, configMap('one', { metadata: { managedFields: [] } })),
    patch(
      'apply',
      `${paths.map}?fieldManager=a`,
      configMap('one', { metadata: { managedFields: [{ manager: 'x' }] } }),
    ),
    patch('apply', `${paths.map}?fieldManager=a`, configMap('one', { metadata: { managedFields: null } })),
    patch('apply', `${paths.map}?fieldManager=a`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }),
    patch('apply', `${paths.map}?fieldManager=a`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'one-' },
    }),
    patch('apply', `${paths.map}?fieldManager=a`, { apiVersion: 'v1', kind: 'ConfigMap' }),
    patch('apply', `${core('configmaps', '/new')}?fieldManager=a`, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'one-' },
    }),
  ],
  'refuses force elsewhere': [
    patch('merge', `${paths.map}?force=true`, {}),
    patch('apply', `${paths.map}?fieldManager=a&force=maybe`, configMap('one')),
  ],
  'refuses what the schema does not know': [
    applyMap('a', { nope: 1 }),
    applyMap('a', { nope: 1 }, '&fieldValidation=Ignore'),
    applyMap('a', { data: { a: 1 } }),
    applyMap('a', { data: 'x' }),
    applyMap('a', { data: ['x'] }),
    applyMap('a', { immutable: 'yes' }),
    applyMap('a', { data: null }),
    applyMap('a', { metadata: { labels: { a: 1 } } }),
    applyMap('a', { metadata: { nope: 1 } }),
    patch('apply', `${paths.shape}?fieldManager=a`, shape({ spec: { nope: 1 } })),
    applyShape('a', { size: 'x' }),
    applyShape('a', { size: 1.5 }),
    applyShape('a', { text: 5 }),
    applyShape('a', { flag: 'x' }),
    applyShape('a', { struct: 'x' }),
    applyShape('a', { struct: ['x'] }),
    applyShape('a', { tags: 'x' }),
    applyShape('a', { tags: { a: 'b' } }),
    applyShape('a', { text: { a: 'b' } }),
    applyShape('a', { text: ['b'] }),
    applyShape('a', { entries: [{ value: 'x' }] }),
    applyShape('a', { entries: ['x'] }),
    applyShape('a', { entries: [null] }),
    applyShape('a', { tags: [null] }),
    applyShape('a', { tags: [{ a: 'b' }] }),
    applyShape('a', { either: true }),
    applyShape('a', { either: ['x'] }),
    applyShape('a', { either: 'x' }),
  ],
  'refuses elements that come twice': [
    applyShape('a', { tags: ['a', 'b', 'a'] }),
    applyShape('a', { numbers: [1, 2, 1] }),
    applyShape('a', { entries: [{ name: 'a' }, { name: 'a', zone: 'here' }] }),
    patch('apply', `${paths.deployment}?fieldManager=a`, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'one' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: {
            containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }, { containerPort: 80 }] }],
          },
        },
      },
    }),
  ],
  'validates what comes of an apply': [
    applyMap('a', { data: { 'a b': 'x' } }),
    applyMap('a', { metadata: { labels: { 'a b': 'x' } } }),
    patch('apply', `${core('services', '/one')}?fieldManager=a`, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'one' },
      spec: {},
    }),
    patch('apply', `${core('configmaps', '/Bad')}?fieldManager=a`, configMap('Bad')),
    patch('apply', `/api/v1/namespaces/missing-<id>/configmaps/one?fieldManager=a`, configMap('one')),
    patch(
      'apply',
      `${grouped('apply.example.com/v1', 'shapes', '/one/status')}?fieldManager=a`,
      shape({ status: { phase: 'x' } }),
    ),
    applyShape('a', { size: null }),
    applyShape('a', { nullable: null }),
  ],
  'refuses another uid before another name, where nothing is': [
    patch('apply', `${paths.map}?fieldManager=alice`, configMap('other', { metadata: { uid: 'wrong' } })),
    patch('apply', `${paths.map}?fieldManager=alice`, configMap('other', {})),
  ],
  'creates by no other patch': [
    patch('merge', `${paths.map}?fieldManager=a`, {}),
    put(`${paths.map}?fieldManager=a`, configMap('one')),
    post(`${core('configmaps')}?fieldManager=a`, configMap('one')),
  ],
};
