import type { ApiObject } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

interface EncodedEvent {
  readonly type: WatchEventType;
  readonly definition: ResourceDefinition;
  readonly bytes: Buffer;
}

const COMMA = Buffer.from(',');
const NEWLINE = Buffer.from('\n');
const END_OF_EVENT = Buffer.from('}\n');
const END_OF_LIST = Buffer.from(']}\n');

/**
 * JSON of stored objects, each encoded once however many lists and watches show it: they never change. What
 * is remembered is an object without its kind and apiVersion, so that all its versions share it; it is
 * forgotten with the object.
 */
export class ObjectEncoder {
  readonly #contents = new WeakMap<ApiObject, Buffer>();
  readonly #events = new WeakMap<ApiObject, EncodedEvent>();
  readonly #prefixes = new WeakMap<ResourceDefinition, Buffer>();

  /** A whole answer. */
  object(definition: ResourceDefinition, obj: ApiObject): Buffer {
    return Buffer.concat([this.#prefix(definition), this.#content(obj).subarray(1), NEWLINE]);
  }

  /** A list. Its items have no kind, but those of custom resources do: so does the real API server. */
  list(definition: ResourceDefinition, items: readonly ApiObject[], metadata: object): Buffer {
    const { listKind } = definition;
    const head = JSON.stringify({ kind: listKind, apiVersion: apiVersionOf(definition), metadata });
    const parts: Buffer[] = [Buffer.from(`${head.slice(0, -1)},"items":[`)];
    for (const [index, item] of items.entries()) {
      if (index > 0) parts.push(COMMA);
      if (definition.custom) parts.push(this.#prefix(definition), this.#content(item).subarray(1));
      else parts.push(this.#content(item));
    }
    parts.push(END_OF_LIST);
    return Buffer.concat(parts);
  }

  /** A line of a watch. */
  event(type: WatchEventType, definition: ResourceDefinition, obj: ApiObject): Buffer {
    const known = this.#events.get(obj);
    if (known?.type === type && known.definition === definition) return known.bytes;
    const bytes = Buffer.concat([
      Buffer.from(`{"type":"${type}","object":`),
      this.#prefix(definition),
      this.#content(obj).subarray(1),
      END_OF_EVENT,
    ]);
    this.#events.set(obj, { type, definition, bytes });
    return bytes;
  }

  #content(obj: ApiObject): Buffer {
    const known = this.#contents.get(obj);
    if (known !== undefined) return known;
    const { kind: _k, apiVersion: _v, metadata, ...rest } = obj;
    const bytes = Buffer.from(JSON.stringify({ metadata, ...rest }));
    this.#contents.set(obj, bytes);
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
