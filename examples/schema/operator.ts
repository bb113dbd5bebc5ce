import { ConfigMap, Deployment, type Framework, Secret, Service, statusReport } from 'operatorkit';
import { type OperatorConfig, newOperator } from 'operatorkit/resource';

import { Cache } from './cache.ts';
import { configMapOf, deploymentOf, secretOf, serviceOf } from './children.ts';

/** Where to look, and whatever a framework takes besides. */
export type SchemaOptions = Omit<OperatorConfig<Cache>, 'name' | 'resource' | 'kinds' | 'desired' | 'report'>;

/** The short way in: a custom resource, the objects that each should have, and what its status says of them. */
export function newSchemaOperator(options: SchemaOptions): Framework<Cache> {
  return newOperator<Cache, ConfigMap | Secret | Deployment | Service>({
    ...options,
    name: 'caches',
    resource: Cache,
    kinds: [ConfigMap, Secret, Deployment, Service],
    desired: (_, cache) => [configMapOf(cache), secretOf(cache), deploymentOf(cache), serviceOf(cache)],
    report: (ctx, { spec }, children) => {
      const { readyReplicas = 0 } = children.get(Deployment)?.status ?? {};
      const isAvailable = readyReplicas >= spec.replicas;
      statusReport.condition(ctx, {
        type: 'Available',
        status: isAvailable ? 'True' : 'False',
        reason: isAvailable ? 'AllReplicasReady' : 'ReplicasMissing',
        message: `${readyReplicas} of ${spec.replicas} replicas are ready`,
      });
      return { readyReplicas };
    },
  });
}
