import type { ApiObject } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { ObjectContents } from '../storage/object-contents.ts';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

interface EncodedEvent {
  readonly obj: ApiObject;
  readonly type: WatchEventType;
  readonly definition: ResourceDefinition;
  readonly bytes: Buffer;
}

const COMMA = Buffer.from(',');
const NEWLINE = Buffer.from('\n');
const END_OF_EVENT = Buffer.from('}\n');
const END_OF_LIST = Buffer.from(']}\n');

/** JSON of answers, made of what {@link ObjectContents} remembers of each stored object. */
export class ObjectEncoder {
  readonly #contents: ObjectContents;
  /** The latest only: all watches of a change ask for it one after the other. */
  #event: EncodedEvent | undefined;
  readonly #prefixes = new WeakMap<ResourceDefinition, Buffer>();

  constructor(contents: ObjectContents) {
    this.#contents = contents;
  }

  /** A whole answer. */
  object(definition: ResourceDefinition, obj: ApiObject): Buffer {
    return Buffer.concat([this.#prefix(definition), this.#contents.of(obj).subarray(1), NEWLINE]);
  }

  /** A list. Its items have no kind, but those of custom resources do: so does the real API server. */
  list(definition: ResourceDefinition, items: readonly ApiObject[], metadata: object): Buffer {
    const { listKind } = definition;
    const head = JSON.stringify({ kind: listKind, apiVersion: apiVersionOf(definition), metadata });
    const parts: Buffer[] = [Buffer.from(`${head.slice(0, -1)},"items":[`)];
    for (const [index, item] of items.entries()) {
      if (index > 0) parts.push(COMMA);
      if (definition.custom) parts.push(this.#prefix(definition), this.#contents.of(item).subarray(1));
      else parts.push(this.#contents.of(item));
    }
    parts.push(END_OF_LIST);
    return Buffer.concat(parts);
  }

  /** A line of a watch. */
  event(type: WatchEventType, definition: ResourceDefinition, obj: ApiObject): Buffer {
    const known = this.#event;
    if (known?.obj === obj && known.type === type && known.definition === definition) return known.bytes;
    const bytes = Buffer.concat([
      Buffer.from(`{"type":"${type}","object":`),
      this.#prefix(definition),
      this.#contents.of(obj).subarray(1),
      END_OF_EVENT,
    ]);
    this.#event = { obj, type, definition, bytes };
    return bytes;
  }

  #prefix(definition: ResourceDefinition): Buffer {
    const known = this.#prefixes.get(definition);
    if (known !== undefined) return known;
    const text = JSON.stringify({ kind: definition.kind, apiVersion: apiVersionOf(definition) });
    const bytes = Buffer.from(`${text.slice(0, -1)},`);
    this.#prefixes.set(definition, bytes);
    return bytes;
  }
}
