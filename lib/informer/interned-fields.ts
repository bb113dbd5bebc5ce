import { isJsonObject } from '../object/json.ts';

/** A `fieldsV1`: what somebody owns, as a tree of path elements. Leaves are empty. */
export interface Fields {
  readonly [element: string]: Fields;
}

/** So many trees are remembered at least, and at most twice as many. */
const GENERATION = 2048;
const EMPTY: Fields = Object.freeze({});

/**
 * Makes equal trees the same object, and equal branches of trees that differ: those of children differ in their
 * owner's uid only. Bounded: what was not seen for long is not found again, and then exists twice.
 *
 * @internal
 */
export class InternedFields {
  /** Numbers stand for trees in the names of larger ones. */
  readonly #numbers = new WeakMap<Fields, number>([[EMPTY, 0]]);
  #young = new Map<string, Fields>();
  #old = new Map<string, Fields>();
  #last = 0;

  intern(fields: Fields): Fields {
    const elements = Object.keys(fields);
    if (elements.length === 0) return EMPTY;
    const tree: Record<string, Fields> = {};
    let name = '';
    for (const element of elements) {
      const branch = this.#branch(fields[element]);
      tree[element] = branch;
      name += `${element}\0${this.#numbers.get(branch)}\0`;
    }
    return this.#known(name) ?? this.#add(name, tree);
  }

  /** What is no tree is taken for a leaf: nobody can say what is in it. */
  #branch(value: unknown): Fields {
    return isJsonObject(value) ? this.intern(value as Fields) : EMPTY;
  }

  #known(name: string): Fields | undefined {
    const young = this.#young.get(name);
    if (young !== undefined) return young;
    const old = this.#old.get(name);
    if (old !== undefined) this.#remember(name, old);
    return old;
  }

  #add(name: string, tree: Fields): Fields {
    this.#last += 1;
    this.#numbers.set(tree, this.#last);
    this.#remember(name, tree);
    return tree;
  }

  #remember(name: string, tree: Fields): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, tree);
  }
}
