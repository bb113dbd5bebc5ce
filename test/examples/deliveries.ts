import { compareResourceVersions } from '../../lib/informer/resource-version.ts';
import { type KubernetesObject, keyOf } from '../../lib/object/kubernetes-object.ts';

type Body = AsyncIterable<Buffer>;

/**
 * Knows which of the versions that an operator wrote its watches have brought it, so that a test can wait for
 * that: until then nobody can expect it to know.
 */
export class Deliveries {
  /** Versions by kind and key. */
  readonly #written = new Map<string, string>();
  readonly #brought = new Map<string, string>();

  /** Whether all that was written has come back. */
  get complete(): boolean {
    return [...this.#written].every(
      ([place, version]) => (compareResourceVersions(this.#brought.get(place), version) ?? -1) >= 0,
    );
  }

  /** Whether a watch has brought this version of an object, or a newer one. */
  has(kind: string, obj: KubernetesObject): boolean {
    const brought = this.#brought.get(placeOf(kind, obj));
    return (compareResourceVersions(brought, obj.metadata?.resourceVersion) ?? -1) >= 0;
  }

  /** A watch's body as it is. Its objects are noted when whoever reads it asks for more. */
  async *watched(kind: string, body: Body): Body {
    let rest = '';
    for await (const chunk of body) {
      yield chunk;
      const lines = `${rest}${chunk.toString('latin1')}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') note(this.#brought, kind, objectOf(line));
    }
  }

  /** The body of a write's answer, as it is. */
  async *written(kind: string, body: Body): Body {
    const chunks: Buffer[] = [];
    for await (const chunk of body) {
      chunks.push(chunk);
      yield chunk;
    }
    note(this.#written, kind, JSON.parse(Buffer.concat(chunks).toString()) as KubernetesObject);
  }
}

function objectOf(line: string): KubernetesObject {
  return (JSON.parse(line) as { readonly object: KubernetesObject }).object;
}

/** Passes over Statuses and bookmarks, which have no name. */
function note(versions: Map<string, string>, kind: string, obj: KubernetesObject): void {
  const { name, resourceVersion } = obj.metadata ?? {};
  if (name !== undefined && resourceVersion !== undefined) versions.set(placeOf(kind, obj), resourceVersion);
}

function placeOf(kind: string, obj: KubernetesObject): string {
  return `${kind} ${keyOf(obj)}`;
}
