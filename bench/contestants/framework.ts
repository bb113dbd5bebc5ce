import {
  Framework,
  type KubernetesObject,
  Registry,
  type Resource,
  ResourceRouter,
  ResourceSet,
  keyOf,
  newInformer,
} from 'operatorkit';
import { silentLogger as logger } from 'operatorkit/context';

import { type Reconcile, type RunningContestant, WORKERS } from './contestant.ts';
import { Widget, widgetClient } from './widget.ts';

/** Ours as operators use it: the whole framework with one resource that does nothing, and no finalizer. */
export async function start(url: string, reconcile: Reconcile): Promise<RunningContestant> {
  const controller = new AbortController();
  const registry = new Registry();
  const client = widgetClient(url, registry);
  const informer = newInformer({ client, kind: Widget, registry });
  const resources = [resourceOf(reconcile)];
  const resourceSets = [new ResourceSet<KubernetesObject>({ handles: () => true, logger, resources })];
  const framework = new Framework<KubernetesObject>({
    name: 'bench',
    informer,
    client,
    logger,
    registry,
    resourceRouter: new ResourceRouter({ logger, resourceSets }),
    finalizer: false,
    maxConcurrentReconciles: WORKERS,
  });
  const boot = framework.boot(controller.signal);
  return {
    versions: () => informer.list().map((obj) => [keyOf(obj), obj.metadata?.resourceVersion]),
    stop: async () => {
      controller.abort();
      await boot;
      await client.close();
    },
  };
}

function resourceOf(reconcile: Reconcile): Resource {
  return {
    name: 'nothing',
    ensureCreated: async (_ctx, obj) => await reconcile(keyOf(obj), obj.metadata?.resourceVersion),
    ensureDeleted: async () => {},
  };
}
