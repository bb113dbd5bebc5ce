import { silentLogger, systemClock } from '../../context/index.ts';
import { exponentialBackOff } from '../../lib/backoff.ts';
import type { Client } from '../../lib/client/client.ts';
import { newClient } from '../../lib/client/http-client.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { newUndiciTransport } from '../../lib/client/undici-transport.ts';
import { CRUDResource } from '../../lib/framework/resources/crud-resource.ts';
import { Framework } from '../../lib/framework/framework.ts';
import { ResourceRouter } from '../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../lib/framework/resources/resource-set.ts';
import { serialized } from '../../lib/framework/resources/serialized.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import { newMetricsEndpoint } from '../../lib/manager/metrics-endpoint.ts';
import { Registry } from '../../lib/metrics.ts';
import { ConfigMap, Namespace } from '../../lib/object/kinds.ts';
import { WorkQueue } from '../../lib/queue/work-queue.ts';

/** What somebody writes who has no compiler, or silences it. */
type Loose = Readonly<Record<string, unknown>>;

/** Only looked at, never used: the option that is wrong is found first. */
const client = {} as Client;
const transport = { host: 'nowhere' } as Transport;
const informer = {} as Informer;
const logger = silentLogger;
const resource = { name: 'r', ensureCreated: async () => {}, ensureDeleted: async () => {} };
const set = new ResourceSet({ handles: () => true, logger, resources: [resource] });
const resourceRouter = new ResourceRouter({ logger, resourceSets: [set] });

const framework = (wrong: Loose): unknown =>
  new Framework({ name: 'f', informer, client, logger, resourceRouter, ...wrong });
const resourceSet = (wrong: Loose): unknown =>
  new ResourceSet({ handles: () => true, logger, resources: [resource], ...wrong });
const router = (wrong: Loose): unknown => new ResourceRouter({ logger, resourceSets: [set], ...wrong });
const crud = (wrong: Loose): unknown => new CRUDResource({ logger, ops: { name: 'r' }, ...wrong } as never);
const informs = (wrong: Loose): unknown => newInformer({ client, kind: ConfigMap, ...wrong });
const talks = (wrong: Loose): unknown => newClient({ transport, ...wrong });
const queue = (wrong: Loose): unknown => new WorkQueue({ name: 'q', clock: systemClock, ...wrong });
const endpoint = (wrong: Loose): unknown =>
  newMetricsEndpoint({ registry: new Registry(), logger, ...wrong });

/**
 * Each message that a wrong option gets, and who gives it. It begins with the option's path and says what it
 * must be; a number that is out of range is shown.
 */
export const WRONG_OPTIONS: Readonly<Record<string, () => unknown>> = {
  'FrameworkConfig must not be empty': () => new Framework(undefined as never),
  'FrameworkConfig.name must not be empty': () => framework({ name: '' }),
  "FrameworkConfig.name must be at most 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit; got \"a/b\"":
    () => framework({ name: 'a/b' }),
  'FrameworkConfig.informer must not be empty': () => framework({ informer: undefined }),
  'FrameworkConfig.logger must not be empty': () => framework({ logger: null }),
  'FrameworkConfig.resourceRouter must not be empty': () => framework({ resourceRouter: undefined }),
  'FrameworkConfig.client must not be empty unless FrameworkConfig.finalizer is false': () =>
    framework({ client: undefined }),
  'FrameworkConfig.client must not be empty when FrameworkConfig.crd is given': () =>
    framework({ client: undefined, finalizer: false, crd: {} }),
  'FrameworkConfig.crd.metadata.name must not be empty': () => framework({ crd: { metadata: {} } }),
  'FrameworkConfig.backOffFactory must be a function': () => framework({ backOffFactory: 5 }),
  'FrameworkConfig.initCtx must be a function': () => framework({ initCtx: {} }),
  'FrameworkConfig.predicates[1] must be a function': () => framework({ predicates: [() => true, 'x'] }),
  'FrameworkConfig.predicates[0] must not be empty': () => framework({ predicates: [undefined] }),
  'FrameworkConfig.watches[0] must not be empty': () => framework({ watches: [null] }),
  'FrameworkConfig.watches[0].informer must not be empty': () => framework({ watches: [{}] }),
  'FrameworkConfig.watches[0].map must not be empty': () => framework({ watches: [{ informer }] }),
  'FrameworkConfig.watches[0].map must be a function': () => framework({ watches: [{ informer, map: [] }] }),
  'FrameworkConfig.maxConcurrentReconciles must be a whole number, 1 or more; got 0': () =>
    framework({ maxConcurrentReconciles: 0 }),
  'FrameworkConfig.maxConcurrentReconciles must be a whole number, 1 or more; got 1.5': () =>
    framework({ maxConcurrentReconciles: 1.5 }),
  'FrameworkConfig.resyncMs must be a number, 0 or more; got -1': () => framework({ resyncMs: -1 }),
  'FrameworkConfig.resyncMs must be a number, 0 or more; got NaN': () => framework({ resyncMs: Number.NaN }),
  'FrameworkConfig.reconcileTimeoutMs must be a number, 1 or more; got 0': () =>
    framework({ reconcileTimeoutMs: 0 }),
  'FrameworkConfig.shutdownGraceMs must be a number, 0 or more; got Infinity': () =>
    framework({ shutdownGraceMs: Infinity }),
  'FrameworkConfig.shutdownTimeoutMs must be a number, 0 or more; got 5s': () =>
    framework({ shutdownTimeoutMs: '5s' }),

  'ResourceSetConfig must not be empty': () => new ResourceSet(undefined as never),
  'ResourceSetConfig.handles must not be empty': () => resourceSet({ handles: undefined }),
  'ResourceSetConfig.handles must be a function': () => resourceSet({ handles: true }),
  'ResourceSetConfig.initCtx must be a function': () => resourceSet({ initCtx: 1 }),
  'ResourceSetConfig.logger must not be empty': () => resourceSet({ logger: undefined }),
  'ResourceSetConfig.resources must not be empty': () => resourceSet({ resources: [] }),
  'ResourceSetConfig.resources must be a list or a function': () => resourceSet({ resources: resource }),
  'ResourceSetConfig.resources[0] must not be empty': () => resourceSet({ resources: [undefined] }),

  'ResourceRouterConfig must not be empty': () => new ResourceRouter(undefined as never),
  'ResourceRouterConfig.logger must not be empty': () => router({ logger: undefined }),
  'ResourceRouterConfig.resourceSets must not be empty': () => router({ resourceSets: [] }),
  'ResourceRouterConfig.resourceSets[1] must not be empty': () => router({ resourceSets: [set, null] }),

  'CRUDResourceConfig must not be empty': () => new CRUDResource(undefined as never),
  'CRUDResourceConfig.logger must not be empty': () => crud({ logger: undefined }),
  'CRUDResourceConfig.ops must not be empty': () => crud({ ops: undefined }),
  'CRUDResourceConfig.ops.name must not be empty': () => crud({ ops: { name: '' } }),

  'SerializedOptions must not be empty': () => serialized(async () => {}, undefined as never),
  'SerializedOptions.onError must not be empty': () => serialized(async () => {}, {} as never),

  'InformerOptions.client must not be empty': () => informs({ client: undefined }),
  'InformerOptions.kind must not be empty': () => informs({ kind: undefined }),
  'InformerOptions.kind.apiVersion must not be empty': () => informs({ kind: { kind: 'ConfigMap' } }),
  'InformerOptions.kind.kind must not be empty': () => informs({ kind: { apiVersion: 'v1' } }),
  'InformerOptions.namespaces must be empty where namespace is given': () =>
    informs({ namespace: 'a', namespaces: ['b'] }),
  'InformerOptions.namespaces must not be empty, nor have an empty one': () => informs({ namespaces: [] }),
  'InformerOptions.namespaces must not have one twice': () => informs({ namespaces: ['a', 'a'] }),
  'InformerOptions.namespace must be empty: Namespace of v1 does not live in namespaces': () =>
    informs({ kind: Namespace, namespace: 'a' }),
  'InformerOptions.pageSize must be a whole number, 0 or more; got -5': () => informs({ pageSize: -5 }),
  'InformerOptions.idleTimeoutMs must be a number, 1 or more; got 0': () => informs({ idleTimeoutMs: 0 }),

  'ClientOptions.transport must not be empty': () => talks({ transport: undefined }),
  'ClientOptions.fieldManager must have 1 to 128 characters': () => talks({ fieldManager: 'x'.repeat(129) }),
  'ClientOptions.timeoutMs must be a number, 1 or more; got 0': () => talks({ timeoutMs: 0 }),
  'ClientOptions.pageSize must be a whole number, 0 or more; got 0.5': () => talks({ pageSize: 0.5 }),
  'ClientOptions.maxRetries must be a whole number, 0 or more; got -1': () => talks({ maxRetries: -1 }),
  'UndiciTransportOptions.server must not be empty': () => newUndiciTransport({ server: '' }),
  'UndiciTransportOptions.server must be an http or https URL, such as https://10.0.0.1:6443': () =>
    newUndiciTransport({ server: 'ftp://10.0.0.1' }),

  'WorkQueueOptions.name must not be empty': () => queue({ name: '' }),
  'WorkQueueOptions.clock must not be empty': () => queue({ clock: undefined }),
  'WorkQueueOptions.agingMs must be a number, 1 or more; got 0': () => queue({ agingMs: 0 }),

  'ExponentialBackOffOptions.initialMs must be a number, 0 or more; got -1': () =>
    exponentialBackOff({ initialMs: -1 }),
  'ExponentialBackOffOptions.factor must be a number, 1 or more; got 0.5': () =>
    exponentialBackOff({ factor: 0.5 }),
  'ExponentialBackOffOptions.jitter must be a number, from 0 to 1; got 2': () =>
    exponentialBackOff({ jitter: 2 }),
  'ExponentialBackOffOptions.maxMs must be a number, 0 or more; got NaN': () =>
    exponentialBackOff({ maxMs: Number.NaN }),
  'ExponentialBackOffOptions.maxRetries must be a whole number, 0 or more; got 1.5': () =>
    exponentialBackOff({ maxRetries: 1.5 }),

  'MetricsEndpointOptions.registry must not be empty': () => endpoint({ registry: undefined }),
  'MetricsEndpointOptions.logger must not be empty': () => endpoint({ logger: undefined }),
  'MetricsEndpointOptions.port must be a whole number, from 0 to 65535; got 65536': () =>
    endpoint({ port: 65_536 }),
  'MetricsEndpointOptions.checkTimeoutMs must be a number, 1 or more; got 0': () =>
    endpoint({ checkTimeoutMs: 0 }),
};
