import type { ConditionInput } from '../../../lib/status/conditions.ts';
import { summary, type SummaryOptions } from '../../../lib/status/summary.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

function say(type: string, status: ConditionInput['status'], message?: string): ConditionInput {
  return { type, status, reason: `${type}Says`, ...(message === undefined ? {} : { message }) };
}

const AS_EXPECTED: ConditionInput = { type: 'Ready', status: 'True', reason: 'AsExpected' };

suite('summary', (test) => {
  interface Case {
    readonly given: readonly ConditionInput[];
    readonly options?: SummaryOptions;
    readonly want: ConditionInput;
  }
  const table: Readonly<Record<string, Case>> = {
    'nothing is bad where there is nothing': { given: [], want: AS_EXPECTED },
    'all are good': { given: [say('A', 'True'), say('B', 'True')], want: AS_EXPECTED },
    'False wins': {
      given: [say('A', 'Unknown'), say('B', 'False', 'no disk'), say('C', 'True'), say('D', 'False')],
      want: { type: 'Ready', status: 'False', reason: 'BSays', message: 'B: no disk; D: DSays' },
    },
    'Unknown is next': {
      given: [say('A', 'True'), say('B', 'Unknown', 'waits')],
      want: { type: 'Ready', status: 'Unknown', reason: 'BSays', message: 'B: waits' },
    },
    'its own type does not count': { given: [say('Ready', 'False'), say('A', 'True')], want: AS_EXPECTED },
    'True is bad of a negative one': {
      given: [say('Degraded', 'True', 'one replica'), say('Stalled', 'False')],
      options: { negative: ['Degraded', 'Stalled'] },
      want: { type: 'Ready', status: 'False', reason: 'DegradedSays', message: 'Degraded: one replica' },
    },
    'a negative one may be unknown': {
      given: [say('Degraded', 'Unknown')],
      options: { negative: ['Degraded'] },
      want: { type: 'Ready', status: 'Unknown', reason: 'DegradedSays', message: 'Degraded: DegradedSays' },
    },
    'one that is asked for and missing is unknown': {
      given: [say('A', 'True'), say('Other', 'False')],
      options: { of: ['A', 'B'] },
      want: { type: 'Ready', status: 'Unknown', reason: 'NotReported', message: 'B: not reported yet' },
    },
    'another type is made': {
      given: [say('Ready', 'True')],
      options: { type: 'Available' },
      want: { ...AS_EXPECTED, type: 'Available' },
    },
  };
  for (const [name, { given, options, want }] of Object.entries(table)) {
    test(`says: ${name}`, () => equal(summary(given, options), want));
  }
});
