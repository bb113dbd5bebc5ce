import { difference, has, isEmptySet, MEMBER, type FieldSet } from './field-set.ts';
import { keyOf, type Manager, type Managers } from './managers.ts';
import { fieldElement } from './path-element.ts';

/** The API version of scales, whatever is scaled. */
export const SCALE_VERSION = 'autoscaling/v1';

const NUMBER = ['spec', 'replicas'];
const IN_SCALE = fieldAt(NUMBER);

/** The one field at a path. */
function fieldAt(path: readonly string[]): FieldSet {
  return path.reduceRight<FieldSet>((below, name) => ({ [fieldElement(name)]: below }), MEMBER);
}

function owns({ fields }: Manager, path: readonly string[]): boolean {
  let node = fields;
  for (const [index, name] of path.entries()) {
    const element = fieldElement(name);
    if (index === path.length - 1) return has(node, element);
    node = node[element] ?? {};
  }
  return false;
}

/**
 * The managers of an object's scale: those who own its number.
 *
 * @param path of the number in the object.
 * @see kubernetes/apimachinery:pkg/util/managedfields/scalehandler.go
 */
export function managersOfScale(managers: Managers, path: readonly string[]): Managers {
  const own = [...managers.values()].filter((manager) => owns(manager, path));
  return new Map(
    own.map((manager) => [keyOf(manager), { ...manager, apiVersion: SCALE_VERSION, fields: IN_SCALE }]),
  );
}

/**
 * The managers of an object after a write to its scale: who does not own the number there any more has lost it. Who owns
 * it there and updates gets an entry of its own for it, without a time, even beside another of the same name.
 *
 * @param apiVersion of the object.
 */
export function managersAfterScale(
  managers: Managers,
  ofScale: Managers,
  path: readonly string[],
  apiVersion: string,
): readonly Manager[] {
  const number = fieldAt(path);
  const applies = (manager: Manager): boolean => manager.operation === 'Apply' && ofScale.has(keyOf(manager));
  const left = [...managers.values()].map((manager) =>
    owns(manager, path) && !applies(manager)
      ? withFields(manager, difference(manager.fields, number))
      : manager,
  );
  const known = new Set(left.filter((manager) => owns(manager, path)).map(keyOf));
  const owners = [...ofScale].filter(([key, owner]) => !known.has(key) && owns(owner, NUMBER));
  return [
    ...left.filter(({ fields }) => !isEmptySet(fields)),
    ...owners.map(([, owner]) => ownerOfNumber(owner, number, apiVersion)),
  ];
}

function withFields(manager: Manager, fields: Manager['fields']): Manager {
  return { ...manager, fields };
}

function ownerOfNumber(owner: Manager, number: Manager['fields'], apiVersion: string): Manager {
  return { ...owner, apiVersion, fields: number, time: undefined };
}
