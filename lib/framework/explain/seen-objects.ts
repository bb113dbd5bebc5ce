import type { ClientCall } from '../../client/client-call.ts';
import {
  type Kind,
  type KubernetesObject,
  type ObjectRef,
  keyOf,
  keyOfRef,
} from '../../object/kubernetes-object.ts';

/** The object as it is known to be, for instance to an informer; undefined: not known. */
export type LookBefore = (kind: Kind, ref: ObjectRef) => KubernetesObject | undefined;

/** How many objects of one reconcile are remembered. */
const MOST_OBJECTS = 500;

type Names = Pick<Kind, 'apiVersion' | 'kind'>;

/** The objects that a reconcile has seen, so that it can be told what its writes changed. */
export class SeenObjects {
  readonly #seen = new Map<string, KubernetesObject>();
  readonly #before: LookBefore | undefined;

  /** @param before is asked for what the reconcile has not seen itself. */
  constructor(before: LookBefore | undefined) {
    this.#before = before;
  }

  add(kind: Names, obj: KubernetesObject): void {
    const id = idOf(kind, keyOf(obj));
    if (this.#seen.has(id) || this.#seen.size < MOST_OBJECTS) this.#seen.set(id, obj);
  }

  /** Takes what a call was answered with. */
  addAnswer({ kind, verb, subresource, dryRun }: ClientCall, answer: unknown): void {
    if (dryRun || (subresource !== undefined && subresource !== 'status')) return;
    if (verb === 'list') for (const item of itemsOf(answer)) this.add(kind, item);
    else if (verb !== 'watch' && verb !== 'delete' && isObject(answer)) this.add(kind, answer);
  }

  /** With `apiVersion` and `kind`. Undefined also where it is known in another version alone. */
  get({ apiVersion, kind, ...rest }: Kind, ref: ObjectRef): KubernetesObject | undefined {
    const seen = this.#seen.get(idOf({ apiVersion, kind }, keyOfRef(ref)));
    const found = seen ?? this.#before?.({ apiVersion, kind, ...rest }, ref);
    if (found === undefined || (found.apiVersion ?? apiVersion) !== apiVersion) return undefined;
    return { apiVersion, kind, ...found };
  }

  clear(): void {
    this.#seen.clear();
  }
}

function idOf({ apiVersion, kind }: Names, key: string): string {
  return `${apiVersion} ${kind} ${key}`;
}

/** Whether an answer is an object, not a Status or nothing. */
export function isObject(answer: unknown): answer is KubernetesObject {
  if (typeof answer !== 'object' || answer === null || !('metadata' in answer)) return false;
  return ((answer as KubernetesObject).metadata?.name ?? '') !== '';
}

function itemsOf(answer: unknown): readonly KubernetesObject[] {
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return [];
  return Array.isArray(answer.items) ? answer.items.filter(isObject) : [];
}
