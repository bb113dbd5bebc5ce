/** A place in a {@link Heap}, by which an item can be removed from its middle. */
export interface HeapNode<T> {
  readonly item: T;
}

interface Slot<T> extends HeapNode<T> {
  /** Position in the array; -1 once it was removed. */
  index: number;
}

/**
 * A binary heap: the item that comes before all others is found at once, each change is O(log n).
 *
 * **Assumptions:** the order of two items does not change while both are inside; what changes must be removed
 * and pushed again.
 */
export class Heap<T> {
  readonly #slots: Slot<T>[] = [];
  readonly #before: (a: T, b: T) => boolean;

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#slots.length;
  }

  peek(): T | undefined {
    return this.#slots[0]?.item;
  }

  push(item: T): HeapNode<T> {
    const slot: Slot<T> = { item, index: this.#slots.length };
    this.#slots.push(slot);
    this.#up(slot);
    return slot;
  }

  /** No effect for a node that was removed before. */
  remove(node: HeapNode<T>): void {
    const slot = node as Slot<T>;
    const { index } = slot;
    if (index < 0) return;
    slot.index = -1;
    const last = this.#slots.pop()!;
    if (last === slot) return;
    this.#put(last, index);
    this.#up(last);
    this.#down(last);
  }

  clear(): void {
    for (const slot of this.#slots) slot.index = -1;
    this.#slots.length = 0;
  }

  #put(slot: Slot<T>, index: number): void {
    slot.index = index;
    this.#slots[index] = slot;
  }

  #up(slot: Slot<T>): void {
    let { index } = slot;
    while (index > 0) {
      const parent = this.#slots[(index - 1) >> 1]!;
      if (!this.#before(slot.item, parent.item)) break;
      const above = parent.index;
      this.#put(parent, index);
      index = above;
    }
    this.#put(slot, index);
  }

  #down(slot: Slot<T>): void {
    let { index } = slot;
    for (let child = this.#firstChild(index); child !== undefined; child = this.#firstChild(index)) {
      if (!this.#before(child.item, slot.item)) break;
      const below = child.index;
      this.#put(child, index);
      index = below;
    }
    this.#put(slot, index);
  }

  #firstChild(index: number): Slot<T> | undefined {
    const left = this.#slots[2 * index + 1];
    const right = this.#slots[2 * index + 2];
    return left !== undefined && right !== undefined && this.#before(right.item, left.item) ? right : left;
  }
}
