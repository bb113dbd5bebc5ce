import type { JsonObject, JsonValue } from '../../../../lib/object/json.ts';

/** A field's schema with rules; values that are created, and pairs of which the second replaces the first. */
export interface RuleCase {
  readonly schema: JsonObject;
  readonly values?: readonly JsonValue[];
  readonly changes?: readonly (readonly [JsonValue | undefined, JsonValue | undefined])[];
}

const text: JsonObject = { type: 'string', maxLength: 20 };
const whole: JsonObject = { type: 'integer' };

function ruled(schema: JsonObject, ...rules: readonly (string | JsonObject)[]): JsonObject {
  const all = rules.map((rule) => (typeof rule === 'string' ? { rule } : rule));
  return { ...schema, 'x-kubernetes-validations': all };
}

function members(properties: JsonObject, ...rules: readonly (string | JsonObject)[]): JsonObject {
  return ruled({ type: 'object', properties }, ...rules);
}

const ports: JsonObject = {
  type: 'array',
  maxItems: 5,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
  items: { type: 'object', required: ['name'], properties: { name: text, port: whole } },
};

export const RULE_CASES: Readonly<Record<string, RuleCase>> = {
  integer: { schema: ruled(whole, 'self > 1'), values: [2, 1] },
  number: { schema: ruled({ type: 'number' }, 'self > 1.5'), values: [2, 1.5, 1.25] },
  text: { schema: ruled(text, 'self.startsWith("a")'), values: ['a', 'b'] },
  flag: { schema: ruled({ type: 'boolean' }, 'self'), values: [true, false] },
  list: {
    schema: ruled({ type: 'array', maxItems: 3, items: whole }, 'self.all(x, x > 0)'),
    values: [[1], [0, 1]],
  },
  map: {
    schema: ruled(
      { type: 'object', maxProperties: 3, additionalProperties: whole },
      'self.all(k, self[k] > 0)',
    ),
    values: [{ a: 1 }, { a: 0 }],
  },
  object: {
    schema: members({ a: whole, b: whole }, 'self.a < self.b'),
    values: [{ a: 1, b: 2 }, { a: 2, b: 1 }, { a: 1 }],
  },
  has: {
    schema: members({ a: whole, b: whole }, '!has(self.a) || has(self.b)'),
    values: [{}, { a: 1 }, { a: 1, b: 1 }],
  },
  'several rules': { schema: ruled(whole, 'self > 1', 'self < 5', 'self % 2 == 0'), values: [4, 7, 1] },
  'nested rules': {
    schema: members({ a: ruled(whole, 'self > 1') }, 'self.a > 2'),
    values: [{ a: 3 }, { a: 1 }],
  },
  'rules on items': {
    schema: { type: 'array', maxItems: 3, items: ruled(text, 'self != "x"') },
    values: [['a'], ['x', 'a', 'x']],
  },
  'rules on values of a map': {
    schema: { type: 'object', maxProperties: 3, additionalProperties: ruled(text, 'self != "x"') },
    values: [{ a: 'x', 'b.c': 'x' }],
  },
  message: { schema: ruled(whole, { rule: 'self > 1', message: 'must be more than one' }), values: [1] },
  'message expression': {
    schema: ruled(whole, { rule: 'self > 1', messageExpression: '"got %d, want more".format([self])' }),
    values: [1],
  },
  'message expression before message': {
    schema: ruled(whole, { rule: 'self > 1', message: 'plain', messageExpression: '"made"' }),
    values: [1],
  },
  'message expression that fails': {
    schema: ruled(whole, { rule: 'self > 1', message: 'plain', messageExpression: 'string(1 / self)' }),
    values: [0],
  },
  'message expression that fails without message': {
    schema: ruled(whole, { rule: 'self > 1', messageExpression: 'string(1 / self)' }),
    values: [0],
  },
  'message expression that is blank': {
    schema: ruled(whole, { rule: 'self > 1', message: 'plain', messageExpression: '" "' }),
    values: [0],
  },
  'message expression of two lines': {
    schema: ruled(whole, { rule: 'self > 1', message: 'plain', messageExpression: '"a\\nb"' }),
    values: [0],
  },
  'reason forbidden': {
    schema: ruled(whole, { rule: 'self > 1', reason: 'FieldValueForbidden' }),
    values: [1],
  },
  'reason required': {
    schema: ruled(whole, { rule: 'self > 1', reason: 'FieldValueRequired', message: 'm' }),
    values: [1],
  },
  'reason duplicate': {
    schema: ruled(whole, { rule: 'self > 1', reason: 'FieldValueDuplicate' }),
    values: [1],
  },
  'field path': {
    schema: members({ a: whole }, { rule: 'self.a > 1', fieldPath: '.a' }),
    values: [{ a: 1 }],
  },
  'field path deeper': {
    schema: members(
      { a: { type: 'object', properties: { 'b-c': whole } } },
      { rule: 'false', fieldPath: ".a['b-c']" },
    ),
    values: [{ a: {} }],
  },
  'field path with reason': {
    schema: members(
      { a: whole },
      { rule: 'has(self.a)', fieldPath: '.a', reason: 'FieldValueRequired', message: 'say a' },
    ),
    values: [{}],
  },
  'error in a rule': { schema: ruled(whole, '1 / self > 0'), values: [1, 0] },
  'error with message': { schema: ruled(whole, { rule: '1 / self > 0', message: 'm' }), values: [0] },
  'escaped names': {
    schema: members(
      { 'a-b': whole, 'c.d': whole, 'e/f': whole, g__h: whole, if: whole, namespace: whole, self: whole },
      'self.a__dash__b + self.c__dot__d + self.e__slash__f + self.g__underscores__h + self.__if__ + self.__namespace__ + self.self == 7',
    ),
    values: [
      { 'a-b': 1, 'c.d': 1, 'e/f': 1, g__h: 1, if: 1, namespace: 1, self: 1 },
      { 'a-b': 1, 'c.d': 1, 'e/f': 1, g__h: 1, if: 1, namespace: 1, self: 2 },
    ],
  },
  'integer or text': {
    schema: ruled({ 'x-kubernetes-int-or-string': true }, 'type(self) == int ? self > 1 : self == "all"'),
    values: [2, 1, 'all', 'x'],
  },
  'date-time': {
    schema: ruled({ type: 'string', format: 'date-time' }, 'self > timestamp("2020-01-01T00:00:00Z")'),
    values: ['2021-01-01T00:00:00Z', '2019-01-01T00:00:00Z'],
  },
  date: {
    schema: ruled({ type: 'string', format: 'date' }, 'self.getFullYear() == 2020'),
    values: ['2020-05-01', '2019-05-01'],
  },
  duration: {
    schema: ruled({ type: 'string', format: 'duration' }, 'self < duration("1h")'),
    values: ['30m', '2h'],
  },
  bytes: {
    schema: ruled({ type: 'string', format: 'byte', maxLength: 20 }, 'self == b"abc"'),
    values: ['YWJj', 'eHl6'],
  },
  nullable: {
    schema: members({ a: { ...text, nullable: true } }, 'has(self.a)', 'self.?a.orValue("none") != "none"'),
    values: [{ a: null }, {}, { a: 'x' }],
  },
  'nullable itself': { schema: ruled({ ...whole, nullable: true }, 'self > 1'), values: [null, 2] },
  'equality of sets': {
    schema: members(
      {
        a: { type: 'array', maxItems: 3, items: text, 'x-kubernetes-list-type': 'set' },
        b: { type: 'array', maxItems: 3, items: text },
      },
      'self.a == ["x", "y"]',
      'self.b == ["x", "y"]',
    ),
    values: [
      { a: ['x', 'y'], b: ['x', 'y'] },
      { a: ['y', 'x'], b: ['y', 'x'] },
    ],
  },
  'sum of sets': {
    schema: ruled(
      { type: 'array', maxItems: 3, items: text, 'x-kubernetes-list-type': 'set' },
      'size(self + ["a"]) == 2',
    ),
    values: [
      ['a', 'b'],
      ['b', 'c'],
    ],
  },
  'equality of keyed lists': {
    schema: members({ a: ports, b: ports }, 'dyn(self.a) == dyn(self.b)'),
    values: [
      { a: [{ name: 'x', port: 1 }, { name: 'y' }], b: [{ name: 'y' }, { name: 'x', port: 1 }] },
      { a: [{ name: 'x', port: 1 }], b: [{ name: 'x', port: 2 }] },
    ],
  },
  'kept unknown fields': {
    schema: ruled(
      { type: 'object', properties: { a: whole }, 'x-kubernetes-preserve-unknown-fields': true },
      'self.a == 1',
    ),
    values: [
      { a: 1, z: 1 },
      { a: 2, z: 1 },
    ],
  },
  'embedded resource': {
    schema: ruled(
      {
        type: 'object',
        properties: { spec: { type: 'object', properties: { a: whole } } },
        'x-kubernetes-embedded-resource': true,
      },
      'self.kind == "Pod" && self.metadata.name.startsWith("a")',
    ),
    values: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'abc' } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'xyz' } },
    ],
  },
  'in allOf only its other keywords': {
    schema: ruled({ ...whole, allOf: [{ minimum: 2 }] }, 'self < 5'),
    values: [1, 3, 6],
  },
  'wrong type beside a rule': { schema: ruled(whole, 'self > 1'), values: ['a'] },
  'wrong member beside a rule': {
    schema: members({ a: whole, b: { ...whole, maximum: 1 } }, 'self.a > 1'),
    values: [
      { a: 1, b: 5 },
      { a: 'x', b: 1 },
    ],
  },
  immutable: {
    schema: ruled(whole, { rule: 'self == oldSelf', message: 'is immutable' }),
    values: [1],
    changes: [
      [1, 1],
      [1, 2],
      [undefined, 2],
    ],
  },
  'only grows': {
    schema: ruled(whole, 'self >= oldSelf'),
    changes: [
      [1, 2],
      [2, 1],
    ],
  },
  'cannot be removed': {
    schema: members({ a: whole }, '!has(oldSelf.a) || has(self.a)'),
    changes: [
      [{ a: 1 }, {}],
      [{ a: 1 }, { a: 2 }],
      [{}, {}],
    ],
  },
  'optional old self': {
    schema: ruled(whole, {
      rule: 'oldSelf.hasValue() ? self == oldSelf.value() : self < 5',
      optionalOldSelf: true,
    }),
    values: [1, 7],
    changes: [
      [1, 1],
      [1, 2],
      [undefined, 7],
      [undefined, 3],
    ],
  },
  'transition of keyed items': {
    schema: {
      ...ports,
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: text, port: ruled(whole, 'self >= oldSelf') },
      },
    },
    changes: [
      [
        [
          { name: 'a', port: 2 },
          { name: 'b', port: 5 },
        ],
        [
          { name: 'b', port: 1 },
          { name: 'a', port: 3 },
        ],
      ],
      [[{ name: 'a', port: 2 }], [{ name: 'c', port: 1 }]],
    ],
  },
  'transition of values of a map': {
    schema: { type: 'object', maxProperties: 3, additionalProperties: ruled(whole, 'self >= oldSelf') },
    changes: [
      [
        { a: 2, b: 1 },
        { a: 1, b: 2, c: 0 },
      ],
    ],
  },
  'unchanged and wrong by now': {
    schema: members({ a: ruled(whole, 'self < oldSelf + 1'), b: whole }, 'self.b < 10'),
    changes: [
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ],
      [
        { a: 1, b: 1 },
        { a: 5, b: 1 },
      ],
    ],
  },
  'message expression with the old value': {
    schema: ruled(whole, {
      rule: 'self >= oldSelf',
      messageExpression: '"%d is less than %d".format([self, oldSelf])',
    }),
    changes: [[5, 2]],
  },
  'an index that is missing': {
    schema: ruled({ type: 'array', maxItems: 3, items: whole }, 'self[0] == 1'),
    values: [[1], []],
  },
  'a key that is missing': {
    schema: ruled(
      { type: 'object', maxProperties: 3, additionalProperties: whole },
      'self["a"] == 1',
      'self.a == 1',
    ),
    values: [{ b: 1 }],
  },
  enumerated: { schema: ruled({ type: 'string', enum: ['a', 'b'] }, 'self == "a"'), values: ['a', 'b', 'c'] },
  membership: {
    schema: members({ a: text, l: { type: 'array', maxItems: 3, items: text } }, 'self.a in self.l'),
    values: [
      { a: 'x', l: ['x'] },
      { a: 'x', l: [] },
    ],
  },
  'joined texts': {
    schema: ruled(
      { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 3 } },
      'self.join("-") == "a-b"',
      'self.join() == "ab"',
      'self.max() == "b"',
      'self.isSorted()',
    ),
    values: [['a', 'b'], ['b', 'a'], []],
  },
  'two lines': { schema: ruled(whole, { rule: 'self > 1\n&& self < 5', message: 'between' }), values: [7] },
  'value of many kinds in the message': { schema: ruled(text, 'self == "ok"'), values: ['a"b', ''] },
  'objects compared': {
    schema: members(
      { a: { type: 'object', properties: { x: whole } }, b: { type: 'object', properties: { x: whole } } },
      'self.a.x == self.b.x',
    ),
    values: [
      { a: { x: 1 }, b: { x: 1 } },
      { a: { x: 1 }, b: {} },
    ],
  },
};
