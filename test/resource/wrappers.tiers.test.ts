import { ExecutionFailedError } from '../../lib/errors.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { Registry } from '../../lib/metrics.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { ownedObjects } from '../../resource/k8s/owned-objects.ts';
import { withLog } from '../../resource/log/with-log.ts';
import { withMetrics } from '../../resource/metrics/with-metrics.ts';
import { withRetry } from '../../resource/retry/with-retry.ts';
import { withTimeout } from '../../resource/timeout/with-timeout.ts';
import { withTrace } from '../../resource/trace/with-trace.ts';
import { underlying } from '../../resource/wrap.ts';
import { exponentialBackOff } from '../../lib/backoff.ts';
import { Operator } from '../integration/operator.ts';
import { LIMIT_MS, PATIENCE_MS, type Widget, Widgets } from '../integration/widget.ts';
import { defined, equal, is, match, ok } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';

/** Fails twice for each object, then goes well. */
function flaky(): Resource<Widget> {
  const attempts = new Map<string, number>();
  return {
    name: 'flaky',
    ensureCreated: async (_, { metadata: { uid = '' } = {} }) => {
      const attempt = (attempts.get(uid) ?? 0) + 1;
      attempts.set(uid, attempt);
      if (attempt < 3) throw new ExecutionFailedError('not yet');
    },
    ensureDeleted: async () => {},
  };
}

async function counted(registry: Registry, name: string): Promise<readonly string[]> {
  const { values } = await defined(registry.getSingleMetric(name)).get();
  return values
    .map(({ labels, value }) => `${labels['resource']} ${labels['operation']} ${value}`)
    .toSorted();
}

suite(
  'wrappers around the resources of an operator',
  (test) => {
    test('keep what it does, its watches, and measure, retry, limit, trace and log each operation', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const registry = new Registry();
      const settings = ownedObjects<Widget>({
        name: 'settings',
        client: server.client,
        owner: widgets.kind,
        kinds: [ConfigMap],
        namespace: server.namespace,
        desired: (_, { metadata: { name = '' } = {}, spec }) => [
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { size: String(spec?.size) } },
        ],
      });
      const plain: readonly Resource<Widget>[] = [settings, flaky()];
      const limited = withTimeout(plain, { timeoutMs: 10_000 });
      const retried = withRetry(limited, {
        backOffFactory: () => exponentialBackOff({ initialMs: 5, factor: 1 }),
      });
      const measured = withMetrics(retried, { service: 'widget-operator', registry });
      const resources = withLog(withTrace(measured), { level: 'info' });
      equal(resources.map(underlying), plain);
      await using operator = new Operator(server, widgets, { resources, registry });
      const ref = { namespace: server.namespace, name: 'a' };
      await widgets.create('a', 3);
      const read = async (): Promise<ConfigMap | undefined> =>
        await server.client.tryGet(server.ctx, ConfigMap, ref);
      const found = { deadlineMs: PATIENCE_MS, signal: t.signal };
      await eventually(read, (made) => made?.data?.['size'] === '3', { what: 'the child', ...found });
      await operator.when(
        async () =>
          (await counted(registry, 'operatorkit_framework_operation_total')).some((one) =>
            one.startsWith('flaky'),
          ),
        'the second resource',
      );
      const before = await counted(registry, 'operatorkit_framework_operation_total');
      // Once for each reconcile, however often it was tried: the child's event may have asked for a second one.
      match(before.join(), /flaky EnsureCreated [12](,|$)/);
      ok(before.includes('settings ApplyCreateChange 1'), before.join());
      equal(await counted(registry, 'operatorkit_framework_operation_error_total'), []);
      await server.client.delete(server.ctx, ConfigMap, ref);
      await eventually(read, (made) => made?.data?.['size'] === '3', { what: 'the child again', ...found });
      is(server.logger.of('reconcile failed').length, 0);
    });
  },
  { timeoutMs: LIMIT_MS },
);
