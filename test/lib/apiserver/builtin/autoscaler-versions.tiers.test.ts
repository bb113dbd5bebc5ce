import { HorizontalPodAutoscaler } from '../../../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { defined, equal, is } from '../../../kit/assert.ts';
import { testServer } from '../../../kit/server.ts';
import { suite } from '../../../kit/suite.ts';

interface V1 extends KubernetesObject {
  readonly spec?: {
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas: number;
    readonly targetCPUUtilizationPercentage?: number;
  };
}

const V1: Kind<V1> = defineKind({
  apiVersion: 'autoscaling/v1',
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  namespaced: true,
});

const TARGET = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const MEMORY = 'autoscaling.alpha.kubernetes.io/metrics';

function metric(name: string, averageUtilization: number): object {
  return { type: 'Resource', resource: { name, target: { type: 'Utilization', averageUtilization } } };
}

suite(
  'HorizontalPodAutoscalers',
  (test) => {
    test('are the same objects in both versions', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const ref = { namespace, name: 'web' };
      const made = await client.create(ctx, V1, {
        metadata: ref,
        spec: { scaleTargetRef: TARGET, maxReplicas: 3 },
      });
      equal(made.spec, {
        scaleTargetRef: TARGET,
        minReplicas: 1,
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 80,
      });
      const v2 = await client.get(ctx, HorizontalPodAutoscaler, ref);
      is(v2.metadata?.resourceVersion, made.metadata?.resourceVersion);
      equal(v2.spec?.metrics, [metric('cpu', 80)]);
      await client.patch(ctx, V1, ref, {
        type: 'merge',
        value: { spec: { targetCPUUtilizationPercentage: 50 } },
      });
      const changed = await client.get(ctx, HorizontalPodAutoscaler, ref);
      equal(changed.spec?.metrics, [metric('cpu', 50)]);
      const [listed] = await client.listAll(ctx, V1, { namespace });
      is(listed?.spec?.targetCPUUtilizationPercentage, 50);
    });

    test('keep in version 1 what only version 2 can say', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const ref = { namespace, name: 'web' };
      const metrics = [metric('memory', 60), metric('cpu', 70)] as never;
      const behavior = { scaleDown: { stabilizationWindowSeconds: 30 } };
      const made = await client.create(ctx, HorizontalPodAutoscaler, {
        metadata: ref,
        spec: { scaleTargetRef: TARGET, maxReplicas: 3, metrics, behavior },
      });
      const v1 = await client.get(ctx, V1, ref);
      is(v1.spec?.targetCPUUtilizationPercentage, 70);
      is(typeof v1.metadata?.annotations?.[MEMORY], 'string');
      await client.update(ctx, V1, { ...v1, spec: { ...defined(v1.spec), maxReplicas: 5 } });
      const changed = await client.get(ctx, HorizontalPodAutoscaler, ref);
      equal(changed.spec, { ...made.spec, maxReplicas: 5 });
      is(changed.metadata?.annotations, undefined);
    });
  },
  { timeoutMs: 20_000 },
);
