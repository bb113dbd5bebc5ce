import { InvalidConfigError } from '../errors.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';

/** Where a request goes: an object, all objects of a namespace, or all objects of a kind. */
export interface PathRef {
  readonly name?: string;
  readonly namespace?: string;
}

/** `/api/v1` or `/apis/group/version`. */
export function groupPath(apiVersion: string): string {
  const segments = apiVersion.split('/').map((part) => segment(part, 'apiVersion'));
  return segments.length === 1 ? `/api/${segments.join('/')}` : `/apis/${segments.join('/')}`;
}

/**
 * The URL path of an object, or of a collection where the reference has no name:
 * `pathOf(Deployment, { namespace: 'a', name: 'b' }, 'status')` is
 * `/apis/apps/v1/namespaces/a/deployments/b/status`.
 *
 * @throws InvalidConfigError when a name is empty or cannot be part of a path, when an object of a namespaced
 * kind has no namespace, or when one of a kind without namespaces has one.
 */
export function pathOf<T extends KubernetesObject>(
  kind: Kind<T>,
  ref: PathRef = {},
  subresource?: string,
): string {
  const parts = [groupPath(kind.apiVersion)];
  const namespace = ref.namespace === '' ? undefined : ref.namespace;
  checkScope(kind, ref, namespace);
  if (namespace !== undefined) parts.push('namespaces', segment(namespace, 'namespace'));
  parts.push(segment(kind.plural, 'plural'));
  if (ref.name !== undefined) parts.push(segment(ref.name, 'name'));
  if (subresource !== undefined) parts.push(segment(subresource, 'subresource'));
  return parts.join('/');
}

function checkScope<T extends KubernetesObject>(
  kind: Kind<T>,
  ref: PathRef,
  namespace: string | undefined,
): void {
  if (!kind.namespaced && namespace !== undefined) {
    throw new InvalidConfigError(
      `namespace must be empty: ${kind.kind} of ${kind.apiVersion} does not live in namespaces`,
    );
  }
  if (kind.namespaced && namespace === undefined && ref.name !== undefined) {
    throw new InvalidConfigError(
      `namespace must not be empty: ${kind.kind} of ${kind.apiVersion} lives in namespaces`,
    );
  }
}

/**
 * One escaped segment. Refuses what escaping does not make safe, as client-go does: a server takes `..` for the
 * parent, and `%2F` for a slash.
 *
 * @see kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/path/name.go
 */
function segment(value: string, what: string): string {
  if (value === '') throw new InvalidConfigError(`${what} must not be empty`);
  if (value === '.' || value === '..' || /[/%]/.test(value)) {
    throw new InvalidConfigError(`${what} must not be ".", ".." or contain "/" or "%"; got "${value}"`);
  }
  return encodeURIComponent(value);
}

/** The query with its question mark, or nothing where all values are undefined. */
export function queryOf(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
