import type { CronJob } from '../../../../lib/object/kinds.ts';
import { cronJobTimes, zonedTimeText } from '../../../../lib/testing/workloads/cron-job-times.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const CREATED = '2024-01-01T00:00:30Z';

interface Facts {
  readonly schedule: string;
  readonly last?: string;
  readonly startingDeadlineSeconds?: number;
}

/** When it is due, and when next, as text. */
function timesAt(now: string, { schedule, last, startingDeadlineSeconds }: Facts): readonly unknown[] {
  const cronJob: CronJob = {
    metadata: { name: 'print', creationTimestamp: CREATED },
    spec: {
      schedule,
      jobTemplate: {},
      ...(startingDeadlineSeconds === undefined ? {} : { startingDeadlineSeconds }),
    },
    ...(last === undefined ? {} : { status: { lastScheduleTime: last } }),
  };
  const { due, next } = cronJobTimes(cronJob, Date.parse(now));
  return [due, next].map((ms) => (ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 19)));
}

suite('the times of a CronJob', (test) => {
  test('begin after its creation', () => {
    equal(timesAt('2024-01-01T00:00:40Z', { schedule: '* * * * *' }), [undefined, '2024-01-01T00:01:00']);
    equal(timesAt('2024-01-01T00:01:00Z', { schedule: '* * * * *' }), [
      '2024-01-01T00:01:00',
      '2024-01-01T00:02:00',
    ]);
  });

  test('go on after the last run, which is not due again', () => {
    const facts = { schedule: '*/5 * * * *', last: '2024-01-01T00:05:00Z' };
    equal(timesAt('2024-01-01T00:05:30Z', facts), [undefined, '2024-01-01T00:10:00']);
  });

  test('are, of many that were missed, the last', () => {
    equal(timesAt('2025-06-07T08:09:10Z', { schedule: '* * * * *' }), [
      '2025-06-07T08:09:00',
      '2025-06-07T08:10:00',
    ]);
    equal(timesAt('2025-06-06T15:09:10Z', { schedule: '30 6-16/4 * * 1-5' }), [
      '2025-06-06T14:30:00',
      '2025-06-09T06:30:00',
    ]);
  });

  test('of what recurs after some time count from the last run', () => {
    const facts = { schedule: '@every 7m', last: '2024-01-01T00:01:00Z' };
    equal(timesAt('2024-01-01T00:05:00Z', facts), [undefined, '2024-01-01T00:08:00']);
    equal(timesAt('2024-01-01T00:30:00Z', facts), ['2024-01-01T00:29:00', '2024-01-01T00:36:00']);
  });

  test('do not count what is too late', () => {
    const facts = { schedule: '0 * * * *', startingDeadlineSeconds: 60 };
    equal(timesAt('2024-01-01T01:00:59Z', facts), ['2024-01-01T01:00:00', '2024-01-01T02:00:00']);
    equal(timesAt('2024-01-01T01:01:01Z', facts), [undefined, '2024-01-01T02:00:00']);
  });

  test('are shown as the clocks of a zone show them', () => {
    const ms = Date.parse('2024-07-01T12:00:00Z');
    is(zonedTimeText(ms), '2024-07-01T12:00:00Z');
    is(zonedTimeText(ms, 'America/St_Johns'), '2024-07-01T09:30:00-02:30');
    is(zonedTimeText(ms, 'Asia/Kolkata'), '2024-07-01T17:30:00+05:30');
  });
});
