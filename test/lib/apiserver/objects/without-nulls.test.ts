import { withoutNulls } from '../../../../lib/apiserver/objects/without-nulls.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('withoutNulls', (test) => {
  test('drops members that are null, at any depth', () => {
    equal(withoutNulls({ a: null, b: { c: null, d: 1 }, e: [{ f: null }] }), { b: { d: 1 }, e: [{}] });
  });

  test('makes them empty in a map of texts', () => {
    const texts = { properties: { data: { additionalProperties: { type: 'string' } } } };
    equal(withoutNulls({ data: { a: null, b: 'x' }, other: null }, texts), { data: { a: '', b: 'x' } });
  });

  test('makes items zero, by their type', () => {
    const list = (type: string): Schema => ({ type: 'array', items: { type } });
    const schema = {
      properties: { texts: list('string'), numbers: list('integer'), objects: list('object') },
    };
    const nulls = { texts: [null, 'x'], numbers: [null], objects: [null] };
    equal(withoutNulls(nulls, schema), { texts: ['', 'x'], numbers: [0], objects: [{}] });
  });

  test('keeps the nulls of lists that no schema knows', () =>
    equal(withoutNulls({ a: [null] }), { a: [null] }));

  test('returns the same value when nothing changes', () => {
    const value = { a: { b: [1, { c: 'd' }] } };
    is(withoutNulls(value), value);
  });
});
