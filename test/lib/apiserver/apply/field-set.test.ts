import {
  below,
  difference,
  has,
  intersection,
  parseFieldSet,
  pathsOf,
  recursiveDifference,
  union,
  type FieldSet,
} from '../../../../lib/apiserver/apply/field-set.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

type Operation = (one: FieldSet, other: FieldSet) => FieldSet;

const A: FieldSet = { 'f:a': {} };
const AB: FieldSet = { 'f:a': { '.': {}, 'f:b': {} } };
const ONLY_B: FieldSet = { 'f:a': { 'f:b': {} } };
const EMPTY: FieldSet = {};

const CASES: Readonly<Record<string, readonly [Operation, FieldSet, FieldSet, FieldSet]>> = {
  'unites a field and one below it': [union, A, ONLY_B, AB],
  'unites the other way round': [union, ONLY_B, A, AB],
  'unites with nothing': [union, AB, EMPTY, AB],
  'takes a field and leaves what is below it': [difference, AB, A, ONLY_B],
  'takes what is below and leaves the field': [difference, AB, ONLY_B, A],
  'takes all': [difference, AB, AB, EMPTY],
  'takes nothing that is not there': [difference, A, ONLY_B, A],
  'takes a field with all below it': [recursiveDifference, AB, A, EMPTY],
  'takes recursively only where a field is meant itself': [recursiveDifference, AB, ONLY_B, A],
  'has a field in common': [intersection, AB, A, A],
  'has a field below in common': [intersection, AB, ONLY_B, ONLY_B],
  'has nothing in common': [intersection, A, ONLY_B, EMPTY],
};

suite('FieldSet', (test) => {
  for (const [name, [operation, one, other, want]] of Object.entries(CASES))
    test(name, () => equal(operation(one, other), want));

  test('gives back the same set when nothing changes', () => {
    is(union(AB, A), AB);
    is(difference(AB, { 'f:c': {} }), AB);
    is(recursiveDifference(AB, { 'f:c': {} }), AB);
  });

  test('tells a field from those below it', () => {
    equal([has(A, 'f:a'), has(AB, 'f:a'), has(ONLY_B, 'f:a'), has(A, 'f:b')], [true, true, false, false]);
    equal([below(A, 'f:a'), below(AB, 'f:a'), below(ONLY_B, 'f:a')], [EMPTY, { 'f:b': {} }, { 'f:b': {} }]);
  });

  test('writes paths as messages have them, all of a level before those below it', () => {
    const set = union(
      { 'f:l': { 'v:"x"': {}, 'v:10': {}, 'v:9': {} } },
      { 'f:l': { 'k:{"name":"c","port":80}': { '.': {}, 'f:image': {} } }, 'f:a.b/c': {} },
    );
    equal(pathsOf(set), [
      '.a.b/c',
      '.l[name="c",port=80]',
      '.l[="x"]',
      '.l[=9]',
      '.l[=10]',
      '.l[name="c",port=80].image',
    ]);
  });

  test('reads what clients send, in its one spelling', () => {
    equal(parseFieldSet({ 'f:l': { 'k:{"b": 1, "a":"x"}': {} } }), { 'f:l': { 'k:{"a":"x","b":1}': {} } });
    equal(parseFieldSet({}), {});
  });

  test('refuses what is no field set', () => {
    const wrong = [1, null, [], { a: {} }, { 'f:a': 1 }, { 'k:x': {} }, { 'i:x': {} }, { 'k:[1]': {} }];
    equal(
      wrong.map((one) => parseFieldSet(one)),
      wrong.map(() => undefined),
    );
  });
});
