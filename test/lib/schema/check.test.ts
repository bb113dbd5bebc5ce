import type { JsonValue } from '../../../lib/object/json.ts';
import { check } from '../../../lib/schema/check.ts';
import type { StructuralSchema } from '../../../lib/schema/structural-schema.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const text: StructuralSchema = { type: 'string' };
const a: StructuralSchema = { type: 'object', properties: { a: text } };
const intOrString: StructuralSchema = { 'x-kubernetes-int-or-string': true };

/** A schema, a value that does not fit it, and what is said. */
const ISSUES: Readonly<Record<string, readonly [StructuralSchema, JsonValue, string]>> = {
  'a text': [text, 1, 'x must be a text'],
  'no null': [text, null, 'x must be a text'],
  'a whole number': [{ type: 'integer' }, 1.5, 'x must be a whole number'],
  'a number': [{ type: 'number' }, '1', 'x must be a number'],
  'a truth': [{ type: 'boolean' }, 'true', 'x must be true or false'],
  'a list': [{ type: 'array', items: text }, {}, 'x must be a list'],
  'an object': [a, [], 'x must be an object'],
  'an integer or a text': [intOrString, 1.5, 'x must be a whole number or a text'],
  'a constant': [{ ...text, enum: ['a'] }, 'b', 'x must be "a"'],
  'a choice': [{ ...text, enum: ['a', 'b'] }, 'c', 'x must be one of "a", "b"'],
  'a long choice': [
    { type: 'integer', enum: Array.from({ length: 30 }, (_, at) => at) },
    30,
    'x must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …',
  ],
  'a minimum': [{ type: 'number', minimum: 2 }, 1, 'x must be 2 or more'],
  'an exclusive minimum': [
    { type: 'number', minimum: 2, exclusiveMinimum: true },
    2,
    'x must be more than 2',
  ],
  'a maximum': [{ type: 'number', maximum: 2 }, 3, 'x must be 2 or less'],
  'an exclusive maximum': [
    { type: 'number', maximum: 2, exclusiveMaximum: true },
    2,
    'x must be less than 2',
  ],
  'a factor': [{ type: 'integer', multipleOf: 5 }, 4, 'x must be a multiple of 5'],
  'a format of numbers': [{ type: 'integer', format: 'int32' }, 2 ** 31, 'x must fit in 32 bits'],
  'a length': [{ ...text, minLength: 1 }, '', 'x must have at least 1 character'],
  'a pattern': [{ ...text, pattern: '^a$' }, 'b', 'x must match ^a$'],
  'a count of items': [
    { type: 'array', items: text, maxItems: 2 },
    ['a', 'b', 'c'],
    'x must have at most 2 items',
  ],
  'a count of members': [{ ...a, minProperties: 2 }, { a: 'b' }, 'x must have at least 2 members'],
  'an item': [{ type: 'array', items: text }, ['a', 1], 'x[1] must be a text'],
  'a member': [a, { a: 1 }, 'x.a must be a text'],
  'a value of a map': [
    { type: 'object', additionalProperties: text },
    { 'b.c/d': 1 },
    'x["b.c/d"] must be a text',
  ],
  'a required member': [{ ...a, required: ['a'] }, {}, 'x.a is required'],
  'a set': [
    { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    ['a', 'a'],
    'x must not repeat an item',
  ],
  'a list by keys': [
    { type: 'array', items: a, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
    [{ a: 'b' }, { a: 'b' }],
    'x must not repeat a',
  ],
  'all of several': [
    { ...text, allOf: [{ minLength: 1 }, { maxLength: 0 }] },
    'a',
    'x must have at most 0 characters',
  ],
  'the alternative that comes nearest': [
    {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a', 'b'] }, { required: ['b'] }],
    },
    { a: 'c' },
    'x.b is required',
  ],
  'the nearest of alternatives': [
    { ...a, anyOf: [{ required: ['a', 'b', 'c'] }, { required: ['d'] }] },
    {},
    'x.d is required',
  ],
  'only one of alternatives': [
    { ...text, oneOf: [{ minLength: 1 }, { maxLength: 2 }] },
    'a',
    'x must fit only one of its alternatives',
  ],
  'what must not be': [{ ...text, not: { enum: ['a'] } }, 'a', 'x must not be what its schema excludes'],
};

suite('check', (test) => {
  for (const [name, [schema, value, want]] of Object.entries(ISSUES))
    test(`tells of ${name}, without the value`, () =>
      equal(
        check(schema, value, 'x').map(({ path, message }) => `${path} ${message}`),
        [want],
      ));

  test('finds nothing wrong with what fits', () => {
    const fitting: readonly (readonly [StructuralSchema, JsonValue])[] = [
      [{ ...text, nullable: true, allOf: [{ enum: ['a'] }] }, null],
      [{ 'x-kubernetes-preserve-unknown-fields': true }, { a: [1, null] }],
      [
        { ...a, 'x-kubernetes-preserve-unknown-fields': true },
        { a: 'b', c: 1 },
      ],
      [intOrString, 'a'],
      [{ ...text, maxLength: 1 }, '😀'],
    ];
    for (const [schema, value] of fitting) equal(check(schema, value, 'x'), []);
  });
});
