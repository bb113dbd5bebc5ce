import { StatusError } from '../status-error.ts';
import type { Attributes, ResourceAttributes } from './request-attributes.ts';
import type { User } from './user.ts';

/** 401: whoever asks shows something that proves nothing. */
export function unauthorized(): StatusError {
  return new StatusError(401, 'Unauthorized', 'Unauthorized');
}

function shown(text: string): string {
  return JSON.stringify(text);
}

function whereOf({ namespace }: ResourceAttributes): string {
  return namespace === '' ? 'at the cluster scope' : `in the namespace ${shown(namespace)}`;
}

/**
 * 403: the user may not do this.
 *
 * @param reason what else there is to say, of bindings that lead nowhere; may be empty.
 * @see kubernetes/apiserver:pkg/endpoints/handlers/responsewriters/errors.go
 */
export function notAllowed(user: User, wanted: Attributes, reason: string): StatusError {
  if (wanted.type === 'path') {
    const message = `forbidden: User ${shown(user.name)} cannot ${wanted.verb} path ${shown(wanted.path)}`;
    // Its details are there and empty.
    return new StatusError(403, 'Forbidden', withReason(message, reason), { name: '' });
  }
  const { verb, group, resource, subresource } = wanted;
  const target = subresource === '' ? resource : `${resource}/${subresource}`;
  const what = `cannot ${verb} resource ${shown(target)} in API group ${shown(group)} ${whereOf(wanted)}`;
  return forbidden(wanted, `User ${shown(user.name)} ${what}`, reason);
}

/** 403 of an object or of all of a resource, for a reason of its own. */
export function forbidden(
  { group, resource, name }: Pick<ResourceAttributes, 'group' | 'resource' | 'name'>,
  why: string,
  reason: string = '',
): StatusError {
  const qualified = group === '' ? resource : `${resource}.${group}`;
  const subject = name === '' ? qualified : `${qualified} ${shown(name)}`;
  return new StatusError(403, 'Forbidden', withReason(`${subject} is forbidden: ${why}`, reason), {
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { group }),
    kind: resource,
  });
}

function withReason(message: string, reason: string): string {
  return reason === '' ? message : `${message}: ${reason}`;
}
