import type { ResourceDefinition } from '../resource-definition.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import { badRequest, StatusError } from '../status-error.ts';

/** Where in the API a request goes. */
export type Route = PlainRoute | ResourceRoute;

/** Not a resource: `/version`, `/apis`, `/openapi/v3`, … */
export interface PlainRoute {
  readonly type: 'plain';
  /** Decoded, without empty segments. */
  readonly segments: readonly string[];
}

export interface ResourceRoute {
  readonly type: 'resource';
  readonly definition: ResourceDefinition;
  /** Undefined for all namespaces, and for resources without one. */
  readonly namespace: string | undefined;
  /** Undefined for the whole collection. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** The path's segments, decoded: an escaped slash separates too, as in the API server. */
export function segmentsOf(path: string): readonly string[] {
  try {
    return decodeURIComponent(path)
      .split('/')
      .filter((segment) => segment !== '');
  } catch {
    // The only failure of decodeURIComponent: an escape that is none.
    throw badRequest('cannot read the URL: its path has a malformed escape sequence');
  }
}

/** 404 for something that is neither there nor known. */
export function unknownResource(): StatusError {
  return new StatusError(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function methodNotAllowed(): StatusError {
  const message = 'the server does not allow this method on the requested resource';
  return new StatusError(405, 'MethodNotAllowed', message, {});
}

/** @throws 404 when no such resource is served. */
export function routeOf(segments: readonly string[], registry: ResourceRegistry): Route {
  const below = resourceSegments(segments);
  if (below === undefined) return { type: 'plain', segments };
  const { group, version, rest } = below;
  const { plural, ...place } = placeOf(rest, group);
  const definition = registry.find(group, version, plural);
  if (definition === undefined) throw unknownResource();
  if (place.namespace !== undefined && !definition.namespaced) throw unknownResource();
  if (place.name !== undefined && place.namespace === undefined && definition.namespaced)
    throw unknownResource();
  return { type: 'resource', definition, ...place };
}

/** What a path says by itself, whether or not such a resource is served. Undefined: it is no resource's. */
export function describePath(
  segments: readonly string[],
):
  | { readonly plural: string; readonly namespace: string | undefined; readonly name: string | undefined }
  | undefined {
  const below = resourceSegments(segments);
  return below === undefined || below.rest.length > 5 ? undefined : placeOf(below.rest, below.group);
}

interface Below {
  readonly group: string;
  readonly version: string;
  /** What follows the version; not empty. */
  readonly rest: readonly string[];
}

function resourceSegments(segments: readonly string[]): Below | undefined {
  const [root, first, second] = segments;
  if (root === 'api' && segments.length > 2) return { group: '', version: first!, rest: segments.slice(2) };
  if (root === 'apis' && segments.length > 3)
    return { group: first!, version: second!, rest: segments.slice(3) };
  return undefined;
}

interface Place {
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

/** What may follow the name of a namespace and is not a resource in it. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

function placeOf(rest: readonly string[], group: string): Place {
  const [first, second, third] = rest;
  const ofNamespace =
    group === '' && (rest.length <= 2 || (rest.length === 3 && NAMESPACE_SUBRESOURCES.has(third!)));
  if (first !== 'namespaces' || ofNamespace) return newPlace(rest, undefined);
  return newPlace(rest.slice(2), second);
}

function newPlace(rest: readonly string[], namespace: string | undefined): Place {
  if (rest.length === 0 || rest.length > 3) throw unknownResource();
  const [plural, name, subresource] = rest;
  return { plural: plural!, namespace, name, subresource };
}
