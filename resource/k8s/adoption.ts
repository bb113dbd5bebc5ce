import { ExecutionFailedError } from '../../lib/errors.ts';
import type { Kind, KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { appliedEntry } from './field-set.ts';
import { childName, controllerOf, ownedBy, ownerName, ownerUids } from './marks.ts';
import type { AdoptionRule } from './owned-objects-options.ts';

/** Who wants an object. */
export interface Claimant<T extends KubernetesObject> {
  /** The resource's name. */
  readonly name: string;
  readonly manager: string;
  readonly kind: Kind<T>;
  readonly owner: T;
}

/** Whether the object is the owner's by this resource: it has our mark, or lost it and has our fields. */
export function isOurs<T extends KubernetesObject>(live: KubernetesObject, claimant: Claimant<T>): boolean {
  const { name, manager, owner } = claimant;
  const mark = ownedBy(live);
  const isMarked = mark === name || (mark === undefined && appliedEntry(live, manager) !== undefined);
  return isMarked && ownerUids(live).includes(owner.metadata?.uid ?? '');
}

/**
 * Whether an object that is there already, and is not ours, may become ours.
 *
 * @throws ExecutionFailedError that says whose it is, and what to do.
 */
export function checkAdoption<T extends KubernetesObject>(
  live: KubernetesObject,
  claimant: Claimant<T>,
  rule: AdoptionRule<T>,
): void {
  const problem = problemOf(live, claimant, rule);
  if (problem === undefined) return;
  const who = `resource ${claimant.name} for ${ownerName(claimant.kind, claimant.owner)}`;
  throw new ExecutionFailedError(`cannot take over ${childName(live)} as ${who}: ${problem}`);
}

function problemOf<T extends KubernetesObject>(
  live: KubernetesObject,
  { name, owner }: Claimant<T>,
  rule: AdoptionRule<T>,
): string | undefined {
  const controller = controllerOf(live);
  if (controller !== undefined && controller.uid !== owner.metadata?.uid)
    return `${controller.kind} ${controller.name} (uid ${controller.uid}) controls it; give yours another name`;
  if (typeof rule === 'function')
    return rule(live, owner) ? undefined : 'it exists, and the rule of adoption refuses it';
  const mark = ownedBy(live);
  if (mark !== undefined && mark !== name)
    return `resource ${mark} owns it; give yours another name, or let a function in adopt allow it`;
  const uids = ownerUids(live);
  if (mark === name && uids.length > 0)
    return `it belongs to another owner (uid ${uids.join(', ')}); give their objects different names`;
  if (rule === 'unowned' && uids.length === 0) return undefined;
  if (uids.length > 0)
    return `it exists, and has owners (${uids.join(', ')}); give yours another name, or let a function in adopt allow it`;
  return `it exists, and this resource did not make it; give yours another name, delete it, or allow it with adopt: 'unowned'`;
}
