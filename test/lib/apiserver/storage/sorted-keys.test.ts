import { endOfPrefix, SortedKeys } from '../../../../lib/apiserver/storage/sorted-keys.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

/** A small deterministic generator, so that a failure can be repeated with its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed % 2147483647 || 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

suite('SortedKeys', (test) => {
  test('agrees with a sorted array over random insertions and removals', ({ seed }) => {
    const random = randomOf(seed);
    const keys = new SortedKeys();
    const model = new Set<string>();
    for (let step = 0; step < 6000; step++) {
      const key = `ns${random(3)}/${random(2500)}`;
      if (model.delete(key)) keys.delete(key);
      else {
        model.add(key);
        keys.add(key);
      }
    }
    const sorted = [...model].toSorted();
    equal([...keys.from('')], sorted);
    is(keys.size, sorted.length);
    for (const probe of ['', 'ns0/', 'ns1/5', 'ns2', 'zz']) {
      is(keys.rank(probe), sorted.filter((key) => key < probe).length, probe);
      equal([...keys.from(probe)].slice(0, 5), sorted.filter((key) => key >= probe).slice(0, 5), probe);
    }
  });

  test('counts what starts with a prefix', () => {
    const keys = new SortedKeys();
    for (const key of ['a/1', 'a/2', 'ab/1', 'b/1']) keys.add(key);
    is(keys.rank(endOfPrefix('a/')) - keys.rank('a/'), 2);
  });

  test('is empty again when everything was removed', () => {
    const keys = new SortedKeys();
    for (let index = 0; index < 2000; index++) keys.add(String(index).padStart(5, '0'));
    for (let index = 0; index < 2000; index++) keys.delete(String(index).padStart(5, '0'));
    equal([[...keys.from('')], keys.size, keys.rank('x')], [[], 0, 0]);
  });
});
