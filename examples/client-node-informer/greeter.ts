// Keep client-node's informer and its models; take only the resources from operatorkit.
import {
  CoreV1Api,
  type Informer,
  type KubeConfig,
  type V1ConfigMap,
  makeInformer,
} from '@kubernetes/client-node';
import { type Resource, newExclusion, processDelete, processUpdate, serialized } from 'operatorkit';
import type { Context } from 'operatorkit/context';

/** Says hello and goodbye to every config map that is labelled `greet=yes`. */
export function greeting(say: (text: string) => void): Resource<V1ConfigMap> {
  return {
    name: 'greeting',
    ensureCreated: async (_ctx, obj) =>
      say(`hello ${obj.metadata?.name}, ${obj.data?.['text'] ?? 'nothing'}`),
    ensureDeleted: async (_ctx, obj) => say(`goodbye ${obj.metadata?.name}`),
  };
}

/**
 * Runs the resources under client-node's informer. It calls its handlers and awaits nobody, so `serialized`
 * keeps one object's runs apart. Nothing is tried again after an error: that, finalizers, a queue and metrics
 * come with `Framework`, which takes the same informer through `fromClientNodeInformer`.
 */
export function newGreeter(
  ctx: Context,
  kubeConfig: KubeConfig,
  resources: readonly Resource<V1ConfigMap>[],
): Informer<V1ConfigMap> {
  const onError = (error: unknown): void => ctx.logger.error('reconcile failed', { error });
  const options = { onError, exclusion: newExclusion() };
  const update = serialized(processUpdate<V1ConfigMap>, options);
  const remove = serialized(processDelete<V1ConfigMap>, options);

  const api = kubeConfig.makeApiClient(CoreV1Api);
  const informer = makeInformer(
    kubeConfig,
    '/api/v1/configmaps',
    async () => await api.listConfigMapForAllNamespaces({ labelSelector: 'greet=yes' }),
    'greet=yes',
  );
  informer.on('add', (obj) => void update(ctx, obj, resources));
  informer.on('update', (obj) => void update(ctx, obj, resources));
  informer.on('delete', (obj) => void remove(ctx, obj, resources));
  informer.on('error', (error) => ctx.logger.error('informer failed', { error }));
  return informer;
}
