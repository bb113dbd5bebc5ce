import type { JsonObject } from '../../../lib/object/json.ts';
import { asJson, mergePatchOf } from '../../../lib/status/status-patch.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

suite('mergePatchOf', (test) => {
  interface Case {
    readonly current: JsonObject;
    readonly desired: JsonObject;
    readonly want: JsonObject | undefined;
  }
  const table: Readonly<Record<string, Case>> = {
    'the same': {
      current: { a: { b: [1, { c: 2 }] } },
      desired: { a: { b: [1, { c: 2 }] } },
      want: undefined,
    },
    'members in another order': { current: { a: 1, b: 2 }, desired: { b: 2, a: 1 }, want: undefined },
    'a new member': { current: {}, desired: { a: { b: 1 } }, want: { a: { b: 1 } } },
    'a changed member among others': {
      current: { a: { b: 1, c: 2 }, d: 3 },
      desired: { a: { b: 1, c: 4 }, d: 3 },
      want: { a: { c: 4 } },
    },
    'a member that goes': {
      current: { a: { b: 1, c: 2 } },
      desired: { a: { c: 2 } },
      want: { a: { b: null } },
    },
    'a list': { current: { a: [1, 2] }, desired: { a: [1, 2, 3] }, want: { a: [1, 2, 3] } },
    'an object in place of a list': { current: { a: [1] }, desired: { a: {} }, want: { a: {} } },
    'null in place of nothing': { current: {}, desired: { a: null }, want: undefined },
    'null in place of something': { current: { a: 1 }, desired: { a: null }, want: { a: null } },
    'nothing in place of null': { current: { a: null }, desired: {}, want: undefined },
  };
  for (const [name, { current, desired, want }] of Object.entries(table)) {
    test(`says what differs: ${name}`, () => equal(mergePatchOf(current, desired), want));
  }
});

suite('asJson', (test) => {
  test('makes what the wire has', () => {
    equal(asJson({ at: new Date(0), gone: undefined, left: [undefined] }), {
      at: '1970-01-01T00:00:00.000Z',
      left: [null],
    });
  });
});
