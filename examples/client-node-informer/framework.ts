// The next step from greeter.ts: the same informer of client-node feeds a Framework, which brings the queue,
// retries, the finalizer and metrics.
import { CoreV1Api, type KubeConfig, makeInformer } from '@kubernetes/client-node';
import {
  type Client,
  ConfigMap,
  Framework,
  type Resource,
  ResourceRouter,
  ResourceSet,
  fromClientNodeInformer,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';

export interface GreeterOptions {
  readonly kubeConfig: KubeConfig;
  /** Writes the finalizer. */
  readonly client: Client;
  readonly logger: Logger;
  readonly resources: readonly Resource<ConfigMap>[];
}

/** Objects are wire objects from here on: times are strings, as in every other Framework. */
export function newGreeterFramework(options: GreeterOptions): Framework<ConfigMap> {
  const { kubeConfig, client, logger, resources } = options;
  const api = kubeConfig.makeApiClient(CoreV1Api);
  const theirs = makeInformer(
    kubeConfig,
    '/api/v1/configmaps',
    async () => await api.listConfigMapForAllNamespaces({ labelSelector: 'greet=yes' }),
    'greet=yes',
  );
  const resourceSet = new ResourceSet<ConfigMap>({ logger, handles: () => true, resources });
  return new Framework<ConfigMap>({
    name: 'greeter',
    logger,
    client,
    informer: fromClientNodeInformer(theirs, ConfigMap),
    resourceRouter: new ResourceRouter<ConfigMap>({ logger, resourceSets: [resourceSet] }),
  });
}
