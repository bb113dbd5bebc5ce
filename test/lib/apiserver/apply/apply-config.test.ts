import { applyConfig, type Applied } from '../../../../lib/apiserver/apply/apply-config.ts';
import { rootType } from '../../../../lib/apiserver/apply/field-type.ts';
import {
  keyOf,
  NO_MANAGERS,
  type Manager,
  type ManagerName,
  type Managers,
} from '../../../../lib/apiserver/apply/managers.ts';
import { mergeObjects } from '../../../../lib/apiserver/apply/merge.ts';
import type { ResourceDefinition } from '../../../../lib/apiserver/resource-definition.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const TEXT: Schema = { type: 'string' };
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        text: TEXT,
        tags: { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' },
        map: { type: 'object', additionalProperties: TEXT },
      },
    },
  },
};

const DEFINITION: ResourceDefinition = {
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  listKind: 'ThingList',
  plural: 'things',
  singular: 'thing',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
  custom: true,
  status: false,
  scale: undefined,
  schema: SCHEMA,
  columns: [],
  generation: true,
  strategy: undefined,
};

const type = rootType(DEFINITION);

function named(manager: string): ManagerName {
  return { manager, operation: 'Apply', apiVersion: 'example.com/v1', subresource: '' };
}

function apply(
  manager: string,
  live: JsonObject,
  config: JsonObject,
  managers: Managers = NO_MANAGERS,
): Applied {
  return applyConfig({ definition: DEFINITION, type, live, config, managers, applier: named(manager) });
}

/** [live, config, want]: what real API servers make of two orders. */
const ORDERS: Readonly<Record<string, readonly [string, string, string]>> = {
  'appends what is new': ['a b', 'c', 'a b c'],
  'weaves shared and new items': ['a b c', 'x b y', 'a x b c y'],
  'moves shared items into the order of the configuration': ['a x b c y', 'c a', 'x b c y a'],
  'takes the order of a configuration that has all': ['c y a', 'z a y c', 'z a y c'],
  'keeps the live order where nothing is applied': ['b a', '', 'b a'],
  reverses: ['a b c', 'c b a', 'c b a'],
};

function tags(text: string): JsonObject {
  return { spec: { tags: text.split(' ').filter((tag) => tag !== '') } };
}

suite('mergeObjects', (test) => {
  for (const [name, [live, config, want]] of Object.entries(ORDERS))
    test(`in a set: ${name}`, () => equal(mergeObjects(type, tags(live), tags(config)), tags(want)));
});

suite('applyConfig', (test) => {
  test('removes what its manager gives up, but not what another one applies too', () => {
    const first = apply('a', {}, { spec: { text: 'x', map: { m: '1', n: '1' } } });
    const second = apply('b', first.object, { spec: { map: { m: '1' } } }, first.managers);
    is(second.changed, false);
    const third = apply('a', second.object, { spec: { text: 'x' } }, second.managers);
    equal(third.object, { spec: { text: 'x', map: { m: '1' } } });
    equal(
      [...third.managers.values()].map(({ manager, fields }) => [manager, fields]),
      [
        ['a', { 'f:spec': { 'f:text': {} } }],
        ['b', { 'f:spec': { 'f:map': { 'f:m': {} } } }],
      ],
    );
  });

  test('tells of conflicts, and takes the fields for those who go on nevertheless', () => {
    const first = apply('a', {}, { spec: { text: 'x', map: { m: '1' } } });
    const second = apply('b', first.object, { spec: { text: 'y', map: { m: '1' } } }, first.managers);
    equal(
      second.conflicts.map(({ manager, fields }) => [manager.manager, fields]),
      [['a', { 'f:spec': { 'f:text': {} } }]],
    );
    const [a] = [...second.managers.values()];
    equal(a?.fields, { 'f:spec': { 'f:map': { 'f:m': {} } } });
  });

  test('gives up a map with what nobody owns in it, as a real API server does', () => {
    const result = apply('a', { spec: { map: { loose: '1' } } }, { spec: { map: { m: '1' } } });
    const next = apply('a', result.object, {}, result.managers);
    equal([next.object, next.managers.size], [{}, 0]);
  });

  test('leaves alone what an updater owns', () => {
    const result = apply('a', { spec: { map: { loose: '1' } } }, { spec: { map: { m: '1' } } });
    const fields = { 'f:spec': { 'f:map': { 'f:loose': {} } } };
    const updater: Manager = { ...named('u'), operation: 'Update', time: undefined, fields };
    const managers = new Map([...result.managers, [keyOf(updater), updater]]);
    equal(apply('a', result.object, {}, managers).object, { spec: { map: { loose: '1' } } });
  });
});
