import { type HeapTimer, TimerHeap } from '../../../lib/testing/timer-heap.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

/** Numbers from 0 to 2³² - 1 that look random. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

function drain(heap: TimerHeap<HeapTimer>): HeapTimer[] {
  const drained: HeapTimer[] = [];
  for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
    drained.push(next);
    heap.remove(next);
  }
  return drained;
}

suite('TimerHeap', (test) => {
  test('agrees with a sorted list after any additions and removals', (t) => {
    const random = randoms(t.seed);
    for (let round = 0; round < 50; round += 1) {
      const heap = new TimerHeap<HeapTimer>();
      const list = new Set<HeapTimer>();
      for (let order = 0; order < 200; order += 1) {
        const timer = { deadlineMs: random.next().value % 50, order };
        heap.add(timer);
        list.add(timer);
        const victim = [...list][random.next().value % list.size];
        if (victim === undefined || random.next().value % 3 > 0) continue;
        heap.remove(victim);
        heap.remove(victim);
        list.delete(victim);
      }
      const sorted = [...list].toSorted((a, b) => a.deadlineMs - b.deadlineMs || a.order - b.order);
      is(heap.size, sorted.length);
      equal(heap.first(10), sorted.slice(0, 10));
      equal(drain(heap), sorted);
    }
  });

  test('has nothing to give when it is empty', () => {
    const heap = new TimerHeap<HeapTimer>();
    heap.remove({ deadlineMs: 1, order: 1 });
    equal([heap.size, heap.peek(), heap.first(3)], [0, undefined, []]);
  });
});
