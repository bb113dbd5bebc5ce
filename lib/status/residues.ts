import type { JsonObject } from '../object/json.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';

/** So many objects are remembered; past it, the one that was longest silent costs a request more. */
const MOST_OBJECTS = 4096;

/**
 * What an API server did not keep of what was written: fields that its schema does not know, values that it
 * replaces by others. Saying the same once more is no use, and would be a request in each reconcile.
 */
export class Residues {
  readonly #left = new Map<string, string>();

  /** The server answered, and this is still missing; undefined: nothing. */
  remember({ metadata }: KubernetesObject, left: JsonObject | undefined): void {
    const uid = metadata?.uid;
    if (uid === undefined) return;
    this.#left.delete(uid); // The last one in the map is the one that was written last.
    if (left === undefined) return;
    this.#left.set(uid, textOf(left));
    if (this.#left.size > MOST_OBJECTS) this.#left.delete(this.#left.keys().next().value!);
  }

  /** Whether exactly this was left when the object's status was last written. */
  has({ metadata }: KubernetesObject, patch: JsonObject): boolean {
    return metadata?.uid !== undefined && this.#left.get(metadata.uid) === textOf(patch);
  }
}

/** Conditions that are not kept are new each time, so their times do not count. */
function textOf(patch: JsonObject): string {
  return JSON.stringify(patch, (name, value: unknown) => (name === 'lastTransitionTime' ? '' : value));
}
