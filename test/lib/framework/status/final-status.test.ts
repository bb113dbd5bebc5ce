import {
  finalStatus,
  type FinalStatusInput,
  type ReconcileResult,
} from '../../../../lib/framework/status/final-status.ts';
import type { Condition } from '../../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { REDACTED } from '../../../../lib/redaction.ts';
import { SecretValues } from '../../../../lib/secret-values.ts';
import type { ConditionInput } from '../../../../lib/status/conditions.ts';
import { StatusReport } from '../../../../lib/status/status-report.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Thing extends KubernetesObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const SUCCESS: ReconcileResult = { type: 'success' };

function failure(error: unknown): ReconcileResult {
  return { type: 'error', error, retryMs: 500 };
}

function said(...conditions: readonly ConditionInput[]): StatusReport {
  const report = new StatusReport();
  report.set({ size: 1 });
  for (const condition of conditions) report.condition(condition);
  return report;
}

function having(type: string, status: string, more: Partial<Condition> = {}): Thing {
  const condition = { type, status, reason: 'A', message: '', lastTransitionTime: '', ...more };
  return { status: { conditions: [condition] } };
}

function final(input: Partial<FinalStatusInput>): StatusReport {
  const options = { readyType: 'Ready', negative: [], showRetry: true };
  return finalStatus({ obj: {}, report: said(), secrets: undefined, result: SUCCESS, options, ...input });
}

const NO_DISK: ConditionInput = { type: 'Disk', status: 'False', reason: 'NoDisk', message: 'none left' };
const DISK: ConditionInput = { type: 'Disk', status: 'True', reason: 'Found' };

suite('finalStatus', (test) => {
  interface Case {
    readonly given: Partial<FinalStatusInput>;
    readonly want: ConditionInput | undefined;
  }
  const table: Readonly<Record<string, Case>> = {
    'ready after a success': { given: {}, want: { type: 'Ready', status: 'True', reason: 'Reconciled' } },
    'ready when all that was reported is good': {
      given: { report: said(DISK) },
      want: { type: 'Ready', status: 'True', reason: 'Reconciled' },
    },
    'not ready when something that was reported is bad': {
      given: { report: said(NO_DISK) },
      want: { type: 'Ready', status: 'False', reason: 'NoDisk', message: 'Disk: none left' },
    },
    'ready whatever stands there from before': {
      given: { obj: having('Disk', 'False') },
      want: { type: 'Ready', status: 'True', reason: 'Reconciled' },
    },
    'not ready when a negative one holds': {
      given: {
        report: said({ ...DISK, type: 'Degraded' }),
        options: { readyType: 'Ready', negative: ['Degraded'], showRetry: true },
      },
      want: { type: 'Ready', status: 'False', reason: 'Found', message: 'Degraded: Found' },
    },
    'what a resource says of it': {
      given: { report: said(NO_DISK, { ...DISK, type: 'Ready' }) },
      want: { ...DISK, type: 'Ready' },
    },
    'another type that is asked for': {
      given: { options: { readyType: 'Available', negative: [], showRetry: true } },
      want: undefined,
    },
    'not ready after a failure, whatever a resource says': {
      given: {
        report: said({ ...DISK, type: 'Ready' }),
        result: failure(new Error('no route', { cause: new Error('no net') })),
      },
      want: {
        type: 'Ready',
        status: 'False',
        reason: 'ReconcileFailed',
        message: 'no route: no net; next attempt within 10 seconds',
      },
    },
    'the kind of a failure': {
      given: {
        result: failure(new Error('no', { cause: Object.assign(new Error('why'), { kind: 'DiskFull' }) })),
      },
      want: {
        type: 'Ready',
        status: 'False',
        reason: 'DiskFull',
        message: 'no: why; next attempt within 10 seconds',
      },
    },
    'no kind that may be no reason': {
      given: { result: failure(Object.assign(new Error('no'), { kind: 'disk is full' })) },
      want: {
        type: 'Ready',
        status: 'False',
        reason: 'ReconcileFailed',
        message: 'no; next attempt within 10 seconds',
      },
    },
    'that there is no next attempt': {
      given: { result: { type: 'error', error: 'no', retryMs: undefined } },
      want: {
        type: 'Ready',
        status: 'False',
        reason: 'ReconcileFailed',
        message: 'no; not tried again before the object changes',
      },
    },
    'the longer time from before': {
      given: {
        result: failure('no'),
        obj: having('Ready', 'False', { message: 'no; next attempt within an hour' }),
      },
      want: {
        type: 'Ready',
        status: 'False',
        reason: 'ReconcileFailed',
        message: 'no; next attempt within an hour',
      },
    },
    'no time where it is not asked for': {
      given: { result: failure('no'), options: { readyType: 'Ready', negative: [], showRetry: false } },
      want: { type: 'Ready', status: 'False', reason: 'ReconcileFailed', message: 'no' },
    },
    'not ready when the object is invalid': {
      given: { result: { type: 'invalid', error: new Error('spec.size must be a number') } },
      want: { type: 'Ready', status: 'False', reason: 'Invalid', message: 'spec.size must be a number' },
    },
    'not ready while it is deleted': {
      given: { obj: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } } },
      want: { type: 'Ready', status: 'False', reason: 'Deleting', message: 'the deletion is not complete' },
    },
  };
  for (const [name, { given, want }] of Object.entries(table)) {
    test(`says: ${name}`, () => {
      equal(
        final(given).conditions.find(({ type }) => type === 'Ready'),
        want,
      );
    });
  }

  test('says what was reported, also after a failure', () => {
    for (const result of [SUCCESS, failure('no')]) {
      const { fields, conditions } = final({ report: said(NO_DISK), result });
      equal(fields, { size: 1 });
      equal(conditions[0], NO_DISK);
    }
  });

  test('says of a paused object only that', () => {
    const { fields, conditions } = final({ result: { type: 'paused', annotation: 'x' } });
    equal(fields, {});
    equal(conditions, [
      { type: 'Paused', status: 'True', reason: 'PausedByAnnotation', message: 'paused by annotation x' },
    ]);
  });

  test('says that an object is paused no more', () => {
    const { conditions } = final({ obj: having('Paused', 'True', { reason: 'PausedByAnnotation' }) });
    equal(
      conditions.map(({ type, status }) => `${type} ${status}`),
      ['Paused False', 'Ready True'],
    );
  });

  test('shows no secrets', () => {
    const secrets = new SecretValues();
    secrets.add('hunter2');
    const report = said({ ...NO_DISK, message: 'login hunter2' });
    const after = (result: ReconcileResult) =>
      final({ report, secrets, result }).conditions.map(({ message }) => message);
    equal(after(SUCCESS), [`login ${REDACTED}`, `Disk: login ${REDACTED}`]);
    is(after(failure('got hunter2'))[1], `got ${REDACTED}; next attempt within 10 seconds`);
    is(
      final({ result: failure('Bearer abcdefgh12345') }).conditions[0]?.message,
      `Bearer ${REDACTED}; next attempt within 10 seconds`,
    );
  });

  test('shortens what a failure says', () => {
    const { conditions } = final({ result: failure('x'.repeat(5000)) });
    is(conditions[0]?.message, `${'x'.repeat(1024)}…; next attempt within 10 seconds`);
  });
});
