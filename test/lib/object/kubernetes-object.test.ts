import {
  defineKind,
  groupOf,
  keyOf,
  keyOfRef,
  refOfKey,
  versionOf,
} from '../../../lib/object/kubernetes-object.ts';
import { equal, is, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

suite('keyOf', (test) => {
  test('joins namespace and name', () => is(keyOf({ metadata: { namespace: 'a', name: 'b' } }), 'a/b'));
  test('is the name alone where there is no namespace', () => {
    is(keyOf({ metadata: { name: 'b' } }), 'b');
    is(keyOf({ metadata: { namespace: '', name: 'b' } }), 'b');
  });
  test('takes empty strings for what is missing', () => is(keyOf({}), ''));
});

suite('refOfKey', (test) => {
  for (const ref of [{ name: 'b' }, { namespace: 'a', name: 'b' }])
    test(`is the opposite of keyOfRef for ${JSON.stringify(ref)}`, () => equal(refOfKey(keyOfRef(ref)), ref));
});

suite('groupOf and versionOf', (test) => {
  test('take an apiVersion apart', () => {
    equal([groupOf('apps/v1'), versionOf('apps/v1')], ['apps', 'v1']);
    equal([groupOf('v1'), versionOf('v1')], ['', 'v1']);
  });
});

suite('defineKind', (test) => {
  test('gives a value that nobody can change', () => {
    ok(Object.isFrozen(defineKind({ apiVersion: 'a/v1', kind: 'A', plural: 'as', namespaced: true })));
  });
});
