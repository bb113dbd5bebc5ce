import { createHash } from 'node:crypto';

import {
  type Client,
  ConfigMap,
  Framework,
  type FrameworkConfig,
  type Resource,
  ResourceRouter,
  ResourceSet,
  newInformer,
} from 'operatorkit';
import type { Logger } from 'operatorkit/context';

/** ConfigMaps with this label get an annotation of this name: a checksum of their data. */
export const CHECKSUM = 'example.com/checksum';

export interface SmallestOptions extends Partial<FrameworkConfig<ConfigMap>> {
  readonly client: Client;
  readonly logger: Logger;
  /** Default: all namespaces. */
  readonly namespace?: string;
}

/** The smallest useful operator: one resource, one informer, a kind that is there already. */
export function newSmallestOperator(options: SmallestOptions): Framework<ConfigMap> {
  const { client, logger, namespace, ...config } = options;
  const scope = namespace === undefined ? {} : { namespace };
  const resourceSet = new ResourceSet({ logger, handles: () => true, resources: [checksum(client)] });
  return new Framework<ConfigMap>({
    ...config,
    name: 'smallest',
    logger,
    client,
    // There is nothing to clean up, so nothing need hold up a deletion.
    finalizer: false,
    informer: newInformer<ConfigMap>({ client, kind: ConfigMap, labelSelector: CHECKSUM, ...scope }),
    resourceRouter: new ResourceRouter({ logger, resourceSets: [resourceSet] }),
  });
}

function checksum(client: Client): Resource<ConfigMap> {
  return {
    name: 'checksum',
    dryRunnable: true,
    permissions: [{ kind: ConfigMap, verbs: ['patch'] }],
    ensureCreated: async (ctx, { metadata, data = {} }) => {
      const { name = '', namespace = '', annotations = {} } = metadata ?? {};
      const sum = createHash('sha256').update(JSON.stringify(data)).digest('hex');
      if (annotations[CHECKSUM] === sum) return;
      const value = { metadata: { annotations: { [CHECKSUM]: sum } } };
      await client.patch(ctx, ConfigMap, { name, namespace }, { type: 'merge', value });
    },
    ensureDeleted: async () => {},
  };
}
