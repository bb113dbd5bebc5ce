import { isJsonObject, type JsonObject } from '../../lib/object/json.ts';
import { applyMergePatch } from '../../lib/apiserver/patch/merge-patch.ts';
import type { Request } from '../conformance/step.ts';
import type { RawAnswer } from '../conformance/exchange.ts';
import type { Step } from './step.ts';

/** What one server has said about an object. */
interface Known {
  readonly object: JsonObject;
  readonly version: string;
  readonly oldVersion: string;
  readonly uid: string;
}

/** What a client remembers of one server's answers, to refer to it in later requests. */
export class Memory {
  readonly #namespace: string;
  readonly #objects = new Map<string, Known>();
  readonly #tokens = new Map<string, string>();

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  /** The request of a step, as this server gets it. */
  request({ method, path, headers, body, change, subject }: Step): Request {
    const key = keyOf(subject);
    const filledPath = this.#filled(path, key);
    const sent = change === undefined ? body : applyMergePatch(this.#objects.get(key)?.object ?? {}, change);
    if (sent === undefined) return { method, path: filledPath, headers };
    return { method, path: filledPath, headers, body: this.#filled(JSON.stringify(sent), key) };
  }

  /** Learns from an answer. */
  learn({ subject, path, body: sent = null }: Step, { status, body }: RawAnswer): void {
    if (!isJsonObject(body) || !isJsonObject(body['metadata'])) return;
    const { metadata } = body;
    const { continue: token } = metadata;
    if (subject.name === undefined && typeof token === 'string') this.#tokens.set(keyOf(subject), token);
    const isDry = [path, JSON.stringify(sent)].some((text) => text.includes('dryRun'));
    if (status >= 300 || isDry || path.includes('/scale')) return;
    if (metadata['name'] === subject.name) this.#learn(keyOf(subject), body, metadata);
  }

  /** Forgets the objects of a step, which were removed. */
  forget({ subject }: Step): void {
    const key = keyOf(subject);
    for (const known of this.#objects.keys())
      if (known === key || (subject.name === undefined && known.startsWith(key))) this.#objects.delete(known);
  }

  #learn(key: string, object: JsonObject, metadata: JsonObject): void {
    const { resourceVersion: version, uid } = metadata;
    if (typeof version !== 'string' || typeof uid !== 'string') return;
    const before = this.#objects.get(key);
    const oldVersion = before?.version === version ? before.oldVersion : (before?.version ?? '1');
    this.#objects.set(key, { object, version, oldVersion, uid });
  }

  #filled(text: string, key: string): string {
    const { version = '1', oldVersion = '1', uid = 'none' } = this.#objects.get(key) ?? {};
    return text
      .replaceAll('<ns>', this.#namespace)
      .replaceAll('<version>', version)
      .replaceAll('<old version>', oldVersion)
      .replaceAll('<uid>', uid)
      .replaceAll('<continue>', this.#tokens.get(key.split(' ')[0]!) ?? '');
  }
}

function keyOf({ collection, name = '' }: Step['subject']): string {
  return `${collection} ${name}`;
}
