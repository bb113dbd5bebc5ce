/** A request to the API server, in the words that roles are written in. Empty texts stand for what is missing. */
export interface ApiCall {
  readonly verb: string;
  /** Empty: the core group. */
  readonly group: string;
  /** The plural name. */
  readonly resource: string;
  readonly subresource: string;
  /** Empty: all namespaces, or none. */
  readonly namespace: string;
  /** Empty: not about one object. */
  readonly name: string;
}

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** What may follow a namespace's name and is not a resource in it. */
const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

/**
 * Reads a request as the API server does before it asks whether it is allowed.
 *
 * @param path with its query, escaped.
 * @returns undefined for what is no resource: discovery, health, versions, schemas.
 * @see kubernetes/apiserver:pkg/endpoints/request/requestinfo.go
 */
export function apiCallOf(method: string, path: string): ApiCall | undefined {
  const [place = '', search = ''] = path.split('?', 2);
  const [root, ...segments] = place.split('/').slice(1).filter(Boolean).map(unescaped);
  const isCore = root === 'api' && segments.length > 1;
  if (!isCore && !(root === 'apis' && segments.length > 2)) return undefined;
  const below = segments.slice(isCore ? 1 : 2);
  return callBelow(method, isCore ? '' : (segments[0] ?? ''), below, new URLSearchParams(search));
}

function callBelow(method: string, group: string, below: readonly string[], query: URLSearchParams): ApiCall {
  const isOldWatch = below[0] === 'watch' && below.length > 1;
  const { namespace, parts } = placeIn(isOldWatch ? below.slice(1) : below);
  const [resource = '', name = '', subresource = ''] = parts;
  const verb = isOldWatch ? 'watch' : verbOf(method, name !== '', query);
  return { verb, group, resource, subresource, namespace, name: name === '' ? selectedName(query) : name };
}

/** A namespace itself is in it, too. */
function placeIn(below: readonly string[]): {
  readonly namespace: string;
  readonly parts: readonly string[];
} {
  const [first, namespace, third] = below;
  if (first !== 'namespaces' || namespace === undefined) return { namespace: '', parts: below };
  const isItself = third === undefined || NAMESPACE_SUBRESOURCES.has(third);
  return { namespace, parts: isItself ? below : below.slice(2) };
}

function verbOf(method: string, isNamed: boolean, query: URLSearchParams): string {
  const verb = VERBS[method] ?? method.toLowerCase();
  if (isNamed) return verb;
  if (verb === 'get') return isWatch(query.get('watch')) ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

/** As Go's conversion of query parameters has it: there, and not said to be false. */
function isWatch(value: string | null): boolean {
  return value !== null && !['false', '0'].includes(value.toLowerCase());
}

/** A list of one name is about that object. */
function selectedName(query: URLSearchParams): string {
  const [, name = ''] = /^metadata\.name==?([^,=!]+)$/u.exec(query.get('fieldSelector') ?? '') ?? [];
  return name;
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
