import {
  type ApiException,
  AppsV1Api,
  CoreV1Api,
  type KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  Watch,
} from '@kubernetes/client-node';
import { eventually } from '../../../lib/testing/eventually.ts';

/** Something that is asked for, and what its answer is called in a report. */
type Turn = readonly [string, () => Promise<unknown>];

function configMap(name: string, data: Record<string, string>): V1ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'paper' } }, data };
}

/** What was answered, in order; an error by its code and body. */
export async function converse(
  config: KubeConfig,
  namespace: string,
): Promise<readonly (readonly [string, unknown])[]> {
  const answers: (readonly [string, unknown])[] = [];
  for (const [name, ask] of [...typed(config, namespace), ...untyped(config, namespace)])
    answers.push([name, await answerOf(ask)]);
  return answers;
}

async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    const { code, body } = error as ApiException<unknown>;
    if (code === undefined) throw error;
    return { code, body };
  }
}

function typed(config: KubeConfig, namespace: string): readonly Turn[] {
  const api = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  const news = { namespace, name: 'news' };
  const labelSelector = 'app=paper';
  const merge = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
  return [
    ['read of nothing', () => api.readNamespacedConfigMap(news)],
    ['create', () => api.createNamespacedConfigMap({ namespace, body: configMap('news', { a: '1' }) })],
    ['create again', () => api.createNamespacedConfigMap({ namespace, body: configMap('news', {}) })],
    ['invalid', () => api.createNamespacedConfigMap({ namespace, body: configMap('News', {}) })],
    ['read', () => api.readNamespacedConfigMap(news)],
    ['replace', () => api.replaceNamespacedConfigMap({ ...news, body: configMap('news', { a: '2' }) })],
    ['patch', () => api.patchNamespacedConfigMap({ ...news, body: { data: { b: '3' } } }, merge)],
    ['list', () => api.listNamespacedConfigMap({ namespace, labelSelector })],
    ['a page', () => api.listNamespacedConfigMap({ namespace, labelSelector, limit: 1 })],
    ['deployments', () => apps.listNamespacedDeployment({ namespace })],
    ['watch', () => watched(config, namespace)],
    ['informer', () => informed(config, namespace)],
    ['delete', () => api.deleteNamespacedConfigMap(news)],
    ['delete of a collection', () => api.deleteCollectionNamespacedConfigMap({ namespace, labelSelector })],
    ['list of nothing', () => api.listNamespacedConfigMap({ namespace, labelSelector })],
  ];
}

function untyped(config: KubeConfig, namespace: string): readonly Turn[] {
  const api = KubernetesObjectApi.makeApiClient(config);
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more', namespace } };
  const applied = { ...object, data: { c: '4' } };
  const apply = PatchStrategy.ServerSideApply;
  return [
    ['untyped create', () => api.create(object)],
    ['untyped apply', () => api.patch(applied, undefined, undefined, 'someone', true, apply)],
    ['untyped read', () => api.read(object)],
    ['untyped read of nothing', () => api.read({ ...object, metadata: { name: 'nobody', namespace } })],
    ['untyped delete', () => api.delete(object)],
  ];
}

/** The types and names of what a watch from the beginning tells first. */
async function watched(config: KubeConfig, namespace: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const take = (type: string, { metadata }: V1ConfigMap): void =>
    void seen.push(`${type} ${metadata?.name ?? ''}`);
  const ended = Promise.withResolvers<void>();
  const stop = await new Watch(config).watch(path, { labelSelector: 'app=paper' }, take, () =>
    ended.resolve(),
  );
  await eventually(
    () => seen.length,
    (count) => count > 0,
    { what: 'an event' },
  ).finally(() => stop.abort());
  await ended.promise;
  return seen;
}

/** What an informer knows once it has been told. */
async function informed(config: KubeConfig, namespace: string): Promise<readonly unknown[]> {
  const api = config.makeApiClient(CoreV1Api);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const list = async () => await api.listNamespacedConfigMap({ namespace, labelSelector: 'app=paper' });
  const informer = makeInformer(config, path, list, 'app=paper');
  await informer.start();
  try {
    await api.createNamespacedConfigMap({ namespace, body: configMap('late', {}) });
    const names = (): string[] => informer.list().map(({ metadata }) => metadata?.name ?? '');
    return await eventually(names, ({ length }) => length === 2, { what: 'both config maps' });
  } finally {
    await informer.stop();
  }
}
