import type { ApiRequest } from '../request.ts';
import { Query } from '../requests/query.ts';
import { segmentsOf } from '../requests/route.ts';

/** What a request wants, in the words that roles are written in. */
export type Attributes = ResourceAttributes | PathAttributes;

export interface ResourceAttributes {
  readonly type: 'resource';
  /** Lower case: `get`, `list`, …; others are possible in reviews: `use`, `bind`, `*`. */
  readonly verb: string;
  readonly group: string;
  /** The plural name. */
  readonly resource: string;
  /** Empty: the resource itself. */
  readonly subresource: string;
  /** Empty: all namespaces, or none. */
  readonly namespace: string;
  /** Empty: not about one object. */
  readonly name: string;
}

/** A request that goes to no resource. */
export interface PathAttributes {
  readonly type: 'path';
  /** The HTTP method in lower case. */
  readonly verb: string;
  readonly path: string;
}

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
/** What may follow a namespace's name and is not a resource in it. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

/**
 * Reads a request as far as a decision needs it, whether or not such a resource is served.
 *
 * @throws 400 for a malformed path.
 * @see kubernetes/apiserver:pkg/endpoints/request/requestinfo.go
 */
export function attributesOf({ method, url }: Pick<ApiRequest, 'method' | 'url'>): Attributes {
  const [path = '', search = ''] = url.split('?', 2);
  const segments = segmentsOf(path);
  const [root, group = ''] = segments;
  if (root === 'api' && segments.length > 2)
    return resourceAttributes(method, '', segments.slice(2), new Query(search));
  if (root === 'apis' && segments.length > 3)
    return resourceAttributes(method, group, segments.slice(3), new Query(search));
  return { type: 'path', verb: method.toLowerCase(), path };
}

function resourceAttributes(
  method: string,
  group: string,
  below: readonly string[],
  query: Query,
): ResourceAttributes {
  const watched = below[0] === 'watch' && below.length > 1;
  const { namespace, parts } = placeIn(watched ? below.slice(1) : below);
  const [resource = '', given = '', subresource = ''] = parts;
  const name = given === '' ? selectedName(query) : given;
  const verb = watched ? 'watch' : verbOf(method, given !== '', query);
  return { type: 'resource', verb, group, resource, subresource, namespace, name };
}

/** The namespace itself is in it, too. */
function placeIn(below: readonly string[]): {
  readonly namespace: string;
  readonly parts: readonly string[];
} {
  const [first, namespace, third] = below;
  if (first !== 'namespaces' || namespace === undefined) return { namespace: '', parts: below };
  const itself = third === undefined || NAMESPACE_SUBRESOURCES.has(third);
  return { namespace, parts: itself ? below : below.slice(2) };
}

function verbOf(method: string, named: boolean, query: Query): string {
  const verb = VERBS[method] ?? '';
  if (named) return verb;
  if (verb === 'get') return query.flag('watch') === true ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

/** A list of one name is about that object, so that a role may allow just that. */
function selectedName(query: Query): string {
  const [, name = ''] = /^metadata\.name==?([^,=!]+)$/u.exec(query.text('fieldSelector')) ?? [];
  return name;
}
