import type { KindName, KubernetesObject } from '../object/kubernetes-object.ts';
import { CorruptStreamError } from './corrupt-stream-error.ts';
import type { KeptManager } from './kept-manager.ts';
import { type JsonShape, ManagedFieldsCutter } from './managed-fields.ts';

export interface ObjectParserOptions<T> {
  /** What every object is made to say it is. */
  readonly kind: KindName;
  readonly keepManagedFields: boolean;
  /** Keeps a part of them. Default none. */
  readonly keptManager?: KeptManager | undefined;
  /** Never throws. Default: the object itself. */
  readonly transform?: ((obj: T) => T) | undefined;
}

/** A watch event; what its `object` is depends on the type. */
export interface RawEvent {
  readonly type: string;
  readonly object: object;
}

type Loose<T> = { -readonly [Name in keyof T]: T[Name] };

/**
 * Makes objects of bytes, in the shape in which they are stored.
 *
 * apiVersion and kind are the same two strings in all objects: the items of built-in lists lack both, metadata
 * only objects have others, and a copy per object would cost about 100 bytes each.
 *
 * @internal
 */
export class ObjectParser<T extends KubernetesObject> {
  readonly #options: ObjectParserOptions<T>;
  readonly #cutter = new ManagedFieldsCutter();

  constructor(options: ObjectParserOptions<T>) {
    this.#options = options;
  }

  /**
   * An item of a list.
   * @throws CorruptStreamError when it is no object with a name.
   */
  item(bytes: Buffer): T {
    return this.stored(this.#parse(bytes, 'object'));
  }

  /** @throws CorruptStreamError when it is no event. */
  event(line: Buffer): RawEvent {
    const event = this.#parse(line, 'event') as Partial<RawEvent> | null;
    if (typeof event?.type !== 'string' || typeof event.object !== 'object' || event.object === null)
      throw new CorruptStreamError('cannot read a line of the watch: it is no event');
    return event as RawEvent;
  }

  /**
   * The object of an event as it is stored. Takes what it is given over, so each only once.
   * @throws CorruptStreamError when it is no object with a name.
   */
  stored(value: unknown): T {
    if (!isNamed(value))
      throw new CorruptStreamError('cannot read an object: it has no metadata with a name');
    const { kind, keepManagedFields, keptManager, transform } = this.#options;
    const obj: Loose<KubernetesObject> =
      value.kind === undefined || value.apiVersion === undefined
        ? { apiVersion: kind.apiVersion, kind: kind.kind, ...value }
        : value;
    obj.apiVersion = kind.apiVersion;
    obj.kind = kind.kind;
    if (!keepManagedFields && value.metadata.managedFields !== undefined)
      obj.metadata = keptManager
        ? keptManager.keep(value.metadata, kind.apiVersion)
        : withoutManagedFields(value.metadata);
    return transform === undefined ? (obj as T) : transform(obj as T);
  }

  #parse(bytes: Buffer, shape: JsonShape): unknown {
    const { keepManagedFields, keptManager } = this.#options;
    const isWhole = keepManagedFields || keptManager !== undefined;
    try {
      return JSON.parse(isWhole ? bytes.toString() : this.#cutter.text(bytes, shape));
    } catch (error) {
      throw new CorruptStreamError('cannot read what the API server sent: it is no JSON', { cause: error });
    }
  }
}

type Named = KubernetesObject & { readonly metadata: NonNullable<KubernetesObject['metadata']> };

function isNamed(value: unknown): value is Named {
  const name = (value as Partial<Named> | null | undefined)?.metadata?.name;
  return typeof name === 'string' && name !== '';
}

/** Without the member, not with an undefined one. Only for what the cut of the bytes left. */
function withoutManagedFields(metadata: Named['metadata']): Named['metadata'] {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== 'managedFields'));
}
