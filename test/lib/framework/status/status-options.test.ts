import { isInvalidConfig } from '../../../../lib/errors.ts';
import { type StatusOptions, statusOptions } from '../../../../lib/framework/status/status-options.ts';
import { equal, is, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('statusOptions', (test) => {
  test('has defaults, and is off without being asked', () => {
    is(statusOptions(), undefined);
    is(statusOptions(false, {}), undefined);
    const defaults = { readyType: 'Ready', negative: [], showRetry: true };
    equal(statusOptions(true, {}), defaults);
    equal(statusOptions({ negative: ['Degraded'] }, {}), { ...defaults, negative: ['Degraded'] });
  });

  const wrong: Readonly<Record<string, { readonly given: StatusOptions; readonly want: RegExp }>> = {
    'a type of two words': {
      given: { readyType: 'not ready' },
      want: /^FrameworkConfig\.status\.readyType must/,
    },
    'a negative type of two words': {
      given: { negative: ['A', 'b c'] },
      want: /^FrameworkConfig\.status\.negative\[1\] must/,
    },
    'a type that is good and bad': {
      given: { negative: ['Ready'] },
      want: /^FrameworkConfig\.status\.negative must not contain/,
    },
  };
  for (const [name, { given, want }] of Object.entries(wrong)) {
    test(`refuses ${name}`, () => ok(isInvalidConfig(throws(() => statusOptions(given, {}), want))));
  }

  test('asks for a client', () => {
    ok(isInvalidConfig(throws(() => statusOptions(true), /^FrameworkConfig\.client must not be empty/)));
  });
});
