import { isJsonObject } from '../object/json.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';
import type { Status } from '../object/status.ts';
import type { RawRequest, WatchEvent, WatchOptions } from './client.ts';
import { UnreachableError } from './errors.ts';
import { pathOf } from './path.ts';
import { type Asked, errorOfStatus } from './status-error.ts';
import { completeItem } from './wire-object.ts';

/** The request of a watch. */
export function watchRequest<T extends KubernetesObject>(kind: Kind<T>, options: WatchOptions): RawRequest {
  const { namespace, ...query } = options;
  return {
    method: 'GET',
    verb: 'watch',
    path: pathOf(kind, namespace === undefined ? {} : { namespace }),
    query: { ...query, watch: true },
  };
}

const TYPES: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/**
 * One line of a watch.
 *
 * @throws ApiError for an ERROR event; UnreachableError for a line that is no event, which only a connection
 * gone wrong brings.
 */
export function parseWatchEvent<T extends KubernetesObject>(
  asked: Asked,
  kind: Kind<T>,
  line: Buffer,
): WatchEvent<T> {
  const event = parse(asked, line);
  if (!isJsonObject(event)) throw notAnEvent(asked, undefined);
  const { type, object } = event;
  if (type === 'ERROR') throw errorOfStatus(asked, (isJsonObject(object) ? object : {}) as unknown as Status);
  if (!TYPES.has(type) || !isJsonObject(object)) throw notAnEvent(asked, undefined);
  return { type: type as WatchEvent<T>['type'], object: completeItem(kind, object) };
}

function parse(asked: Asked, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString()) as unknown;
  } catch (error) {
    throw notAnEvent(asked, error);
  }
}

function notAnEvent(asked: Asked, cause: unknown): UnreachableError {
  return new UnreachableError(`cannot watch ${asked.path}: a line is no watch event`, { cause });
}
