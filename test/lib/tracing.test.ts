import { context, trace } from '@opentelemetry/api';
import { setImmediate } from 'node:timers/promises';
import { background } from '../../context/index.ts';
import { SecretValues, secretValues } from '../../lib/secret-values.ts';
import { newTracing, traceContext } from '../../lib/tracing.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { defined, equal, is, not, rejects } from '../kit/assert.ts';
import { hasFailed, Spans, timesOf } from '../kit/spans.ts';
import { suite } from '../kit/suite.ts';

suite('newTracing', (test) => {
  test('nests spans by the context, whatever OpenTelemetry’s storage says', async (t) => {
    const spans = Spans.of(t);
    const tracing = defined(newTracing({ tracer: spans.provider.getTracer('t') }));
    await tracing.run(background(), 'outer', {}, async (ctx) => {
      await setImmediate();
      await tracing.run(ctx, 'inner', {}, async () => {});
      await tracing.run(background(), 'other', {}, async () => {});
    });
    equal(spans.paths, ['other', 'outer', 'outer > inner']);
  });

  test('lets code that knows nothing of contexts see the span', async (t) => {
    const spans = Spans.global(t);
    const tracing = defined(newTracing());
    const tracer = trace.getTracer('user');
    await tracer.startActiveSpan('startup', async (startup) => {
      await tracing.run(background(), 'outer', {}, async (ctx) => {
        await setImmediate();
        tracer.startSpan('by storage').end();
        tracer.startSpan('by context', {}, traceContext.get(ctx) as ReturnType<typeof context.active>).end();
      });
      startup.end();
    });
    equal(spans.paths, [
      'startup',
      'startup > outer',
      'startup > outer > by context',
      'startup > outer > by storage',
    ]);
    is(spans.named('outer').instrumentationScope.name, 'operatorkit');
  });

  test('finds a provider that is registered later', async (t) => {
    const tracing = defined(newTracing({ tracerName: 'mine' }));
    await tracing.run(background(), 'early', {}, async () => {});
    const spans = Spans.global(t);
    await tracing.run(background(), 'late', {}, async () => {});
    equal(spans.paths, ['late']);
    is(spans.named('late').instrumentationScope.name, 'mine');
  });

  test('begins a trace of its own, goes on with another, and links', async (t) => {
    const spans = Spans.of(t);
    const tracing = defined(newTracing({ tracer: spans.provider.getTracer('t') }));
    await tracing.run(background(), 'one', {}, async (ctx, one) => {
      tracing.start(ctx, 'root', { root: {}, links: [defined(one.ref)] }).end();
      tracing.start(background(), 'child', { root: { parent: one.ref } }).end();
    });
    equal(spans.paths, ['one', 'one > child', 'root']);
    const [link] = spans.named('root').links;
    is(link?.context.spanId, spans.named('one').spanContext().spanId);
  });

  test('times spans by the context’s clock', async (t) => {
    const spans = Spans.of(t);
    const tracing = defined(newTracing({ tracer: spans.provider.getTracer('t') }));
    const clock = new VirtualClock({ startMs: 5000 });
    await tracing.run(background().withClock(clock), 'one', { begunMs: 1500 }, async () => {
      await clock.advance(250);
    });
    equal(timesOf(spans.named('one')), [3500, 1750]);
  });

  test('records failures without secrets, and hands them on untouched', async (t) => {
    const spans = Spans.of(t);
    const tracing = defined(newTracing({ tracer: spans.provider.getTracer('t') }));
    const known = new SecretValues();
    known.add('hunter2');
    const ctx = secretValues.with(background(), known);
    const error = new Error('cannot connect', { cause: new Error('hunter2 is wrong') });
    const attributes = { one: 'hunter2', many: ['a', 'hunter2'], none: undefined, count: 1 };
    const thrown = await rejects(
      tracing.run(ctx, 'one', { attributes }, async () => {
        throw error;
      }),
    );
    is(thrown, error);
    const span = spans.named('one');
    equal([hasFailed(span), span.status.message], [true, 'cannot connect: [redacted] is wrong']);
    equal(span.attributes, { one: '[redacted]', many: ['a', '[redacted]'], count: 1 });
    const [event] = span.events;
    is(event?.attributes?.['exception.message'], 'cannot connect: [redacted] is wrong');
    not(JSON.stringify([span.attributes, span.events, span.status]).includes('hunter2'));
  });

  test('takes an abort for no failure', async (t) => {
    const spans = Spans.of(t);
    const tracing = defined(newTracing({ tracer: spans.provider.getTracer('t') }));
    const stop = new AbortController();
    const ctx = background().withSignal(stop.signal);
    await rejects(
      tracing.run(ctx, 'one', {}, async () => {
        stop.abort(new Error('stop'));
        ctx.signal.throwIfAborted();
      }),
      /stop/,
    );
    is(hasFailed(spans.named('one')), false);
  });

  test('goes on without spans when the tracer is broken', async () => {
    const broken = {
      startSpan: (): never => {
        throw new Error('no');
      },
    };
    const tracing = defined(newTracing({ tracer: broken }));
    is(await tracing.run(background(), 'one', {}, async () => 1), 1);
    const halfBroken = { startSpan: () => ({ spanContext: () => ({ traceId: '', spanId: '' }) }) };
    const other = defined(newTracing({ tracer: halfBroken }));
    is(await other.run(background(), 'one', {}, async () => 1), 1);
  });
});
