import { InvalidConfigError } from '../errors.ts';
import { groupOf } from '../object/kubernetes-object.ts';
import type { Permission, Verb } from './permission.ts';

/** A rule of a role, in its wire form. Never with a `*`. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  /** `websites`, `websites/status`. */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Missing: all names. */
  readonly resourceNames?: readonly string[];
}

/** One verb on one resource: what permissions come to. */
export interface Grant {
  readonly group: string;
  readonly resource: string;
  readonly verb: string;
  /** Undefined: all names. */
  readonly name?: string | undefined;
  /** Undefined: everywhere. */
  readonly namespace?: string | undefined;
}

/** Verbs in the order in which people write them. */
const ORDER: readonly Verb[] = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'bind',
  'escalate',
];

/** What cannot be restricted to names: the request has none. */
const NAMELESS: ReadonlySet<string> = new Set([
  'list',
  'watch',
  'create',
  'deletecollection',
] satisfies Verb[]);

/**
 * The fewest rules that allow just what the permissions say, wherever they say it; `rolesOf` heeds the
 * namespaces. Always in the same order.
 *
 * @throws InvalidConfigError when a kind's plural is not known (see `resolvePermissions`), when something is empty,
 * or says `*`.
 */
export function rulesOf(permissions: readonly Permission[]): readonly PolicyRule[] {
  return rulesOfGrants(grantsOf(permissions));
}

/** What the permissions come to, verb by verb. */
export function grantsOf(permissions: readonly Permission[]): readonly Grant[] {
  return permissions.flatMap((permission, index) => grantsOfOne(permission, `permissions[${index}]`));
}

function grantsOfOne(permission: Permission, path: string): readonly Grant[] {
  const { kind, subresource, verbs, namespaces, names } = permission;
  checkWords(`${path}.verbs`, verbs);
  checkWords(`${path}.namespaces`, namespaces);
  checkWords(`${path}.names`, names);
  checkWords(path, [kind.apiVersion, pluralOf(permission, path), subresource ?? 'none']);
  const resource = `${kind.plural}${subresource === undefined ? '' : `/${subresource}`}`;
  const group = groupOf(kind.apiVersion);
  const places = kind.namespaced === false ? [undefined] : (namespaces ?? [undefined]);
  const called = (verb: Verb): readonly (string | undefined)[] =>
    NAMELESS.has(verb) ? [undefined] : (names ?? [undefined]);
  return verbs.flatMap((verb) =>
    places.flatMap((namespace) => called(verb).map((name) => ({ group, resource, verb, name, namespace }))),
  );
}

function pluralOf({ kind }: Permission, path: string): string {
  if (kind.plural !== undefined && kind.plural !== '') return kind.plural;
  throw new InvalidConfigError(
    `${path}.kind.plural must not be empty for ${kind.kind} of ${kind.apiVersion}: give a Kind, or ask the API server with resolvePermissions first`,
  );
}

/** An empty list would mean all names to a role, and `*` everything. */
function checkWords(path: string, words: readonly string[] | undefined): void {
  if (words?.length === 0)
    throw new InvalidConfigError(`${path} must not be empty; leave it out where it is not restricted`);
  const wrong = words?.find((word) => word === '' || word.includes('*'));
  if (wrong !== undefined)
    throw new InvalidConfigError(`${path} must name things one by one; got ${JSON.stringify(wrong)}`);
}

/** Whether one grant gives what another one does, or more. */
export function covers(wider: Grant, grant: Grant): boolean {
  return (
    wider.group === grant.group &&
    wider.resource === grant.resource &&
    wider.verb === grant.verb &&
    (wider.name === undefined || wider.name === grant.name) &&
    (wider.namespace === undefined || wider.namespace === grant.namespace)
  );
}

/** A rule in the making. */
interface Parts {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

/** The rules of grants in one place: what they say of namespaces is not looked at. */
export function rulesOfGrants(grants: readonly Grant[]): readonly PolicyRule[] {
  const anywhere = grants.map(({ group, resource, verb, name }) => ({ group, resource, verb, name }));
  const needed = anywhere.filter(
    (grant) => !anywhere.some((other) => other.name !== grant.name && covers(other, grant)),
  );
  const single = needed.map(({ group, resource, verb, name }) => ({
    groups: [group],
    resources: [resource],
    names: name === undefined ? [] : [name],
    verbs: [verb],
  }));
  // In this order the merged parts multiply out to what was there before, and to nothing more.
  const parts = (['verbs', 'names', 'resources', 'groups'] as const).reduce(merged, single);
  return parts.map(ruleOf).toSorted((a, b) => compare(sortKey(a), sortKey(b)));
}

/** Joins the parts that differ in just this list. No names stand for all names, which nothing joins. */
function merged(parts: readonly Parts[], list: keyof Parts): Parts[] {
  const found = new Map<string, Parts>();
  for (const part of parts) {
    const isUnnamed = list === 'names' && part.names.length === 0;
    const id = JSON.stringify([isUnnamed, { ...part, [list]: [] }]);
    const before = found.get(id)?.[list] ?? [];
    found.set(id, { ...part, [list]: sorted([...new Set([...before, ...part[list]])]) });
  }
  return [...found.values()];
}

function ruleOf({ groups, resources, names, verbs }: Parts): PolicyRule {
  return {
    apiGroups: groups,
    resources,
    ...(names.length > 0 && { resourceNames: names }),
    verbs,
  };
}

function sortKey({ apiGroups, resources, resourceNames = [], verbs }: PolicyRule): string {
  return JSON.stringify([apiGroups, resources, resourceNames, verbs]);
}

function sorted(words: readonly string[]): string[] {
  return words.toSorted((a, b) => rank(a) - rank(b) || compare(a, b));
}

/** Only verbs have one of their own. */
function rank(word: string): number {
  const index = (ORDER as readonly string[]).indexOf(word);
  return index < 0 ? ORDER.length : index;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
