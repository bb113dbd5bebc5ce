import type { BackOff } from '../backoff.ts';
import type { Client, KindRef } from '../client/client.ts';
import { InvalidConfigError, checkNumber, requireOption } from '../errors.ts';
import type { Registry } from '../metrics.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';
import type { Indexer } from './informer.ts';

export interface InformerOptions<T extends KubernetesObject> {
  readonly client: Client;
  readonly kind: KindRef<T>;
  /** Default: all namespaces. */
  readonly namespace?: string;
  /** Several namespaces, each with requests of its own. Past ten or so, one informer for all is cheaper. */
  readonly namespaces?: readonly string[];
  /** `app=web,tier!=db`. An object that leaves the selection is told of as a delete. Default: everything. */
  readonly labelSelector?: string;
  /** `status.phase=Running`. Default: everything. */
  readonly fieldSelector?: string;
  /** More ways to list, beside `namespace`. One that throws finds the object under no value. */
  readonly indexers?: Readonly<Record<string, Indexer<T>>>;
  /** Keep `metadata.managedFields`, which are about half of each object. Default false. */
  readonly keepManagedFields?: boolean;
  /**
   * Keep of `metadata.managedFields` only what this manager applied (server-side) to the object itself, without
   * its time; equal parts of it are in memory once. Not together with `keepManagedFields`. Default none.
   */
  readonly keepManagedFieldsOf?: string;
  /** Ask for `metadata` alone: `spec`, `status` and the like are missing then. Default false. */
  readonly metadataOnly?: boolean;
  /** Objects in a page of the list. Default 500; 0 asks for everything in one answer. */
  readonly pageSize?: number;
  /**
   * Get the first objects as a stream instead of a list, which takes the server less memory. Where the server
   * refuses or does not end it, the informer lists instead from then on. Default false: it is slower more often
   * than not.
   */
  readonly useWatchList?: boolean;
  /**
   * A stream silent for so long is given up and resumed, without a new list. Milliseconds, default 130,000: two
   * bookmarks of the server, which come every minute.
   */
  readonly idleTimeoutMs?: number;
  /**
   * When the server is asked to end a watch, so that connections move to other API servers. Called for each
   * watch. Seconds, default: at random from 300 to 600.
   */
  readonly watchTimeoutSeconds?: () => number;
  /**
   * The waits after failures; called once per stream. What gives up is made to start again. Default: 800 ms,
   * × 2, ± 50 %, capped at 30 s. It starts again with the shortest wait when a stream brought something, or was
   * open for two minutes.
   */
  readonly backOffFactory?: () => BackOff;
  /** Default: a registry of its own. */
  readonly registry?: Registry;
  /**
   * Called once for each object before it is stored, to leave out what nobody reads; may change its argument.
   * Must be idempotent and keep the metadata's name, namespace, uid and resourceVersion. An object for which it
   * throws is stored as it came.
   */
  readonly transform?: (obj: T) => T;
}

/** @throws InvalidConfigError that names what is missing or wrong. */
export function checkInformerOptions<T extends KubernetesObject>(options: InformerOptions<T>): void {
  requireOption('InformerOptions.client', options.client);
  const kind = requireOption('InformerOptions.kind', options.kind);
  requireOption('InformerOptions.kind.apiVersion', kind.apiVersion);
  requireOption('InformerOptions.kind.kind', kind.kind);
  checkNamespaces(options);
  checkManagedFields(options);
  checkNumber('InformerOptions.pageSize', options.pageSize, { integer: true });
  checkNumber('InformerOptions.idleTimeoutMs', options.idleTimeoutMs, { min: 1 });
}

function checkNamespaces<T extends KubernetesObject>(options: InformerOptions<T>): void {
  const { namespace, namespaces, kind } = options;
  if (namespace !== undefined && namespaces !== undefined)
    throw new InvalidConfigError('InformerOptions.namespaces must be empty where namespace is given');
  if (namespaces !== undefined && (namespaces.length === 0 || namespaces.includes('')))
    throw new InvalidConfigError('InformerOptions.namespaces must not be empty, nor have an empty one');
  if (new Set(namespaces).size !== (namespaces ?? []).length)
    throw new InvalidConfigError('InformerOptions.namespaces must not have one twice');
  const wanted = namespace !== undefined || namespaces !== undefined;
  if (wanted && (kind as Partial<Kind>).namespaced === false)
    throw new InvalidConfigError(
      `InformerOptions.namespace must be empty: ${kind.kind} of ${kind.apiVersion} does not live in namespaces`,
    );
}

function checkManagedFields<T extends KubernetesObject>(options: InformerOptions<T>): void {
  const { keepManagedFields = false, keepManagedFieldsOf } = options;
  if (keepManagedFieldsOf === undefined) return;
  requireOption('InformerOptions.keepManagedFieldsOf', keepManagedFieldsOf);
  if (keepManagedFields)
    throw new InvalidConfigError(
      'InformerOptions.keepManagedFieldsOf must be missing where keepManagedFields is true: that keeps them all',
    );
}

/** The namespaces that get a stream each; undefined stands for all of them. */
export function namespacesOf<T extends KubernetesObject>(
  options: InformerOptions<T>,
): readonly (string | undefined)[] {
  const { namespace, namespaces } = options;
  return namespaces ?? [namespace === '' ? undefined : namespace];
}
