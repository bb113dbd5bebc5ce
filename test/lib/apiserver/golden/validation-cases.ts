import type { JsonValue } from '../../../../lib/object/json.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';

/** Schemas, and values that the API server is asked to judge by them. */
export interface ValidationCase {
  readonly schema: Schema;
  readonly values: readonly JsonValue[];
}

const text: Schema = { type: 'string' };
const whole: Schema = { type: 'integer' };

export const VALIDATION_CASES: Readonly<Record<string, ValidationCase>> = {
  text: { schema: text, values: ['a', '', 1, 1.5, true, null, [], {}] },
  integer: { schema: whole, values: [1, 1.5, '1', 1e30, -1] },
  int32: {
    schema: { type: 'integer', format: 'int32' },
    values: [1, 2147483648, -2147483649, 1.5, '1', true, []],
  },
  int64: { schema: { type: 'integer', format: 'int64' }, values: [9007199254740991, 1.5, 'x'] },
  number: { schema: { type: 'number' }, values: [1, 1.5, '1', null] },
  flag: { schema: { type: 'boolean' }, values: [true, 'true', 0] },
  nullable: { schema: { type: 'string', nullable: true }, values: [null, 'a', 1] },
  nullableEnum: { schema: { type: 'string', nullable: true, enum: ['a'] }, values: [null, 'a', 'b'] },
  choice: { schema: { type: 'string', enum: ['red', 'green'] }, values: ['red', 'blue', 1] },
  numberChoice: { schema: { type: 'integer', enum: [1, 2] }, values: [1, 3] },
  objectChoice: {
    schema: { type: 'object', properties: { a: whole }, enum: [{ a: 1 }] },
    values: [{ a: 1 }, { a: 2 }],
  },
  length: {
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    values: ['ab', 'a', 'abcd', 'äöü', '😀😀😀'],
  },
  pattern: { schema: { type: 'string', pattern: '^[a-z]+$' }, values: ['abc', 'A', ''] },
  patternAndLength: { schema: { type: 'string', pattern: '^a$', maxLength: 1 }, values: ['bb', 'b'] },
  goPattern: { schema: { type: 'string', pattern: '(?i)^[[:alpha:]]+\\z' }, values: ['aBc', '1'] },
  range: { schema: { type: 'integer', minimum: 1, maximum: 5 }, values: [0, 1, 5, 6, 2.5] },
  openRange: {
    schema: { type: 'number', minimum: 0, maximum: 1, exclusiveMinimum: true, exclusiveMaximum: true },
    values: [0, 0.5, 1],
  },
  multiple: { schema: { type: 'integer', multipleOf: 5 }, values: [10, 12] },
  fraction: { schema: { type: 'number', multipleOf: 0.1 }, values: [0.3, 0.35] },
  items: {
    schema: { type: 'array', items: whole, minItems: 1, maxItems: 2 },
    values: [[1], [], [1, 2, 3], ['a', 1], {}],
  },
  set: {
    schema: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    values: [
      ['a', 'b'],
      ['a', 'a', 'a', 'b', 'b'],
    ],
  },
  map: {
    schema: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', required: ['name'], properties: { name: text, v: whole } },
    },
    values: [[{ name: 'a' }, { name: 'b' }], [{ name: 'a' }, { name: 'a', v: 1 }], [{ v: 1 }]],
  },
  mapOfTwo: {
    schema: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: {
        type: 'object',
        required: ['port'],
        properties: { port: whole, protocol: { type: 'string', default: 'TCP' } },
      },
    },
    values: [
      [{ port: 1 }, { port: 1, protocol: 'UDP' }],
      [{ port: 1 }, { port: 1, protocol: 'TCP' }],
    ],
  },
  object: {
    schema: {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: text, b: whole },
      minProperties: 1,
      maxProperties: 2,
    },
    values: [{ a: 'x', b: 1 }, {}, { a: 1 }, 'x', { a: 'x', b: 1, c: 2 }],
  },
  dictionary: {
    schema: { type: 'object', additionalProperties: whole, maxProperties: 2 },
    values: [{ a: 1 }, { a: 'x' }, { a: 1, b: 2, c: 3 }, { 'a.b/c': 'x' }],
  },
  nested: {
    schema: {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', required: ['n'], properties: { n: whole } } },
      },
    },
    values: [{ list: [{ n: 1 }, { n: 'x' }, {}] }],
  },
  intOrString: { schema: { 'x-kubernetes-int-or-string': true }, values: [1, '50%', 1.5, true, {}] },
  intOrStringLimits: {
    schema: { 'x-kubernetes-int-or-string': true, pattern: '^\\d+%?$', maximum: 10 },
    values: ['x', 11, '5%'],
  },
  anyOf: {
    schema: {
      type: 'object',
      properties: { a: text, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    values: [{ a: 'x' }, {}, { a: 'x', b: 'y' }],
  },
  oneOf: {
    schema: {
      type: 'object',
      properties: { a: text, b: whole },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    values: [{ a: 'x' }, {}, { a: 'x', b: 1 }],
  },
  allOf: {
    schema: { type: 'integer', allOf: [{ minimum: 1 }, { maximum: 3 }] },
    values: [2, 0, 4],
  },
  not: { schema: { type: 'string', not: { enum: ['x'] } }, values: ['a', 'x'] },
  nestedNot: {
    schema: { type: 'object', properties: { a: text }, not: { required: ['a'] } },
    values: [{}, { a: 'x' }],
  },
  dateTime: {
    schema: { type: 'string', format: 'date-time' },
    values: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+01:00', 'x', '2026-13-01T00:00:00Z', 1, {}, []],
  },
  date: { schema: { type: 'string', format: 'date' }, values: ['2026-02-28', '2026-02-30', 'x'] },
  duration: { schema: { type: 'string', format: 'duration' }, values: ['1h30m', '5 days', '1.5s', 'x', ''] },
  email: { schema: { type: 'string', format: 'email' }, values: ['a@b.c', 'A <a@b.c>', 'x', 'a@b@c'] },
  ipv4: { schema: { type: 'string', format: 'ipv4' }, values: ['1.2.3.4', '::1', '1.2.3', '256.1.1.1'] },
  ipv6: { schema: { type: 'string', format: 'ipv6' }, values: ['::1', '1.2.3.4', 'x'] },
  cidr: {
    schema: { type: 'string', format: 'cidr' },
    values: ['10.0.0.0/8', '::/0', '10.0.0.0', '10.0.0.0/33'],
  },
  mac: { schema: { type: 'string', format: 'mac' }, values: ['00:00:5e:00:53:01', 'x'] },
  uuid: {
    schema: { type: 'string', format: 'uuid' },
    values: ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000', 'x'],
  },
  uuid4: {
    schema: { type: 'string', format: 'uuid4' },
    values: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  },
  byte: { schema: { type: 'string', format: 'byte' }, values: ['YQ==', 'YQ', '', '!'] },
  hostname: {
    schema: { type: 'string', format: 'hostname' },
    values: ['a.example.com', 'a', '-a', 'a_b', 'a.1'],
  },
  uri: { schema: { type: 'string', format: 'uri' }, values: ['https://a.b/c?d', '/path', 'x', 'http://a b'] },
  hexcolor: { schema: { type: 'string', format: 'hexcolor' }, values: ['#fff', '#ffff'] },
  isbn: { schema: { type: 'string', format: 'isbn' }, values: ['0321751043', '978-0321751041', '1'] },
  creditcard: { schema: { type: 'string', format: 'creditcard' }, values: ['4111 1111 1111 1111', '1'] },
  shortName: { schema: { type: 'string', format: 'k8s-short-name' }, values: ['a-b', 'A', 'a.b'] },
  longName: { schema: { type: 'string', format: 'k8s-long-name' }, values: ['a-b.c', 'A', 'a..b'] },
  password: { schema: { type: 'string', format: 'password' }, values: ['x', 1] },
  strangeFormat: { schema: { type: 'string', format: 'strange' }, values: ['x', 1] },
  formatOfNumber: { schema: { type: 'number', format: 'float' }, values: [1.5, 1e300, 'x'] },
  embedded: {
    schema: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    values: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 1 } },
      {},
      { apiVersion: 'a/b/c', kind: '-' },
    ],
  },
  defaults: {
    schema: {
      type: 'object',
      default: { a: 1 },
      properties: {
        a: { type: 'integer', default: 5 },
        b: { type: 'object', default: {}, properties: { c: { type: 'string', default: 'd' } } },
        e: { type: 'array', items: { type: 'object', properties: { f: { type: 'string', default: 'g' } } } },
        h: { type: 'string', nullable: true, default: 'i' },
        j: {
          type: 'object',
          additionalProperties: { type: 'object', properties: { k: { type: 'string', default: 'l' } } },
        },
      },
    },
    values: [{}, { a: null, h: null }, { e: [{}, { f: 'x' }], j: { m: {} } }, { b: null }],
  },
  pruned: {
    schema: {
      type: 'object',
      properties: {
        a: text,
        keep: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { in: { type: 'object', properties: { a: text } } },
        },
        list: { type: 'array', items: { type: 'object', properties: { a: text } } },
        any: { type: 'object', additionalProperties: true },
        whatever: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    values: [
      { a: 'x', b: 1 },
      { keep: { x: { y: 1 }, in: { a: 'x', b: 1 } } },
      { list: [{ a: 'x', b: 1 }, { c: 1 }] },
      { any: { x: 1, y: { z: 1 }, w: [{ v: 1 }] } },
      { whatever: [1, { a: 1 }] },
    ],
  },
};
