import type { Context } from '../../../../context/index.ts';
import type { EventInput } from '../../../../lib/events/event-object.ts';
import type { EventRecorder } from '../../../../lib/events/event-recorder.ts';
import { pauseAnnotations } from '../../../../lib/framework/pause/pause.ts';
import { pausedCondition, Pauses, resumedCondition } from '../../../../lib/framework/pause/pauses.ts';
import { pauseMetrics, Registry } from '../../../../lib/metrics.ts';
import type { Condition } from '../../../../lib/object/kinds.ts';
import { type KubernetesObject, keyOf } from '../../../../lib/object/kubernetes-object.ts';
import { equal, is, match } from '../../../kit/assert.ts';
import { RecordingLogger } from '../../../kit/recording-logger.ts';
import { suite } from '../../../kit/suite.ts';

const ANNOTATION = 'operatorkit.giantswarm.io/paused';

interface Thing extends KubernetesObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

function thing(paused: boolean, metadata: KubernetesObject['metadata'] = {}, reason?: string): Thing {
  const annotations = { [ANNOTATION]: String(paused) };
  const condition = { type: 'Paused', status: 'True', message: '', lastTransitionTime: '' };
  return {
    metadata: { name: 'a', namespace: 'default', uid: '1', annotations, ...metadata },
    ...(reason === undefined ? {} : { status: { conditions: [{ ...condition, reason }] } }),
  };
}

function setUp(record?: EventRecorder['record']) {
  const events: string[] = [];
  const notes: EventInput[] = [];
  const registry = new Registry();
  const recorder: Pick<EventRecorder, 'record'> = {
    record:
      record ??
      ((obj, event) => {
        events.push(`${event.type ?? 'Normal'} ${event.reason} ${keyOf(obj)}`);
        notes.push(event);
      }),
  };
  const pauses = new Pauses({
    name: 'test',
    annotations: pauseAnnotations(),
    metrics: pauseMetrics(registry),
    recorder: recorder as EventRecorder,
  });
  const logger = new RecordingLogger();
  return {
    pauses,
    events,
    notes,
    logger,
    ctx: (ctx: Context) => ctx.withLogger(logger),
    paused: async () =>
      (await registry.getSingleMetric('operatorkit_framework_paused')?.get())?.values.map(
        ({ value, labels }) => [value, labels],
      ),
  };
}

const DELETING = { deletionTimestamp: '2026-01-01T00:00:00Z' };

suite('Pauses', (test) => {
  test('tells once when a pause begins, and once when it ends', async ({ ctx }) => {
    const run = setUp();
    const { pauses, events } = run;
    equal(await run.paused(), [[0, { controller: 'test' }]]);
    is(pauses.check(run.ctx(ctx), thing(false)), undefined);
    for (let i = 0; i < 3; i += 1) is(pauses.check(run.ctx(ctx), thing(true)), ANNOTATION);
    equal(events, ['Normal Paused default/a']);
    equal(await run.paused(), [[1, { controller: 'test' }]]);
    for (let i = 0; i < 3; i += 1) is(pauses.check(run.ctx(ctx), thing(false)), undefined);
    equal(events, ['Normal Paused default/a', 'Normal Resumed default/a']);
    equal(await run.paused(), [[0, { controller: 'test' }]]);
    equal(
      run.logger.lines.map(({ message }) => message),
      ['object is paused', 'object is paused no more'],
    );
    match(run.notes[0]?.note ?? '', `paused by annotation ${ANNOTATION}`);
  });

  test('warns once of a deletion that waits', ({ ctx }) => {
    const { pauses, events, notes } = setUp();
    pauses.check(ctx, thing(true));
    for (let i = 0; i < 3; i += 1) pauses.check(ctx, thing(true, DELETING));
    equal(events, ['Normal Paused default/a', 'Warning PausedDeletion default/a']);
    is(notes[1]?.note, `deletion waits: paused by annotation ${ANNOTATION}`);
  });

  test('takes an object that was created anew for another one', ({ ctx }) => {
    const { pauses, events } = setUp();
    pauses.check(ctx, thing(true));
    pauses.check(ctx, thing(true, { uid: '2' }));
    pauses.check(ctx, thing(false, { uid: '3' }));
    equal(events, ['Normal Paused default/a', 'Normal Paused default/a']);
  });

  test('forgets what is gone', async ({ ctx }) => {
    const run = setUp();
    run.pauses.check(ctx, thing(true));
    run.pauses.forget('default/a');
    run.pauses.forget('default/b');
    equal(await run.paused(), [[0, { controller: 'test' }]]);
    run.pauses.check(ctx, thing(false));
    equal(run.events, ['Normal Paused default/a']);
  });

  test('does not repeat after a restart what the status says', ({ ctx }) => {
    const { pauses, events } = setUp();
    pauses.check(ctx, thing(true, {}, 'PausedByAnnotation'));
    pauses.check(ctx, thing(false, { name: 'b' }, 'PausedByAnnotation'));
    pauses.check(ctx, thing(false, { name: 'c' }, 'SaidByOthers'));
    equal(events, ['Normal Resumed default/b']);
  });

  test('knows which changes let an object go on', () => {
    const { pauses } = setUp();
    is(pauses.toggles(undefined, thing(true)), false);
    is(pauses.toggles(thing(true), thing(true)), false);
    is(pauses.toggles(thing(true), thing(false)), true);
    is(pauses.toggles(thing(false), thing(true)), true);
  });

  test('knows without telling whether an object is paused', () => {
    const { pauses, events } = setUp();
    is(pauses.holds(thing(true)), true);
    is(pauses.holds(thing(false)), false);
    equal(events, []);
  });

  test('goes on when an event cannot be recorded', ({ ctx }) => {
    const run = setUp(() => {
      throw new Error('no');
    });
    is(run.pauses.check(run.ctx(ctx), thing(true)), ANNOTATION);
    is(run.logger.lines.at(-1)?.message, 'event not recorded');
  });
});

suite('pausedCondition', (test) => {
  test('names the annotation', () => {
    equal(pausedCondition(thing(true), ANNOTATION), {
      type: 'Paused',
      status: 'True',
      reason: 'PausedByAnnotation',
      message: `paused by annotation ${ANNOTATION}`,
    });
  });

  test('leaves the condition of others alone', () => {
    is(pausedCondition(thing(true, {}, 'SaidByOthers'), ANNOTATION), undefined);
    is(resumedCondition(thing(true, {}, 'SaidByOthers')), undefined);
  });
});

suite('resumedCondition', (test) => {
  test('takes back what was said, and only that', () => {
    equal(resumedCondition(thing(false, {}, 'PausedByAnnotation')), {
      type: 'Paused',
      status: 'False',
      reason: 'Resumed',
    });
    is(resumedCondition(thing(false)), undefined);
  });
});
