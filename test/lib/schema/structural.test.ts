import type { JsonObject } from '../../../lib/object/json.ts';
import { toStructural } from '../../../lib/schema/structural.ts';
import type { StructuralSchema } from '../../../lib/schema/structural-schema.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

interface Case {
  readonly given: JsonObject;
  readonly want: StructuralSchema;
}

const text = { type: 'string' };
const anything: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true, nullable: true };
const intOrString: StructuralSchema = { 'x-kubernetes-int-or-string': true };

/** What Zod makes of its schemas is held against API servers elsewhere; this is what others may say besides. */
const CASES: Readonly<Record<string, Case>> = {
  'drops what says nothing about values': {
    given: {
      $schema: 'x',
      $id: 'y',
      $comment: 'z',
      type: 'string',
      readOnly: true,
      examples: ['a'],
      deprecated: true,
    },
    want: text,
  },
  'keeps title, description and default': {
    given: { type: 'string', title: 'T', description: 'D', default: 'a' },
    want: { type: 'string', title: 'T', description: 'D', default: 'a' },
  },
  'drops what forbids other members': {
    given: { type: 'object', properties: { a: text }, additionalProperties: false },
    want: { type: 'object', properties: { a: text } },
  },
  'sorts members and what is required': {
    given: { type: 'object', properties: { b: text, a: text }, required: ['b', 'a'] },
    want: { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
  },
  'finds the type of an object without one': {
    given: { properties: { a: text } },
    want: { type: 'object', properties: { a: text } },
  },
  'finds the type of constants': { given: { enum: [1, 2] }, want: { type: 'integer', enum: [1, 2] } },
  'takes the nullable of OpenAPI': {
    given: { type: 'string', nullable: true },
    want: { type: 'string', nullable: true },
  },
  'keeps an enum away from null': {
    given: { type: ['string', 'null'], enum: ['a', null] },
    want: { type: 'string', nullable: true, allOf: [{ enum: ['a'] }] },
  },
  'takes exclusive bounds as flags': {
    given: { type: 'number', minimum: 1, exclusiveMinimum: true },
    want: { type: 'number', minimum: 1, exclusiveMinimum: true },
  },
  'takes the stronger of two lower bounds': {
    given: { type: 'number', minimum: 3, exclusiveMinimum: 1 },
    want: { type: 'number', minimum: 3 },
  },
  'takes the stronger of two upper bounds': {
    given: { type: 'number', maximum: 3, exclusiveMaximum: 3 },
    want: { type: 'number', maximum: 3, exclusiveMaximum: true },
  },
  'reads two types as an integer or a text': { given: { type: ['string', 'integer'] }, want: intOrString },
  'reads an integer or a number as a number': {
    given: { type: ['integer', 'number'] },
    want: { type: 'number' },
  },
  'drops types beside int-or-string': {
    given: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
    want: intOrString,
  },
  'puts definitions in the place of references': {
    given: {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/Name', description: 'mine' },
        b: { $ref: '#/definitions/Other~1Name' },
      },
      $defs: { Name: { type: 'string', description: 'its', minLength: 1 } },
      definitions: { 'Other/Name': { type: 'integer' } },
    },
    want: {
      type: 'object',
      properties: { a: { type: 'string', description: 'mine', minLength: 1 }, b: { type: 'integer' } },
    },
  },
  'takes a map of anything': {
    given: { type: 'object', additionalProperties: true },
    want: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  'takes a pattern for all names as a map': {
    given: { type: 'object', patternProperties: { '^.*$': text } },
    want: { type: 'object', additionalProperties: text },
  },
  'makes a list of anything of a list without items': {
    given: { type: 'array' },
    want: { type: 'array', items: anything },
  },
  'makes a set of unique texts': {
    given: { type: 'array', items: text, uniqueItems: true },
    want: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
  },
  'keeps exactly one of restrictions': {
    given: {
      type: 'object',
      properties: { a: text, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { minLength: 1 } } }],
    },
    want: {
      type: 'object',
      properties: { a: text, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { minLength: 1 } } }],
    },
  },
  'wants any of typed alternatives, since types are left out': {
    given: {
      oneOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { a: { type: 'string', maxLength: 1 } }, required: ['b'] },
      ],
    },
    want: {
      type: 'object',
      properties: { a: text },
      anyOf: [{ required: ['a'] }, { required: ['b'], properties: { a: { maxLength: 1 } } }],
    },
  },
  'forgets alternatives of which one takes all': {
    given: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'string' }] },
    want: text,
  },
  'joins parts': {
    given: {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1 } },
      allOf: [
        { properties: { a: { type: 'string', minLength: 2 } }, required: ['a'] },
        { properties: { b: { type: 'integer' } } },
      ],
    },
    want: {
      type: 'object',
      properties: { a: { type: 'string', minLength: 1, allOf: [{ minLength: 2 }] }, b: { type: 'integer' } },
      required: ['a'],
    },
  },
  'keeps what must not be': {
    given: { type: 'string', not: { enum: ['admin'] } },
    want: { type: 'string', not: { enum: ['admin'] } },
  },
  'leaves defaults of alternatives to the parse': {
    given: {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string', default: 'x' } }, required: ['b'] },
        { type: 'object', required: ['c'] },
      ],
    },
    want: { type: 'object', properties: { a: text }, anyOf: [{ required: ['b'] }, { required: ['c'] }] },
  },
  'takes what is marked as anything': {
    given: {
      anyOf: [{ type: 'boolean' }, { type: 'string' }],
      description: 'D',
      'x-kubernetes-preserve-unknown-fields': true,
    },
    want: { 'x-kubernetes-preserve-unknown-fields': true, nullable: true, description: 'D' },
  },
  'drops extensions that are switched off': {
    given: { type: 'string', 'x-kubernetes-int-or-string': false },
    want: text,
  },
  'drops formats that API servers do not know': { given: { type: 'string', format: 'iri' }, want: text },
  'keeps an escaped name': {
    given: { type: 'object', properties: { 'a.b/c': text, constructor: text } },
    want: { type: 'object', properties: { 'a.b/c': text, constructor: text } },
  },
};

const type = 'a definition has one type for a value';
const re2 = "which the API server's regular expressions (RE2) do not have";

/** What no definition can say: the schema of `spec.a`, and how its problem begins. */
const PROBLEMS: Readonly<Record<string, readonly [JsonObject, string]>> = {
  'two types': [{ type: ['string', 'boolean'] }, `spec.a may be boolean or string; ${type}`],
  'alternatives of two types': [
    { anyOf: [text, { type: 'object' }] },
    `spec.a may be string or object; ${type}`,
  ],
  'members of two types in alternatives': [
    {
      anyOf: [
        { type: 'object', properties: { b: text } },
        { type: 'object', properties: { b: { type: 'array', items: text } } },
      ],
    },
    `spec.a.b may be string or array; ${type}`,
  ],
  'constants of two types': [{ enum: [true, 'a'] }, `spec.a may be boolean or string; ${type}`],
  'no type': [{ minLength: 1 }, 'spec.a has no type; say which'],
  'an unknown type': [{ type: 'date' }, 'spec.a has the type "date"'],
  'only null': [{ type: 'null' }, 'spec.a may only be null; leave it out'],
  'no value': [{ not: {} }, 'spec.a takes no value at all; leave it out'],
  'a recursion': [
    { $ref: '#/$defs/Tree' },
    "spec.a.children[] refers to itself, which a definition cannot say; add 'x-kubernetes-preserve-unknown-fields': true there",
  ],
  'a recursion of the whole': [{ $ref: '#' }, 'spec.a refers to itself'],
  'a reference to nothing': [
    { $ref: '#/$defs/Nobody' },
    'spec.a refers to #/$defs/Nobody, which is not there',
  ],
  'a reference to another document': [
    { $ref: 'other.json' },
    'spec.a refers to other.json, which is not there',
  ],
  'a tuple': [
    { type: 'array', prefixItems: [text] },
    'spec.a has prefixItems, which a definition cannot say: all items of a list have one schema',
  ],
  'a tuple of draft 7': [{ type: 'array', items: [text] }, 'spec.a is a tuple; make it an object'],
  'members and others': [
    { type: 'object', properties: { b: text }, additionalProperties: text },
    'spec.a names members and has a schema for all others',
  ],
  'members in one alternative, a map in another': [
    {
      anyOf: [
        { type: 'object', properties: { b: text } },
        { type: 'object', additionalProperties: text },
      ],
    },
    'spec.a has named members in one alternative and a map in another',
  ],
  'two maps': [
    {
      anyOf: [
        { type: 'object', additionalProperties: { type: 'integer' } },
        { type: 'object', additionalProperties: text },
      ],
    },
    'spec.a is a map of different values in its alternatives',
  ],
  'names with a pattern': [
    { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: text },
    "spec.a restricts its members' names",
  ],
  'schemas by pattern': [
    { type: 'object', patternProperties: { '^a': text } },
    'spec.a has patternProperties',
  ],
  'unique objects': [
    { type: 'array', items: { type: 'object' }, uniqueItems: true },
    'spec.a has uniqueItems',
  ],
  'a condition': [
    { type: 'string', if: { minLength: 1 }, else: { maxLength: 2 } },
    'spec.a has if, which a definition cannot say',
  ],
  'a list that contains': [
    { type: 'array', items: text, contains: { const: 'a' } },
    'spec.a has contains, which a definition cannot say: a rule can',
  ],
  'members that depend on another': [
    { type: 'object', dependentRequired: { a: ['b'] } },
    'spec.a has dependentRequired',
  ],
  'a fraction that divides': [
    { type: 'number', multipleOf: 0.1 },
    'spec.a has multipleOf 0.1, of which the API server cuts off the fraction',
  ],
  'a lookahead': [{ type: 'string', pattern: '^(?!a)' }, `spec.a has a pattern that has a lookahead, ${re2}`],
  'an unknown extension': [
    { type: 'string', 'x-kubernetes-lst-type': 'set' },
    'spec.a has x-kubernetes-lst-type, which Kubernetes does not know',
  ],
  'rules that are none': [
    { type: 'string', 'x-kubernetes-validations': 'self' },
    'spec.a has x-kubernetes-validations that is no list of rules',
  ],
  'a rule for one alternative': [
    {
      anyOf: [
        { type: 'string', 'x-kubernetes-validations': [{ rule: 'true' }] },
        { type: 'string', minLength: 1 },
      ],
    },
    'spec.a has a rule for one of its alternatives',
  ],
  'an integer or several kinds of texts': [
    { anyOf: [{ type: 'integer' }, { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }] },
    'spec.a is an integer or a text with several alternatives',
  ],
  'some integers or a text': [
    { anyOf: [{ type: 'integer', enum: [1] }, { type: 'string' }] },
    'spec.a is an integer or a text of which only one has an enum',
  ],
};

suite('toStructural', (test) => {
  for (const [name, { given, want }] of Object.entries(CASES))
    test(name, () => equal(toStructural(given, 'spec'), { schema: want, problems: [] }));

  for (const [name, [given, want]] of Object.entries(PROBLEMS))
    test(`names the place of ${name}`, () => {
      const tree = {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
      };
      const { problems } = toStructural(
        { type: 'object', properties: { a: given }, $defs: { Tree: tree } },
        'spec',
      );
      equal([problems.length, problems[0]?.slice(0, want.length)], [problems.length === 2 ? 2 : 1, want]);
    });

  test('finds all problems at once', () => {
    const { problems } = toStructural(
      { type: 'object', properties: { a: { type: 'null' }, b: { minLength: 1 } } },
      'spec',
    );
    equal(problems.length, 2);
  });
});
