import { background } from '../../../context/index.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { StatusReport, statusReport } from '../../../lib/status/status-report.ts';
import { equal, is, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const READY = { type: 'Ready', status: 'True', reason: 'AsExpected' } as const;

suite('StatusReport', (test) => {
  test('keeps the last word', () => {
    const report = new StatusReport();
    report.set({ size: 1, colour: 'red' });
    report.set({ size: null });
    report.condition(READY);
    report.condition({ ...READY, status: 'False' });
    equal(report.fields, { size: null, colour: 'red' });
    equal(report.conditions, [{ ...READY, status: 'False' }]);
  });

  test('refuses a condition that no API server takes, before anything is written', () => {
    const report = new StatusReport();
    const error = throws(
      () => report.condition({ ...READY, reason: 'not ready' }),
      /Ready\.reason must be one word/,
    );
    ok(isInvalidConfig(error));
    equal(report.conditions, []);
  });
});

suite('statusReport', (test) => {
  test('lets resources say what they have to say, where somebody listens', () => {
    const report = new StatusReport();
    const ctx = statusReport.with(background(), report);
    is(statusReport.set(ctx, { size: 1 }), true);
    is(statusReport.condition(ctx, READY), true);
    is(statusReport.get(ctx), report);
    equal([report.fields, report.conditions], [{ size: 1 }, [READY]]);
  });

  test('does nothing where nobody does', () => {
    is(statusReport.set(background(), { size: 1 }), false);
    is(statusReport.condition(background(), READY), false);
  });
});
