import { background } from '../../context/index.ts';
import { withTrace } from '../../resource/trace/with-trace.ts';
import { defined, equal, rejects } from '../kit/assert.ts';
import { hasFailed, Spans } from '../kit/spans.ts';
import { suite } from '../kit/suite.ts';
import { newTracing } from '../../lib/tracing.ts';
import { crud, DELETE_STEPS, plain, UPDATE_STEPS } from './samples.ts';

suite('withTrace', (test) => {
  test('makes a span of each step of a CRUDResource, and of each call of another', async (t) => {
    const spans = Spans.of(t);
    const tracer = spans.provider.getTracer('t');
    const resources = withTrace([crud(), plain()], { tracer });
    for (const resource of resources) {
      await resource.ensureCreated(background(), {});
      await resource.ensureDeleted(background(), {});
    }
    equal(
      spans.all.map(({ name }) => name),
      [
        ...[...UPDATE_STEPS, ...DELETE_STEPS].map((step) => `crud ${step}`),
        'plain EnsureCreated',
        'plain EnsureDeleted',
      ],
    );
    equal(spans.named('plain EnsureCreated').attributes, {
      'operatorkit.resource': 'plain',
      'operatorkit.operation': 'EnsureCreated',
    });
  });

  test('nests in the span that the context carries', async (t) => {
    const spans = Spans.of(t);
    const tracer = spans.provider.getTracer('t');
    const resource = withTrace(plain(), { tracer });
    const tracing = defined(newTracing({ tracer }));
    await tracing.run(background(), 'outer', {}, async (ctx) => await resource.ensureCreated(ctx, {}));
    equal(spans.paths, ['outer', 'outer > plain EnsureCreated']);
  });

  test('records failures', async (t) => {
    const spans = Spans.of(t);
    const failing = withTrace(
      plain(() => {
        throw new Error('boom');
      }),
      { tracer: spans.provider.getTracer('t') },
    );
    await rejects(failing.ensureCreated(background(), {}), /boom/);
    const span = spans.named('plain EnsureCreated');
    equal([hasFailed(span), span.status.message], [true, 'boom']);
  });
});
