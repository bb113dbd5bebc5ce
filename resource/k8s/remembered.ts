import { hash } from 'node:crypto';
import { type JsonObject, type JsonValue, isJsonObject } from '../../lib/object/json.ts';
import type { KubernetesObject, ObjectKey } from '../../lib/object/kubernetes-object.ts';
import { isApplied } from './comparison.ts';
import { appliedFields, project } from './field-set.ts';

interface Memory {
  readonly uid: string | undefined;
  /** Of the desired object. */
  readonly desired: string;
  /** Of the fields that we own and their values; undefined where the object did not say which these are. */
  readonly owned: string | undefined;
  /** The version in which this was seen. */
  readonly resourceVersion: string | undefined;
}

/**
 * What objects of one kind were like when they were as desired. Kept as digests: what they hold, Secrets too, is
 * nowhere in here.
 *
 * So an apply is not repeated whatever the server made of it, by defaults, another spelling or a webhook, as long
 * as neither the desired object nor what we own of the live one changes.
 */
export class Remembered {
  readonly #manager: string;
  readonly #memories = new Map<ObjectKey, Memory>();

  constructor(manager: string) {
    this.#manager = manager;
  }

  /** Whether an apply would change nothing. */
  isConverged(key: ObjectKey, desired: KubernetesObject, live: KubernetesObject): boolean {
    const memory = this.#memories.get(key);
    if (memory === undefined || memory.uid !== live.metadata?.uid) return this.#compare(key, desired, live);
    if (memory.desired !== digest(desired)) return this.#compare(key, desired, live);
    if (memory.resourceVersion === live.metadata?.resourceVersion) return true;
    const owned = this.#owned(live, desired);
    if (owned === undefined || owned !== memory.owned) return this.#compare(key, desired, live);
    this.#memories.set(key, { ...memory, resourceVersion: live.metadata?.resourceVersion });
    return true;
  }

  /** `live` is what the server made of `desired`. */
  note(key: ObjectKey, desired: KubernetesObject, live: KubernetesObject): void {
    const { uid, resourceVersion } = live.metadata ?? {};
    this.#memories.set(key, {
      uid,
      resourceVersion,
      desired: digest(desired),
      owned: this.#owned(live, desired),
    });
  }

  /** The object is gone. */
  forget(key: ObjectKey, uid: string | undefined): void {
    if (this.#memories.get(key)?.uid === uid) this.#memories.delete(key);
  }

  /** Without a memory of use, as after a restart. */
  #compare(key: ObjectKey, desired: KubernetesObject, live: KubernetesObject): boolean {
    const fields = appliedFields(live, this.#manager);
    const isSame = fields !== undefined && isApplied(fields, desired as JsonObject, live as JsonObject);
    if (isSame) this.note(key, desired, live);
    return isSame;
  }

  #owned(live: KubernetesObject, desired: KubernetesObject): string | undefined {
    const fields = appliedFields(live, this.#manager);
    return fields && digest(project(fields, live as JsonObject, desired as JsonObject));
  }
}

function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(sorted(value as JsonValue)), 'base64');
}

/** With members in the order of their names. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name] ?? null)]),
  );
}
