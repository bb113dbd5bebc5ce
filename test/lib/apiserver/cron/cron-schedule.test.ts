import { parseCronSchedule } from '../../../../lib/apiserver/cron/cron-schedule.ts';
import { equal, is, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

/** The times after one, as text. */
function times(schedule: string, after: string, count = 1, zone?: string): readonly (string | undefined)[] {
  const parsed = parseCronSchedule(schedule, zone);
  const found: (number | undefined)[] = [];
  let last: number | undefined = Date.parse(after);
  for (let n = 0; n < count && last !== undefined; n++) {
    last = parsed.next(last);
    found.push(last);
  }
  return found.map((ms) =>
    ms === undefined ? undefined : new Date(ms).toISOString().replace(':00.000Z', 'Z'),
  );
}

suite('cron schedules', (test) => {
  test('are due at the next minute that fits, never at the time itself', () => {
    equal(times('* * * * *', '2024-01-01T00:00:00Z'), ['2024-01-01T00:01Z']);
    equal(times('* * * * *', '2024-01-01T00:00:59.999Z'), ['2024-01-01T00:01Z']);
    equal(times('*/20 3,15 * * *', '2024-01-01T03:21:00Z', 3), [
      '2024-01-01T03:40Z',
      '2024-01-01T15:00Z',
      '2024-01-01T15:20Z',
    ]);
  });

  test('know months and weekdays by name, in any spelling', () => {
    equal(times('0 12 * feb MON-wed', '2024-01-01T00:00:00Z', 3), [
      '2024-02-05T12:00Z',
      '2024-02-06T12:00Z',
      '2024-02-07T12:00Z',
    ]);
  });

  test('are due on either day where both are given, on both where one is open', () => {
    equal(times('0 0 13 * fri', '2024-09-05T00:00:00Z', 3), [
      '2024-09-06T00:00Z',
      '2024-09-13T00:00Z',
      '2024-09-20T00:00Z',
    ]);
    equal(times('0 0 ? * fri', '2024-09-05T00:00:00Z', 2), ['2024-09-06T00:00Z', '2024-09-13T00:00Z']);
    equal(times('0 0 */10 * fri', '2024-09-12T00:00:00Z', 2), ['2024-09-13T00:00Z', '2024-09-20T00:00Z']);
  });

  test('begin with a number and go on to the end where a step follows', () => {
    equal(times('50/5 0 * * *', '2024-01-01T00:50:00Z', 2), ['2024-01-01T00:55Z', '2024-01-02T00:50Z']);
  });

  test('find the leap day, and give up what never comes', () => {
    equal(times('0 0 29 2 *', '2024-03-01T00:00:00Z'), ['2028-02-29T00:00Z']);
    equal(times('0 0 31 2 *', '2024-03-01T00:00:00Z'), [undefined]);
    equal(times(', * * * *', '2024-03-01T00:00:00Z'), [undefined]);
  });

  test('have descriptors', () => {
    equal(times('@yearly', '2024-03-01T00:00:00Z'), ['2025-01-01T00:00Z']);
    equal(times('@weekly', '2024-03-01T00:00:00Z'), ['2024-03-03T00:00Z']);
    equal(times('@hourly', '2024-03-01T00:00:00Z'), ['2024-03-01T01:00Z']);
    equal(times('@every 1h30m', '2024-03-01T00:10:00Z'), ['2024-03-01T01:40Z']);
  });

  test('skip an hour that clocks do not show, and come twice in one that they show twice', () => {
    equal(times('30 2 * * *', '2024-03-30T12:00:00Z', 2, 'Europe/Berlin'), [
      '2024-04-01T00:30Z', // On the 31st, 2 o'clock is 3 o'clock.
      '2024-04-02T00:30Z',
    ]);
    equal(times('30 2 * * *', '2024-10-26T12:00:00Z', 3, 'Europe/Berlin'), [
      '2024-10-27T00:30Z',
      '2024-10-27T01:30Z',
      '2024-10-28T01:30Z',
    ]);
    equal(times('*/30 * * * *', '2024-10-27T00:00:00Z', 3, 'Europe/Berlin'), [
      '2024-10-27T00:30Z',
      '2024-10-27T01:00Z',
      '2024-10-27T01:30Z',
    ]);
  });

  test('take the zone that they name', () => {
    equal(times('TZ=Asia/Kolkata 0 0 * * *', '2024-01-01T00:00:00Z'), ['2024-01-01T18:30Z']);
    equal(times('CRON_TZ=America/New_York 0 9 * * *', '2024-07-01T00:00:00Z', 1, 'UTC'), [
      '2024-07-01T13:00Z',
    ]);
  });

  test('are refused in the words of robfig/cron', () => {
    const problems: Readonly<Record<string, string>> = {
      '': 'empty spec string',
      '* * * *': 'expected exactly 5 fields, found 4: [* * * *]',
      '60 * * * *': 'end of range (60) above maximum (59): 60',
      '* * 0 * *': 'beginning of range (0) below minimum (1): 0',
      '5-1 * * * *': 'beginning of range (5) beyond end of range (1): 5-1',
      '*/0 * * * *': 'step of range should be a positive number: */0',
      '1-2-3 * * * *': 'too many hyphens: 1-2-3',
      '1/2/3 * * * *': 'too many slashes: 1/2/3',
      'x * * * *': 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
      '@reboot': 'unrecognized descriptor: @reboot',
      '@every 5': 'failed to parse duration @every 5: time: missing unit in duration "5"',
      'TZ=Nowhere * * * * *': 'provided bad location Nowhere: unknown time zone Nowhere',
    };
    for (const [schedule, message] of Object.entries(problems))
      throws(
        () => parseCronSchedule(schedule),
        (error) => error instanceof RangeError && error.message === message,
      );
    is(Object.keys(problems).length, 12);
  });
});
