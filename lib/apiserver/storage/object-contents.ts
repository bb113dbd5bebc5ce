import type { ApiObject } from '../api-object.ts';

/**
 * JSON of objects without their kind and apiVersion, so that all versions of a kind share it. Each is encoded
 * once, however many lists and watches show it: objects never change. What is remembered is forgotten with the
 * object.
 */
export class ObjectContents {
  readonly #known = new WeakMap<ApiObject, Buffer>();

  of(obj: ApiObject): Buffer {
    const known = this.#known.get(obj);
    if (known !== undefined) return known;
    const { kind: _k, apiVersion: _v, metadata, ...rest } = obj;
    const bytes = ownBytes(JSON.stringify({ metadata, ...rest }));
    this.#known.set(obj, bytes);
    return bytes;
  }

  /** The object again, as something else than the one that was encoded. Not frozen. */
  decode(bytes: Buffer, head: Pick<ApiObject, 'apiVersion' | 'kind'>): ApiObject {
    const obj = { ...head, ...(JSON.parse(bytes.toString('utf8')) as Omit<ApiObject, keyof typeof head>) };
    this.#known.set(obj as ApiObject, bytes);
    return obj as ApiObject;
  }
}

/** In memory of their own: a piece of Node's pool that is kept keeps the whole slab of 8 KB around it. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}
