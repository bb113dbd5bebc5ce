import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { Relations } from './relations.ts';

function object(
  resourceVersion: string,
  uid = 'u',
): { readonly metadata: { readonly [name: string]: string } } {
  return { metadata: { uid, resourceVersion } };
}

suite('Relations', (test) => {
  test('takes what is new on both sides for the same', () => {
    const relations = new Relations();
    equal(relations.apart(object('1'), object('100', 'v')), []);
    equal(relations.apart(object('1'), object('100', 'v')), []);
    equal(relations.apart(object('2'), object('101', 'v')), []);
  });

  test('tells when only one side wrote', () => {
    const relations = new Relations();
    relations.apart(object('1'), object('100', 'v'));
    equal(relations.apart(object('1'), object('101', 'v')), [
      { at: '.metadata.resourceVersion', ours: 'one seen before', real: 'a new one' },
    ]);
  });

  test('tells when another object took the place', () => {
    const relations = new Relations();
    relations.apart(object('1'), object('100', 'v'));
    equal(relations.apart(object('2', 'w'), object('101', 'v')), [
      { at: '.metadata.uid', ours: 'a new one', real: 'one seen before' },
    ]);
  });

  test('looks at each item of a list', () => {
    const relations = new Relations();
    const [ours, real] = [
      { items: [object('1'), object('2')] },
      { items: [object('7', 'v'), object('7', 'v')] },
    ];
    equal(relations.apart(ours, real), [
      { at: '.items.1.metadata.resourceVersion', ours: 'a new one', real: 'one seen before' },
    ]);
  });
});
