import { InvalidConfigError } from '../errors.ts';
import { isJsonObject } from '../object/json.ts';
import type { Kind, KubernetesObject, ObjectRef } from '../object/kubernetes-object.ts';

/**
 * The object with its kind's `apiVersion` and `kind`, as writes need it.
 *
 * @throws InvalidConfigError when the object says that it is of another kind.
 */
export function complete<T extends KubernetesObject>(kind: Kind<T>, obj: T): T {
  const { apiVersion = kind.apiVersion, kind: name = kind.kind } = obj;
  if (apiVersion !== kind.apiVersion || name !== kind.kind) {
    throw new InvalidConfigError(
      `obj must be a ${kind.kind} of ${kind.apiVersion}; it is a ${name} of ${apiVersion}`,
    );
  }
  return { ...obj, apiVersion, kind: name };
}

/** Where an object belongs. @throws InvalidConfigError when it has no name. */
export function refOf(obj: KubernetesObject): ObjectRef {
  const { name, namespace } = obj.metadata ?? {};
  if (name === undefined || name === '') throw new InvalidConfigError('metadata.name must not be empty');
  return namespace === undefined ? { name } : { name, namespace };
}

/** Where an object is created. @throws InvalidConfigError when nothing says what its name shall be. */
export function creationRef<T extends KubernetesObject>(
  kind: Kind<T>,
  obj: T,
): { readonly namespace?: string } {
  const { name = '', generateName = '', namespace = '' } = obj.metadata ?? {};
  if (name === '' && generateName === '')
    throw new InvalidConfigError('metadata.name or metadata.generateName must not be empty');
  if (kind.namespaced && namespace === '')
    throw new InvalidConfigError(`metadata.namespace must not be empty: ${kind.kind} lives in namespaces`);
  return { namespace };
}

/** An item of a list, with the `apiVersion` and `kind` that lists leave out. */
export function completeItem<T extends KubernetesObject>(kind: Kind<T>, item: unknown): T {
  const fields = isJsonObject(item) ? item : {};
  return { apiVersion: kind.apiVersion, kind: kind.kind, ...fields } as unknown as T;
}
