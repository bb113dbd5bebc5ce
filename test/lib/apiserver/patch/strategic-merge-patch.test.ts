import { applyStrategicMergePatch } from '../../../../lib/apiserver/patch/strategic-merge-patch.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import { StatusError } from '../../../../lib/apiserver/status-error.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, instanceOf, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const item: Schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    value: { type: 'string' },
    env: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    },
    args: { type: 'array', items: { type: 'string' } },
  },
};
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: item,
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    },
    words: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    atomic: { type: 'array', items: { type: 'string' } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    strategy: {
      type: 'object',
      properties: { type: { type: 'string' }, rolling: { type: 'object' } },
      'x-kubernetes-patch-strategy': 'retainKeys',
    },
    whole: { type: 'object', properties: { a: {}, b: {} }, 'x-kubernetes-patch-strategy': 'replace' },
  },
};

interface Case {
  readonly given: string;
  readonly patch: string;
  /** A code of 500 is left out. */
  readonly want: string | { readonly message: string; readonly code?: number };
}

const CASES: Readonly<Record<string, Case>> = {
  'merges maps': {
    given: '{"labels":{"a":"1"}}',
    patch: '{"labels":{"b":"2"}}',
    want: '{"labels":{"a":"1","b":"2"}}',
  },
  'removes by null': {
    given: '{"labels":{"a":"1","b":"2"}}',
    patch: '{"labels":{"a":null}}',
    want: '{"labels":{"b":"2"}}',
  },
  'drops nulls of what is new': {
    given: '{}',
    patch: '{"labels":{"a":null,"b":"1"}}',
    want: '{"labels":{"b":"1"}}',
  },
  'replaces lists without strategy': {
    given: '{"atomic":["a"]}',
    patch: '{"atomic":["b"]}',
    want: '{"atomic":["b"]}',
  },
  'merges lists by their key, what the patch names last': {
    given: '{"items":[{"name":"a","value":"1"},{"name":"b"}]}',
    patch: '{"items":[{"name":"a","value":"2"}]}',
    want: '{"items":[{"name":"a","value":"2"},{"name":"b"}]}',
  },
  'adds items that are new in front': {
    given: '{"items":[{"name":"a"}]}',
    patch: '{"items":[{"name":"b"}]}',
    want: '{"items":[{"name":"b"},{"name":"a"}]}',
  },
  'merges lists inside of items': {
    given: '{"items":[{"name":"a","env":[{"name":"x","value":"1"}]}]}',
    patch: '{"items":[{"name":"a","env":[{"name":"y","value":"2"}]}]}',
    want: '{"items":[{"name":"a","env":[{"name":"y","value":"2"},{"name":"x","value":"1"}]}]}',
  },
  'deletes an item': {
    given: '{"items":[{"name":"a"},{"name":"b"}]}',
    patch: '{"items":[{"name":"a","$patch":"delete"}]}',
    want: '{"items":[{"name":"b"}]}',
  },
  'replaces a list': {
    given: '{"items":[{"name":"a"},{"name":"b"}]}',
    patch: '{"items":[{"name":"c"},{"$patch":"replace"}]}',
    want: '{"items":[{"name":"c"}]}',
  },
  'replaces a map': {
    given: '{"labels":{"a":"1"}}',
    patch: '{"labels":{"$patch":"replace","b":"2"}}',
    want: '{"labels":{"b":"2"}}',
  },
  'empties a map': {
    given: '{"labels":{"a":"1"}}',
    patch: '{"labels":{"$patch":"delete"}}',
    want: '{"labels":{}}',
  },
  'replaces an item': {
    given: '{"items":[{"name":"a","value":"1","args":["x"]}]}',
    patch: '{"items":[{"name":"a","value":"2","args":null}]}',
    want: '{"items":[{"name":"a","value":"2"}]}',
  },
  'orders a list': {
    given: '{"items":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
    patch: '{"$setElementOrder/items":[{"name":"c"},{"name":"a"}],"items":[{"name":"a","value":"1"}]}',
    want: '{"items":[{"name":"b"},{"name":"c"},{"name":"a","value":"1"}]}',
  },
  'orders a list that it does not change': {
    given: '{"items":[{"name":"a"},{"name":"b"}]}',
    patch: '{"$setElementOrder/items":[{"name":"b"},{"name":"a"}]}',
    want: '{"items":[{"name":"b"},{"name":"a"}]}',
  },
  'merges lists of scalars': {
    given: '{"words":["a","b"]}',
    patch: '{"words":["c","a"]}',
    want: '{"words":["c","a","b"]}',
  },
  'deletes from lists of scalars': {
    given: '{"words":["a","b"]}',
    patch: '{"$deleteFromPrimitiveList/words":["a"]}',
    want: '{"words":["b"]}',
  },
  'retains keys': {
    given: '{"strategy":{"type":"Rolling","rolling":{"a":1}}}',
    patch: '{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}',
    want: '{"strategy":{"type":"Recreate"}}',
  },
  'refuses keys that it would not retain': {
    given: '{"strategy":{"type":"Rolling"}}',
    patch: '{"strategy":{"$retainKeys":["rolling"],"type":"Recreate"}}',
    want: { message: 'invalid patch format of retainKeys', code: 400 },
  },
  'replaces maps whose strategy says so': {
    given: '{"whole":{"a":1}}',
    patch: '{"whole":{"b":2}}',
    want: '{"whole":{"b":2}}',
  },
  'refuses an unknown directive': {
    given: '{"items":[{"name":"c"}]}',
    patch: '{"items":[{"$patch":"frob","name":"c"}]}',
    want: { message: 'unknown patch type: frob in map: map[$patch:frob name:c]' },
  },
  'refuses an item without merge key': {
    given: '{"items":[{"name":"c"}]}',
    patch: '{"items":[{"value":"x"}]}',
    want: { message: 'map: map[value:x] does not contain declared merge key: name' },
  },
  'drops directives from what is new': {
    given: '{}',
    patch: '{"items":[{"name":"a"},{"name":"b","$patch":"delete"}]}',
    want: '{"items":[{"name":"a"}]}',
  },
  'replaces what is of another type': {
    given: '{"labels":"x"}',
    patch: '{"labels":{"a":"1"}}',
    want: '{"labels":{"a":"1"}}',
  },
};

suite('applyStrategicMergePatch', (test) => {
  for (const [name, { given, patch, want }] of Object.entries(CASES))
    test(name, () => {
      const doc = JSON.parse(given) as JsonObject;
      const change = JSON.parse(patch) as JsonObject;
      const apply = (): JsonObject => applyStrategicMergePatch(doc, change, SCHEMA);
      if (typeof want === 'string') equal(JSON.stringify(apply()), want);
      else {
        const error = throws(apply);
        instanceOf(error, StatusError);
        equal([error.status.code, error.message], [want.code ?? 500, want.message]);
      }
      equal([JSON.stringify(doc), JSON.stringify(change)], [given, patch]);
    });
});
