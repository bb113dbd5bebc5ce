import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { at, listAt, objectAt, textAt } from '../fields.ts';

/** What a definition calls its kind; empty texts where it does not say. */
export interface CrdNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** Which name is taken, as the reason of the condition says it. */
export interface NameConflict {
  readonly reason: string;
  readonly message: string;
}

function namesAt(crd: ApiObject, ...path: readonly string[]): CrdNames {
  const names = objectAt(crd, ...path);
  return {
    plural: textAt(names, 'plural'),
    singular: textAt(names, 'singular'),
    kind: textAt(names, 'kind'),
    listKind: textAt(names, 'listKind'),
    shortNames: listAt(names, 'shortNames').map(String),
    categories: listAt(names, 'categories').map(String),
  };
}

/** The names that a CustomResourceDefinition asks for. */
export function requestedNames(crd: ApiObject): CrdNames {
  return namesAt(crd, 'spec', 'names');
}

/** The names that it got. */
export function acceptedNames(crd: ApiObject): CrdNames {
  return namesAt(crd, 'status', 'acceptedNames');
}

/** Names that other definitions of the group have got. */
function taken(crd: ApiObject, others: readonly ApiObject[]): { resources: Set<string>; kinds: Set<string> } {
  const group = at(crd, 'spec', 'group');
  const names = others
    .filter((other) => other.metadata.name !== crd.metadata.name && at(other, 'spec', 'group') === group)
    .map(acceptedNames);
  return {
    resources: new Set(names.flatMap((one) => [one.plural, one.singular, ...one.shortNames]).filter(Boolean)),
    kinds: new Set(names.flatMap((one) => [one.kind, one.listKind]).filter(Boolean)),
  };
}

function conflictOf(
  reason: string,
  names: readonly string[],
  used: ReadonlySet<string>,
): NameConflict | undefined {
  const clashes = names
    .filter((name) => used.has(name))
    .map((name) => `${JSON.stringify(name)} is already in use`);
  if (clashes.length === 0) return undefined;
  return { reason, message: clashes.length === 1 ? (clashes[0] ?? '') : `[${clashes.join(', ')}]` };
}

/** What {@link judgeNames} found. */
export interface JudgedNames {
  /** As `status.acceptedNames` has them. */
  readonly accepted: JsonObject;
  /** The last of the conflicts, which is the one that is reported. */
  readonly conflict: NameConflict | undefined;
}

/**
 * Which of its names a definition gets: those that no other definition of its group has, or that it has already.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/controller/status/naming_controller.go
 */
export function judgeNames(crd: ApiObject, others: readonly ApiObject[]): JudgedNames {
  const wanted = requestedNames(crd);
  const had = acceptedNames(crd);
  const { resources, kinds } = taken(crd, others);
  const fresh = (name: string, before: string): readonly string[] => (name === before ? [] : [name]);
  const conflicts = {
    plural: conflictOf('PluralConflict', fresh(wanted.plural, had.plural), resources),
    singular: conflictOf('SingularConflict', fresh(wanted.singular, had.singular), resources),
    shortNames: conflictOf(
      'ShortNamesConflict',
      wanted.shortNames.filter((name) => !had.shortNames.includes(name)),
      resources,
    ),
    kind: conflictOf('KindConflict', fresh(wanted.kind, had.kind), kinds),
    listKind: conflictOf('ListKindConflict', fresh(wanted.listKind, had.listKind), kinds),
  };
  const pick = <T>(name: keyof typeof conflicts, value: T, before: T): T =>
    conflicts[name] === undefined ? value : before;
  const singular = pick('singular', wanted.singular, had.singular);
  const listKind = pick('listKind', wanted.listKind, had.listKind);
  const shortNames = pick('shortNames', wanted.shortNames, had.shortNames);
  return {
    accepted: {
      plural: pick('plural', wanted.plural, had.plural),
      ...(singular === '' ? {} : { singular }),
      ...(shortNames.length === 0 ? {} : { shortNames }),
      kind: pick('kind', wanted.kind, had.kind),
      ...(listKind === '' ? {} : { listKind }),
      ...(wanted.categories.length === 0 ? {} : { categories: wanted.categories }),
    },
    conflict: Object.values(conflicts).findLast((one) => one !== undefined),
  };
}
