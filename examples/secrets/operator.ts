import {
  type Client,
  Deployment,
  Framework,
  type FrameworkConfig,
  ResourceRouter,
  ResourceSet,
  Secret,
  TerminalError,
  keyOf,
  newCachedReader,
  newInformer,
  secondaryWatch,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';
import { ownedObjects } from 'operatorkit/resource';

import { App } from './app.ts';
import { deploymentOf } from './deployment.ts';

export interface SecretsOptions extends Partial<FrameworkConfig<App>> {
  readonly client: Client;
  readonly logger: Logger;
  /** Default: all namespaces. */
  readonly namespace?: string;
}

/** Apps refer to Secrets that are not theirs. When one changes, the Pods of just those Apps are replaced. */
export function newSecretsOperator(options: SecretsOptions): Framework<App> {
  const { client, logger, namespace, ...config } = options;
  const scope = namespace === undefined ? {} : { namespace };
  const apps = newInformer<App>({ client, kind: App.kind, indexers: { secret: secretOf }, ...scope });
  const secrets = newInformer<Secret>({ client, kind: Secret, ...scope });
  const cache = newCachedReader([secrets]);

  const deployment = ownedObjects<App, Deployment>({
    name: 'apps',
    client,
    owner: App.kind,
    kinds: [Deployment],
    ...scope,
    desired: async (ctx, app) => {
      const { secretName: name } = app.spec;
      const secret = await cache.tryGet<Secret>(ctx, Secret, {
        name,
        namespace: app.metadata?.namespace ?? '',
      });
      // The watch brings us back as soon as there is one.
      if (secret === undefined) throw new TerminalError(`Secret ${name} is missing; create it`);
      return [deploymentOf(app, secret)];
    },
  });
  const watch = secondaryWatch({
    informer: secrets,
    map: (old, now = old) =>
      now === undefined ? [] : apps.list({ index: 'secret', value: keyOf(now) }).map(keyOf),
  });

  return new Framework<App>({
    ...config,
    name: 'apps',
    logger,
    client,
    crd: App.crd,
    schema: App,
    status: true,
    informer: apps,
    watches: [watch],
    resourceRouter: new ResourceRouter<App>({
      logger,
      resourceSets: [new ResourceSet<App>({ logger, handles: () => true, resources: [deployment] })],
    }),
  });
}

/** The keys of the Secrets that an App refers to; as it stands in the cluster, so before it was parsed. */
function secretOf({ metadata, spec }: App): string[] {
  return [`${metadata?.namespace}/${spec.secretName}`];
}
