import { Heap, type HeapNode } from '../../../lib/queue/heap.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { randomNumbers } from './random-numbers.ts';

function drain(heap: Heap<number>, nodes: ReadonlyMap<number, HeapNode<number>>): number[] {
  const drained: number[] = [];
  for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
    drained.push(next);
    heap.remove(nodes.get(next)!);
  }
  return drained;
}

suite('Heap', (test) => {
  test('gives its items in order, whatever was removed in between', (t) => {
    const random = randomNumbers(t.seed);
    const heap = new Heap<number>((a, b) => a < b);
    const nodes = new Map<number, HeapNode<number>>();
    for (let i = 0; i < 2000; i += 1) nodes.set(i, { item: i });
    const items = [...nodes.keys()].toSorted(() => random() - 0.5);
    for (const item of items) nodes.set(item, heap.push(item));
    const removed = new Set(items.filter(() => random() < 0.3));
    for (const item of removed) heap.remove(nodes.get(item)!);
    is(heap.size, items.length - removed.size);
    equal(
      drain(heap, nodes),
      items.filter((item) => !removed.has(item)).toSorted((a, b) => a - b),
    );
  });

  test('takes no notice of what was removed before', () => {
    const heap = new Heap<number>((a, b) => a < b);
    const one = heap.push(1);
    heap.push(2);
    heap.remove(one);
    heap.remove(one);
    equal([heap.size, heap.peek()], [1, 2]);
    heap.clear();
    heap.remove(one);
    equal([heap.size, heap.peek()], [0, undefined]);
  });
});
