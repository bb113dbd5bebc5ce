import { equal, is } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { partAt, pathsIn, pointerTo, valueAt, withAt } from './paths.ts';

const OBJECT = { spec: { ports: [{ name: 'web', port: 80, nodePort: 1 }, { port: 81 }], 'a/b': 'x' } };

suite('paths', (test) => {
  test('are of all values, those in lists too', () =>
    equal([...pathsIn(OBJECT)].map(pointerTo), [
      '/spec',
      '/spec/ports',
      '/spec/ports/0',
      '/spec/ports/0/name',
      '/spec/ports/0/port',
      '/spec/ports/0/nodePort',
      '/spec/ports/1',
      '/spec/ports/1/port',
      '/spec/a~1b',
    ]));

  test('lead to values', () => {
    is(valueAt(OBJECT, ['spec', 'ports', 1, 'port']), 81);
    is(valueAt(OBJECT, ['spec', 'none', 0]), undefined);
  });

  test('say where a value goes', () => {
    equal(withAt({ a: 1 }, ['b', 0, 'c'], 2), { a: 1, b: [{ c: 2 }] });
    equal(withAt(OBJECT, ['spec'], null), { spec: null });
  });

  test('say which part of an object has a value: items have their keys', () =>
    equal(partAt(OBJECT, ['spec', 'ports', 0, 'nodePort'], 2), {
      spec: { ports: [{ name: 'web', port: 80, nodePort: 2 }] },
    }));
});
