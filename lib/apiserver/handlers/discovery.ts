import type { ApiResponse } from '../request.ts';
import { aggregatedDiscoveryVersion } from '../requests/media-types.ts';
import { unknownResource } from '../requests/route.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import { newestVersionFirst } from '../version-order.ts';
import { jsonAnswer } from './answers.ts';
import { storageVersionHash } from './storage-version-hash.ts';
import { subresourcesOf } from './subresources.ts';
import type { Subresource } from './subresources.ts';

const VERBS: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update', PATCH: 'patch' };

function verbsOf({ methods }: Subresource): readonly string[] {
  return Object.keys(methods)
    .map((method) => VERBS[method]!)
    .toSorted();
}

/** A group's versions, each with its resources; the preferred one first. */
type Group = readonly [group: string, versions: ReadonlyMap<string, readonly ResourceDefinition[]>];

function groupsOf(registry: ResourceRegistry): readonly Group[] {
  const groups = Map.groupBy(registry.all(), ({ group }) => group);
  return [...groups].map(([group, definitions]) => {
    const versions = [...Map.groupBy(definitions, ({ version }) => version)];
    return [group, new Map(versions.toSorted(([one], [other]) => newestVersionFirst(one, other)))];
  });
}

/** `/api`. */
export function coreVersions(registry: ResourceRegistry, accept: string | undefined): ApiResponse {
  const groups = groupsOf(registry).filter(([group]) => group === '');
  const aggregated = aggregatedAnswer(groups, accept);
  if (aggregated !== undefined) return aggregated;
  return jsonAnswer(200, { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] });
}

/** `/apis`. */
export function groupList(registry: ResourceRegistry, accept: string | undefined): ApiResponse {
  const groups = groupsOf(registry).filter(([group]) => group !== '');
  const aggregated = aggregatedAnswer(groups, accept);
  if (aggregated !== undefined) return aggregated;
  return jsonAnswer(200, { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupSummary) });
}

function groupSummary([name, versions]: Group): object {
  const all = [...versions.keys()].map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: all, preferredVersion: all[0] };
}

/** `/apis/<group>`; undefined for an unknown one. */
export function oneGroup(registry: ResourceRegistry, name: string): ApiResponse | undefined {
  const found = groupsOf(registry).find(([group]) => group === name);
  return found === undefined
    ? undefined
    : jsonAnswer(200, { kind: 'APIGroup', apiVersion: 'v1', ...groupSummary(found) });
}

/** `/api/v1` and `/apis/<group>/<version>`. @throws 404. */
export function resourceList(registry: ResourceRegistry, group: string, version: string): ApiResponse {
  const definitions = registry.all().filter((one) => one.group === group && one.version === version);
  if (definitions.length === 0) throw unknownResource();
  const groupVersion = group === '' ? version : `${group}/${version}`;
  const isCustom = definitions.every((one) => one.custom);
  const ordered = isCustom
    ? definitions.toSorted((one, other) => (one.plural < other.plural ? -1 : 1))
    : definitions;
  const resources = ordered.flatMap(entriesOf);
  // The list of the core alone does not say its own version.
  const own = group === '' ? {} : { apiVersion: 'v1' };
  return jsonAnswer(200, { kind: 'APIResourceList', ...own, groupVersion, resources });
}

function entriesOf(definition: ResourceDefinition): readonly object[] {
  const below = subresourcesOf(definition).map((subresource) => subresourceEntry(definition, subresource));
  return [resourceEntry(definition), ...below];
}

function namesOf({ shortNames, categories }: ResourceDefinition): object {
  return {
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}

function resourceEntry(definition: ResourceDefinition): object {
  const { plural, singular, namespaced, kind, verbs } = definition;
  const hash = storageVersionHash(definition);
  return {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...namesOf(definition),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  };
}

function subresourceEntry(
  { plural, namespaced, kind }: ResourceDefinition,
  subresource: Subresource,
): object {
  const name = `${plural}/${subresource.name}`;
  return { name, singularName: '', namespaced, kind, ...subresource.kind, verbs: verbsOf(subresource) };
}

/** Everything in one answer, for clients that ask for it. */
function aggregatedAnswer(groups: readonly Group[], accept: string | undefined): ApiResponse | undefined {
  const version = aggregatedDiscoveryVersion(accept);
  if (version === undefined) return undefined;
  const items = groups.map(([name, versions]) => ({
    metadata: name === '' ? {} : { name },
    versions: Array.from(versions, ([one, definitions]) => ({
      version: one,
      resources: definitions.map(aggregatedEntry),
      freshness: 'Current',
    })),
  }));
  const type = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
  const apiVersion = `apidiscovery.k8s.io/${version}`;
  return jsonAnswer(
    200,
    { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items },
    { 'content-type': type, vary: 'Accept' },
  );
}

function aggregatedEntry(definition: ResourceDefinition): object {
  const { plural, group, version, kind, namespaced, singular, verbs } = definition;
  const subresources = subresourcesOf(definition).map((one) => ({
    subresource: one.name,
    responseKind: one.kind ?? { group, version, kind },
    verbs: verbsOf(one),
  }));
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...namesOf(definition),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
