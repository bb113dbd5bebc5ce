import {
  type Client,
  Framework,
  type FrameworkConfig,
  ResourceRouter,
  ResourceSet,
  newInformer,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';

import { BucketClient } from './bucket-client.ts';
import { bucketResource } from './bucket-resource.ts';
import { Bucket } from './bucket.ts';

export interface OutsideOptions extends Partial<FrameworkConfig<Bucket>> {
  readonly client: Client;
  readonly logger: Logger;
  /** Of the bucket service. */
  readonly serviceUrl: string;
  /** Default: all namespaces. */
  readonly namespace?: string;
}

/** Manages what is outside of Kubernetes: each Bucket stands for a bucket of a service. */
export function newOutsideOperator(options: OutsideOptions): Framework<Bucket> {
  const { client, logger, serviceUrl, namespace, ...config } = options;
  const scope = namespace === undefined ? {} : { namespace };
  const resource = bucketResource(new BucketClient(serviceUrl), logger);
  const resourceSet = new ResourceSet<Bucket>({ logger, handles: () => true, resources: [resource] });
  return new Framework<Bucket>({
    ...config,
    name: 'outside',
    logger,
    client,
    crd: Bucket.crd,
    schema: Bucket,
    status: true,
    informer: newInformer<Bucket>({ client, kind: Bucket.kind, ...scope }),
    resourceRouter: new ResourceRouter<Bucket>({ logger, resourceSets: [resourceSet] }),
  });
}
