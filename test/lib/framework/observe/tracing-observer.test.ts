import { trace } from '@opentelemetry/api';
import type { Context } from '../../../../context/index.ts';
import { startApiServer } from '../../../../lib/apiserver/server.ts';
import type { Client } from '../../../../lib/client/client.ts';
import { Framework } from '../../../../lib/framework/framework.ts';
import { ResourceRouter } from '../../../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../../../lib/framework/resources/resource-set.ts';
import { tracingObserver } from '../../../../lib/framework/observe/tracing-observer.ts';
import { newInformer } from '../../../../lib/informer/new-informer.ts';
import { ConfigMap, Secret } from '../../../../lib/object/kinds.ts';
import { eventually } from '../../../../lib/testing/eventually.ts';
import { newTestClient } from '../../../../lib/testing/test-client.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { withTrace } from '../../../../resource/trace/with-trace.ts';
import { equal, is, not, rejects } from '../../../kit/assert.ts';
import { hasFailed, kindOf, Spans, timesOf } from '../../../kit/spans.ts';
import { suite, type TestContext } from '../../../kit/suite.ts';
import { cause, reconcile, resourceOf } from '../explain/observed.ts';

const OBJ: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: 'a', uid: 'u', generation: 3 },
};
const OTHER = { namespace: 'default', name: 'other' };

async function startedClient(t: TestContext): Promise<Client> {
  const server = await startApiServer({ listen: false });
  t.defer(() => server.close());
  const client = newTestClient(server);
  t.defer(() => client.close());
  return client;
}

suite('tracingObserver', (test) => {
  test('makes one trace from the cause to the API call', async (t) => {
    const [spans, client] = [Spans.of(t), await startedClient(t)];
    const clock = new VirtualClock({ startMs: 60_000 });
    const observer = tracingObserver({ tracer: spans.provider.getTracer('t'), controller: 'web' });
    const resource = resourceOf('page', async (ctx) => {
      await clock.advance(20);
      await client.create(ctx, ConfigMap, { metadata: OTHER });
    });
    await reconcile(t.ctx.withClock(clock), observer, {
      obj: OBJ,
      resources: [withTrace(resource, { tracer: spans.provider.getTracer('t') })],
      causes: [cause('updated'), cause('secondary', 'Secret default/s')],
      waitedMs: 300,
      loop: 7,
    });
    equal(spans.paths, [
      'reconcile ConfigMap',
      'reconcile ConfigMap > page ensureCreated',
      'reconcile ConfigMap > page ensureCreated > page EnsureCreated',
      'reconcile ConfigMap > page ensureCreated > page EnsureCreated > create ConfigMap',
      'reconcile ConfigMap > queue wait',
    ]);
    is(new Set(spans.all.map((span) => span.spanContext().traceId)).size, 1);
    const root = spans.named('reconcile ConfigMap');
    equal(timesOf(root), [59_700, 320]);
    equal(timesOf(spans.named('queue wait')), [59_700, 300]);
    equal(root.attributes, {
      'operatorkit.controller': 'web',
      'k8s.namespace.name': 'default',
      'k8s.object.name': 'a',
      'k8s.object.api_version': 'v1',
      'k8s.object.kind': 'ConfigMap',
      'k8s.object.uid': 'u',
      'k8s.object.generation': 3,
      'reconcile.loop': 7,
      'reconcile.causes': ['updated', 'secondary (Secret default/s)'],
      'reconcile.waited_ms': 300,
      'reconcile.result': 'success',
      'reconcile.duration_ms': 20,
    });
    const call = spans.named('create ConfigMap');
    equal([kindOf(root), kindOf(call)], ['CONSUMER', 'CLIENT']);
    equal(call.attributes, {
      'k8s.api.verb': 'create',
      'k8s.object.api_version': 'v1',
      'k8s.object.kind': 'ConfigMap',
      'k8s.namespace.name': 'default',
      'k8s.object.name': 'other',
    });
  });

  test('records failures with their status codes, where they are failures', async (t) => {
    const [spans, client] = [Spans.of(t), await startedClient(t)];
    const observer = tracingObserver({ tracer: spans.provider.getTracer('t') });
    const resource = resourceOf('page', async (ctx) => {
      await rejects(client.get(ctx, ConfigMap, OTHER), /not found/);
      await client.delete(ctx, ConfigMap, OTHER);
    });
    await reconcile(t.ctx, observer, { obj: OBJ, resources: [resource] });
    const facts = spans.all.map((span) => [
      span.name,
      hasFailed(span),
      span.attributes['http.response.status_code'],
    ]);
    equal(facts, [
      ['queue wait', false, undefined],
      ['get ConfigMap', false, 404],
      ['delete ConfigMap', true, 404],
      ['page ensureCreated', true, undefined],
      ['reconcile ConfigMap', true, undefined],
    ]);
    is(spans.named('reconcile ConfigMap').attributes['reconcile.next_ms'], 500);
  });

  test('says nothing of bodies', async (t) => {
    const [spans, client] = [Spans.of(t), await startedClient(t)];
    const observer = tracingObserver({ tracer: spans.provider.getTracer('t') });
    const resource = resourceOf('page', (ctx) =>
      client.create(ctx, Secret, { metadata: OTHER, stringData: { password: 'hunter2' } }),
    );
    await reconcile(t.ctx, observer, { obj: OBJ, resources: [resource] });
    const text = JSON.stringify(spans.all.map(({ name, attributes, events }) => [name, attributes, events]));
    not(/hunter2|aHVudGVyMg/.test(text), text);
  });

  test('notes what holds the object back', async (t) => {
    const spans = Spans.of(t);
    const observer = tracingObserver({ tracer: spans.provider.getTracer('t') });
    const resource = resourceOf('page', async () => {
      observer.held?.('default/a', { by: 'finalizers-kept', detail: 'page' });
    });
    observer.held?.('default/a', { by: 'pause' });
    await reconcile(t.ctx, observer, { obj: OBJ, resources: [resource] });
    equal(
      spans.named('reconcile ConfigMap').events.map(({ name, attributes }) => [name, attributes]),
      [['held', { 'hold.by': 'finalizers-kept', 'hold.detail': 'page' }]],
    );
  });

  test('takes an abort for no failure', async (t) => {
    const spans = Spans.of(t);
    const observer = tracingObserver({ tracer: spans.provider.getTracer('t') });
    const resource = resourceOf('page', async () => {
      throw new Error('stop');
    });
    await reconcile(t.ctx, observer, { obj: OBJ, resources: [resource], end: { result: 'aborted' } });
    is(hasFailed(spans.named('reconcile ConfigMap')), false);
  });

  test(
    'goes on with the trace of who triggered it, in a framework, and links retries',
    async (t) => {
      const [spans, client] = [Spans.global(t), await startedClient(t)];
      let failures = 1;
      const resource = resourceOf('page', async (ctx: Context) => {
        await client.apply(ctx, ConfigMap, { metadata: OTHER });
        trace.getTracer('user').startSpan('the user’s own').end();
        if (failures-- > 0) throw new Error('boom');
      });
      await client.create(t.ctx, ConfigMap, { metadata: { namespace: 'default', name: 'a' } });
      const stop = new AbortController();
      const { logger } = t.ctx;
      const set = new ResourceSet({ handles: () => true, logger, resources: [resource] });
      const framework = new Framework<ConfigMap>({
        name: 'test',
        informer: newInformer({ client, kind: ConfigMap, fieldSelector: 'metadata.name=a' }),
        resourceRouter: new ResourceRouter({ logger, resourceSets: [set] }),
        backOffFactory: () => ({ next: () => 1, reset: () => {} }),
        finalizer: false,
        resyncMs: 0,
        logger,
        observers: [tracingObserver()],
      });
      const running = trace.getTracer('user').startActiveSpan('startup', async (startup) => {
        const all = framework.boot(stop.signal);
        startup.end();
        await all;
      });
      const ended = (count: number): Promise<unknown> =>
        eventually(
          () => spans.all.filter(({ name }) => name === 'reconcile ConfigMap'),
          (found) => found.length === count,
          { what: `${count} reconciles` },
        );
      await ended(2);
      trace.getTracer('user').startActiveSpan('request', (request) => {
        framework.trigger('default/a');
        request.end();
      });
      await ended(3);
      stop.abort(new Error('stop'));
      await running;
      const [first, retry, triggered] = spans.all.filter(({ name }) => name === 'reconcile ConfigMap');
      equal([first?.parentSpanContext, retry?.parentSpanContext], [undefined, undefined]);
      is(retry?.links[0]?.context.spanId, first?.spanContext().spanId);
      is(triggered?.parentSpanContext?.spanId, spans.named('request').spanContext().spanId);
      const inside = 'request > reconcile ConfigMap > page ensureCreated';
      equal(
        spans.paths.filter((path) => path.startsWith('request')),
        [
          'request',
          'request > reconcile ConfigMap',
          inside,
          `${inside} > apply ConfigMap`,
          `${inside} > the user’s own`,
          'request > reconcile ConfigMap > queue wait',
        ],
      );
    },
    { timeoutMs: 10_000 },
  );
});
