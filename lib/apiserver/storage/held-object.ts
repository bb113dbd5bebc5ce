import type { ApiObject } from '../api-object.ts';
import type { StorageChange } from '../storage.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { ObjectContents } from './object-contents.ts';

/**
 * A stored object: whole while it is new, packed as JSON once it rests, which takes less than half of the memory.
 *
 * **Guarantees.** What it gives is deep-frozen and equal each time; while it is whole, also the same.
 */
export class HeldObject {
  readonly resourceVersion: string;
  readonly #contents: ObjectContents;
  #whole: ApiObject | undefined;
  #packed: Packed | undefined;

  /** @param whole deep-frozen. */
  constructor(whole: ApiObject, contents: ObjectContents) {
    this.resourceVersion = whole.metadata.resourceVersion;
    this.#whole = whole;
    this.#contents = contents;
  }

  get object(): ApiObject {
    return this.#whole ?? this.#unpacked(this.#packed!);
  }

  /** From now on only its JSON is kept. */
  pack(): void {
    if (this.#whole === undefined) return;
    const { apiVersion, kind } = this.#whole;
    const bytes = this.#contents.of(this.#whole);
    this.#packed = { apiVersion, kind, bytes };
    this.#whole = undefined;
  }

  #unpacked({ bytes, ...head }: Packed): ApiObject {
    return deepFreeze(this.#contents.decode(bytes, head));
  }
}

interface Packed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly bytes: Buffer;
}

/** A change whose objects are held, so that history does not keep them whole. */
export class HeldChange implements StorageChange {
  readonly type: StorageChange['type'];
  readonly key: string;
  readonly revision: number;
  readonly heldPrevious: HeldObject | undefined;
  readonly #object: HeldObject;

  constructor(
    { type, key, revision }: Pick<StorageChange, 'type' | 'key' | 'revision'>,
    object: HeldObject,
    previous: HeldObject | undefined,
  ) {
    this.type = type;
    this.key = key;
    this.revision = revision;
    this.#object = object;
    this.heldPrevious = previous;
  }

  get object(): ApiObject {
    return this.#object.object;
  }

  get previous(): ApiObject | undefined {
    return this.heldPrevious?.object;
  }
}
