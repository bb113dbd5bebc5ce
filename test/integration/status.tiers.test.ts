import { TerminalError } from '../../lib/errors.ts';
import type { ReconcileObserver } from '../../lib/framework/observe/reconcile-observer.ts';
import { statusReport } from '../../lib/status/status-report.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { defined, equal, is, match } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator } from './operator.ts';
import { LIMIT_MS, PATIENCE_MS, type Widget, Widgets } from './widget.ts';

/** `Ready True Reconciled`. */
function said({ status }: Widget): readonly string[] {
  return (status?.conditions ?? []).map(({ type, status: value, reason }) => `${type} ${value} ${reason}`);
}

/** Counts the reconciles that have ended, by result. */
function counting(ends: string[]): ReconcileObserver {
  return { ended: (_ctx, _key, { result }) => void ends.push(result) };
}

async function until(widgets: Widgets, name: string, check: (widget: Widget) => boolean): Promise<Widget> {
  const found = await eventually(
    () => widgets.get(name),
    (widget) => widget !== undefined && check(widget),
    { what: `the status of ${name}`, deadlineMs: PATIENCE_MS },
  );
  return defined(found);
}

suite(
  'a framework that keeps the status',
  (test) => {
    test('writes what resources report and whether the object is ready, once', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const ends: string[] = [];
      await using operator = new Operator(server, widgets, {
        status: true,
        observers: [counting(ends)],
        created: async (ctx, { spec }) => {
          statusReport.set(ctx, { size: spec?.size });
          statusReport.condition(ctx, { type: 'Measured', status: 'True', reason: 'Measured' });
        },
      });
      await widgets.create('a', 3);
      const written = await until(widgets, 'a', (widget) => said(widget).includes('Ready True Reconciled'));
      equal(said(written), ['Measured True Measured', 'Ready True Reconciled']);
      is(written.status?.size, 3);
      is(written.status?.observedGeneration, 1);
      await operator.barrier();
      operator.framework.trigger(`${server.namespace}/a`);
      await operator.when(() => ends.length >= 3, 'three reconciles');
      equal(ends, ['success', 'success', 'success']);
      is((await widgets.get('a'))?.metadata?.resourceVersion, written.metadata?.resourceVersion);
      is(await operator.metric('operatorkit_framework_status_total', { result: 'unchanged' }), 1);
    });

    test('says why a reconcile failed, and that it is well again', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await using _ = new Operator(server, widgets, {
        status: true,
        created: async (_ctx, { spec }) => {
          if (spec?.size === 1) throw new Error('the disk is full');
          if (spec?.size === 2) throw new TerminalError('two is no size');
        },
      });
      await widgets.create('a', 1);
      const failed = await until(widgets, 'a', (widget) => said(widget)[0] === 'Ready False ReconcileFailed');
      match(failed.status?.conditions?.[0]?.message ?? '', /the disk is full.*next attempt/);
      await widgets.change('a', { spec: { size: 2 } });
      await until(widgets, 'a', ({ status }) =>
        /two is no size.*not tried again/.test(status?.conditions?.[0]?.message ?? ''),
      );
      await widgets.change('a', { spec: { size: 3 } });
      await until(widgets, 'a', (widget) => said(widget)[0] === 'Ready True Reconciled');
    });

    test('tells of an object that does not fit its schema, and goes on when it does', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      await using operator = new Operator(server, widgets, {
        status: true,
        explain: true,
        schema: {
          parse: (obj) => {
            const widget = obj as Widget;
            if (widget.spec?.size === 13) throw new TerminalError('cannot read widget: 13 is unlucky');
            return { ...widget, spec: { size: (widget.spec?.size ?? 0) + 100 } };
          },
        },
        created: async (ctx, { spec }) => void statusReport.set(ctx, { size: spec?.size }),
      });
      await widgets.create('a', 13);
      const held = await until(widgets, 'a', (widget) => said(widget)[0] === 'Ready False Invalid');
      equal(held.metadata?.finalizers ?? [], []);
      match(held.status?.conditions?.[0]?.message ?? '', /13 is unlucky/);
      equal(operator.calls, []);
      is(operator.framework.explain(`${server.namespace}/a`)?.hold?.by, 'invalid');
      await widgets.change('a', { spec: { size: 1 } });
      const fits = await until(widgets, 'a', (widget) => said(widget)[0] === 'Ready True Reconciled');
      is(fits.status?.size, 101);
    });

    test('lets a paused object be, also when it is deleted, and says so', async (t) => {
      const server = await testServer(t);
      const widgets = await Widgets.on(server);
      const annotations = { 'operatorkit.giantswarm.io/paused': 'true' };
      await using operator = new Operator(server, widgets, { status: true });
      await widgets.create('a', 1);
      await until(widgets, 'a', (widget) => said(widget)[0] === 'Ready True Reconciled');
      await widgets.change('a', { metadata: { annotations }, spec: { size: 2 } });
      await until(widgets, 'a', (widget) => said(widget).includes('Paused True PausedByAnnotation'));
      await widgets.delete('a');
      await operator.when(
        () => server.logger.of('deletion waits, since the object is paused').length === 1,
        'the warning',
      );
      is(await operator.metric('operatorkit_framework_paused', { controller: 'test' }), 1);
      equal(operator.calls, ['created a']);
      await widgets.change('a', { metadata: { annotations: { 'operatorkit.giantswarm.io/paused': null } } });
      await widgets.gone('a');
      equal(operator.calls.at(-1), 'deleted a');
      is(await operator.metric('operatorkit_framework_paused', { controller: 'test' }), 0);
    });
  },
  { timeoutMs: LIMIT_MS },
);
