import { isInvalidConfig } from '../../../lib/errors.ts';
import type { Condition } from '../../../lib/object/kinds.ts';
import {
  type ConditionInput,
  checkConditionType,
  findCondition,
  isConditionReason,
  isConditionTrue,
  mergeConditions,
} from '../../../lib/status/conditions.ts';
import { equal, is, match, not, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const BEFORE = '2026-01-01T00:00:00Z';
const NOW = Date.parse('2026-01-02T03:04:05.678Z');

function condition(type: string, status: string, more: Partial<Condition> = {}): Condition {
  return { type, status, reason: 'AsExpected', message: '', lastTransitionTime: BEFORE, ...more };
}

function input(
  type: string,
  status: ConditionInput['status'],
  more: Partial<ConditionInput> = {},
): ConditionInput {
  return { type, status, reason: 'AsExpected', ...more };
}

suite('mergeConditions', (test) => {
  test('makes conditions as the wire has them', () => {
    equal(mergeConditions(undefined, [input('Ready', 'True')], { observedGeneration: 3, now: NOW }), [
      {
        type: 'Ready',
        status: 'True',
        observedGeneration: 3,
        lastTransitionTime: '2026-01-02T03:04:05Z',
        reason: 'AsExpected',
        message: '',
      },
    ]);
  });

  test('keeps the time while the status stays, and moves it when that changes', () => {
    const existing = [condition('A', 'True'), condition('B', 'True')];
    const inputs = [input('A', 'True', { reason: 'Other', message: 'new' }), input('B', 'False')];
    const [a, b] = mergeConditions(existing, inputs, { now: NOW });
    equal(a, condition('A', 'True', { reason: 'Other', message: 'new' }));
    equal(b, condition('B', 'False', { lastTransitionTime: '2026-01-02T03:04:05Z' }));
  });

  test('keeps the order, others’ conditions and others’ fields', () => {
    const theirs = condition('Theirs', 'False', { observedGeneration: 1 });
    const probed = { ...condition('Mine', 'True'), lastProbeTime: BEFORE };
    const merged = mergeConditions([theirs, probed], [input('New', 'True'), input('Mine', 'True')], {
      observedGeneration: 2,
      now: NOW,
    });
    equal(
      merged.map(({ type }) => type),
      ['Theirs', 'Mine', 'New'],
    );
    is(merged[0], theirs);
    equal(merged[1], { ...probed, observedGeneration: 2 });
  });

  test('leaves one condition of each type that it writes, and of two inputs the last', () => {
    const existing = [condition('A', 'True'), condition('A', 'False')];
    const merged = mergeConditions(existing, [input('A', 'False'), input('A', 'True')], { now: NOW });
    equal(merged, [condition('A', 'True')]);
  });

  test('gives a time to a condition that has none', () => {
    const { lastTransitionTime: _, ...timeless } = condition('A', 'True');
    const [a] = mergeConditions([timeless as Condition], [input('A', 'True')], { now: NOW });
    is(a?.lastTransitionTime, '2026-01-02T03:04:05Z');
  });

  test('cuts long messages between characters', () => {
    for (const [text, length] of [
      ['x'.repeat(32_768), 32_768],
      ['x'.repeat(40_000), 32_768],
      [`${'x'.repeat(32_766)}😀😀`, 32_767],
    ] as const) {
      const [made] = mergeConditions([], [input('A', 'True', { message: text })], { now: NOW });
      is(made?.message.length, length);
      ok(made?.message.isWellFormed());
    }
  });

  const wrong: Readonly<Record<string, { readonly given: Partial<ConditionInput>; readonly want: RegExp }>> =
    {
      'no type': { given: { type: '' }, want: /^ConditionInput\.type must be letters/ },
      'a type of two words': { given: { type: 'Not Ready' }, want: /got "Not Ready"$/ },
      'a long type': { given: { type: 'A'.repeat(317) }, want: /at most 316/ },
      'no reason': { given: { reason: '' }, want: /^ConditionInput A\.reason must be one word/ },
      'a reason of two words': { given: { reason: 'image missing' }, want: /got "image missing"$/ },
      'another status': {
        given: { status: 'true' as 'True' },
        want: /^ConditionInput A\.status must be one of True, False, Unknown; got "true"$/,
      },
      'a message that is no text': {
        given: { message: 1 as unknown as string },
        want: /message must be a text; got 1$/,
      },
    };
  for (const [name, { given, want }] of Object.entries(wrong)) {
    test(`refuses ${name}`, () => {
      const error = throws(() => mergeConditions([], [input('A', 'True', given)], { now: NOW }), want);
      ok(isInvalidConfig(error));
    });
  }

  test('takes types with a domain', () => {
    const [made] = mergeConditions([], [input('example.com/Ready', 'True')], { now: NOW });
    is(made?.type, 'example.com/Ready');
  });
});

suite('findCondition', (test) => {
  test('finds by type', () => {
    const a = condition('A', 'True');
    is(findCondition([condition('B', 'True'), a], 'A'), a);
    is(findCondition([a], 'B'), undefined);
    is(findCondition(undefined, 'A'), undefined);
  });
});

suite('isConditionTrue', (test) => {
  test('holds for True alone', () => {
    const conditions = [condition('A', 'True'), condition('B', 'False'), condition('C', 'Unknown')];
    equal(
      ['A', 'B', 'C', 'D'].map((type) => isConditionTrue(conditions, type)),
      [true, false, false, false],
    );
  });
});

suite('isConditionReason', (test) => {
  test('takes one word', () => {
    for (const text of ['A', 'ImageMissing', 'E_2', 'A:b,c_']) ok(isConditionReason(text), text);
    for (const text of ['', '2', 'a-b', 'a b', 'a,', 'A'.repeat(1025)]) not(isConditionReason(text), text);
  });
});

suite('checkConditionType', (test) => {
  test('names the option', () => {
    checkConditionType('StatusOptions.readyType', 'Ready');
    match(
      String(throws(() => checkConditionType('StatusOptions.readyType', '-'))),
      /StatusOptions\.readyType must be/,
    );
  });
});
