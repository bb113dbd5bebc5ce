import { readFileSync } from 'node:fs';

import {
  type Client,
  ConfigMap,
  type CustomResourceDefinition,
  Deployment,
  Framework,
  type Kind,
  type KubernetesObject,
  type Registry,
  ResourceRouter,
  ResourceSet,
  Service,
  newCachedReader,
  newInformer,
  toOwner,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';
import { parse } from 'yaml';

import { bannerOf, bannerResource, withBanner } from './banner.ts';
import { child } from './child.ts';
import { configMapOf, deploymentOf, serviceOf } from './children.ts';
import { statusResource } from './status.ts';
import { MANAGED_BY, Website } from './website.ts';

export interface WebsiteOperatorOptions {
  readonly client: Client;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Default: all namespaces. */
  readonly namespace?: string;
}

/** The definition of the custom resource, from crd.yaml. */
export function websiteCrd(): CustomResourceDefinition {
  return parse(readFileSync(new URL('crd.yaml', import.meta.url), 'utf8')) as CustomResourceDefinition;
}

/** The operator: every Website has a ConfigMap, a Deployment and a Service, and a status. */
export function newWebsiteOperator(options: WebsiteOperatorOptions): Framework<Website> {
  const { client, logger, registry } = options;
  const scope = options.namespace === undefined ? {} : { namespace: options.namespace };

  const owned = <T extends KubernetesObject>(kind: Kind<T>) =>
    newInformer<T>({ client, kind, registry, labelSelector: selectorOf(MANAGED_BY), ...scope });
  const configMaps = owned(ConfigMap);
  const deployments = owned(Deployment);
  const services = owned(Service);
  const cache = newCachedReader([configMaps, deployments, services]);

  const resourceSet = new ResourceSet<Website>({
    logger,
    handles: () => true,
    initCtx: async (ctx) => withBanner(ctx),
    resources: [
      bannerResource(client),
      child({
        name: 'config-map',
        kind: ConfigMap,
        logger,
        client,
        cache,
        desired: (ctx, site) => configMapOf(site, bannerOf(ctx)),
      }),
      child({
        name: 'deployment',
        kind: Deployment,
        logger,
        client,
        cache,
        desired: (_, site) => deploymentOf(site),
      }),
      child({ name: 'service', kind: Service, logger, client, cache, desired: (_, site) => serviceOf(site) }),
      statusResource(client, cache),
    ],
  });

  const toWebsite = toOwner(Website);
  return new Framework<Website>({
    name: 'website-operator',
    logger,
    client,
    registry,
    crd: websiteCrd(),
    informer: newInformer<Website>({ client, kind: Website, registry, ...scope }),
    resourceRouter: new ResourceRouter<Website>({ logger, resourceSets: [resourceSet] }),
    watches: [configMaps, deployments, services].map((informer) => ({ informer, map: toWebsite })),
    maxConcurrentReconciles: 4,
  });
}

function selectorOf(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}
