import { type BackOff, exponentialBackOff } from '../backoff.ts';
import type { KindRef } from '../client/client.ts';
import { type Kind, type KubernetesObject, groupOf } from '../object/kubernetes-object.ts';
import type { CacheSource } from './cache-source.ts';
import { ClientInformer, type Reflection } from './client-informer.ts';
import { FailureLog } from './failure-log.ts';
import { InformerMeter } from './informer-meter.ts';
import { type InformerOptions, checkInformerOptions, namespacesOf } from './informer-options.ts';
import type { Indexer, Informer } from './informer.ts';
import { KeptManager } from './kept-manager.ts';
import { ObjectParser } from './object-parser.ts';
import { ReflectorState } from './reflector-state.ts';
import { ResourceRequests } from './resource-requests.ts';
import { StoreWriter } from './store-writer.ts';
import { Store } from './store.ts';
import { Subscribers } from './subscribers.ts';

const PAGE_SIZE = 500;
const IDLE_TIMEOUT_MS = 130_000;

/**
 * An informer on a client. It does nothing until somebody calls `run`, and may be run again after it ended: it
 * then goes on from where it was.
 *
 * **Guarantees** beside those of {@link Informer}: the event loop is never held for more than a few
 * milliseconds at once, handlers not counted, however many objects there are. No event is told of once the run
 * has ended.
 *
 * @throws InvalidConfigError when an option is missing or wrong.
 */
export function newInformer<T extends KubernetesObject>(
  options: InformerOptions<T>,
): Informer<T> & CacheSource<T> {
  checkInformerOptions(options);
  const resource = resourceOf(options.kind);
  const meter = new InformerMeter(options.registry, resource);
  const failures = new FailureLog(meter, resource);
  const store = new Store(guardedIndexers(options, failures));
  const subscribers = new Subscribers<T>((error) => failures.failed('handler', error));
  const parser = newParser(options, failures);
  const writer = new StoreWriter(store, (event) => subscribers.emit(event));
  const scopes = namespacesOf(options).map((namespace) => {
    const requests = newRequests(options, namespace);
    return { resource, namespace, requests, parser, writer, meter, state: new ReflectorState(meter) };
  });
  const reflection = newReflection(options);
  return new ClientInformer({
    ...describe(options),
    store,
    subscribers,
    failures,
    meter,
    scopes,
    reflection,
  });
}

function newReflection<T extends KubernetesObject>(options: InformerOptions<T>): Reflection {
  const { pageSize = PAGE_SIZE, useWatchList = false, idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  const { backOffFactory = newBackOff } = options;
  return { pageSize, useWatchList, idleMs: idleTimeoutMs, backOffFactory };
}

/** As client-go and kube-rs have it; the jitter is ours. */
function newBackOff(): BackOff {
  return exponentialBackOff({ initialMs: 800, factor: 2, maxMs: 30_000, jitter: 0.5 });
}

/** The plural of a kind that is known by name only is not known yet; its name in lower case stands for it. */
function resourceOf<T extends KubernetesObject>(kind: KindRef<T>): string {
  const name = (kind as Partial<Kind>).plural ?? kind.kind.toLowerCase();
  const group = groupOf(kind.apiVersion);
  return group === '' ? name : `${name}.${group}`;
}

function describe<T extends KubernetesObject>(
  options: InformerOptions<T>,
): Pick<CacheSource<T>, 'kind' | 'namespaces' | 'metadataOnly'> {
  const { kind, metadataOnly = false } = options;
  const namespaces = namespacesOf(options).filter((namespace) => namespace !== undefined);
  return { kind, namespaces: namespaces.length === 0 ? undefined : namespaces, metadataOnly };
}

function guardedIndexers<T extends KubernetesObject>(
  { indexers = {} }: InformerOptions<T>,
  failures: FailureLog,
): Record<string, Indexer<T>> {
  return Object.fromEntries(
    Object.entries(indexers).map(([name, indexer]) => [
      name,
      failures.guarded('indexer', indexer, (): readonly string[] => []),
    ]),
  );
}

function newParser<T extends KubernetesObject>(
  { kind, keepManagedFields = false, keepManagedFieldsOf, transform }: InformerOptions<T>,
  failures: FailureLog,
): ObjectParser<T> {
  const keptManager = keepManagedFieldsOf === undefined ? undefined : new KeptManager(keepManagedFieldsOf);
  const guarded = transform && failures.guarded('transform', transform, (obj: T) => obj);
  return new ObjectParser({ kind, keepManagedFields, keptManager, transform: guarded });
}

function newRequests<T extends KubernetesObject>(
  options: InformerOptions<T>,
  namespace: string | undefined,
): ResourceRequests<T> {
  const { client, kind, labelSelector, fieldSelector, metadataOnly = false } = options;
  const { watchTimeoutSeconds = randomWatchTimeout } = options;
  return new ResourceRequests({
    client,
    kind,
    namespace,
    labelSelector,
    fieldSelector,
    metadataOnly,
    watchTimeoutSeconds,
  });
}

/** 300 to 600, at random like a backoff's jitter, so that the watches of many informers do not end together. */
function randomWatchTimeout(): number {
  return exponentialBackOff({ initialMs: 450, factor: 1, jitter: 1 / 3 }).next() ?? 450;
}
