import {
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
} from '@kubernetes/client-node';

import { type Reconcile, type RunningContestant, WORKERS } from '../contestants/contestant.ts';
import { GROUP, PLURAL, VERSION } from '../replay/objects.ts';
import { MinimalQueue } from './minimal-queue.ts';

type Informer = ReturnType<typeof makeInformer<KubernetesObject>>;

/**
 * client-node's informer as its documentation uses it for custom resources, and the smallest keyed queue. Lists
 * of custom objects skip its serializer, so this is its fastest way.
 */
export async function start(url: string, reconcile: Reconcile): Promise<RunningContestant> {
  const config = kubeConfigOf(url);
  const api = config.makeApiClient(CustomObjectsApi);
  const place = { group: GROUP, version: VERSION, plural: PLURAL };
  const informer = makeInformer<KubernetesObject>(
    config,
    `/apis/${GROUP}/${VERSION}/${PLURAL}`,
    async () => (await api.listClusterCustomObject(place)) as KubernetesListObject<KubernetesObject>,
  );
  const queue = new MinimalQueue();
  const add = (obj: KubernetesObject): void => queue.add(keyOf(obj));
  informer.on('add', add);
  informer.on('update', add);
  informer.on('delete', add);
  informer.on('error', (error: unknown) => {
    throw new Error('cannot go on: the informer ended', { cause: error });
  });
  for (let worker = 0; worker < WORKERS; worker += 1) void work(queue, informer, reconcile);
  await informer.start();
  return {
    versions: () => informer.list().map((obj) => [keyOf(obj), obj.metadata?.resourceVersion]),
    stop: async () => {
      // Aborting its watch calls the error handlers, which here would end the process: it ends anyway.
    },
  };
}

/** Plain http is refused unless the cluster says that TLS is not to be verified. */
function kubeConfigOf(url: string): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'replay', server: url, skipTLSVerify: true }],
    users: [{ name: 'bench' }],
    contexts: [{ name: 'replay', cluster: 'replay', user: 'bench' }],
    currentContext: 'replay',
  });
  return config;
}

function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}

/** Ends with the process. */
async function work(queue: MinimalQueue, informer: Informer, reconcile: Reconcile): Promise<never> {
  for (;;) {
    const key = await queue.take();
    const slash = key.indexOf('/');
    const obj = informer.get(key.slice(slash + 1), key.slice(0, slash));
    await reconcile(key, obj?.metadata?.resourceVersion);
    queue.done(key);
  }
}
