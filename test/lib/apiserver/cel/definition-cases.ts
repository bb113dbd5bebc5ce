import type { JsonObject } from '../../../../lib/object/json.ts';

const text: JsonObject = { type: 'string', maxLength: 50 };
const whole: JsonObject = { type: 'integer' };

/** What the rules of {@link RULES} speak of. */
export const FIELDS: JsonObject = {
  i: whole,
  n: { type: 'number' },
  s: text,
  b: { type: 'boolean' },
  d: { type: 'string', format: 'date-time' },
  l: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 10 } },
  li: { type: 'array', maxItems: 5, items: whole },
  lo: { type: 'array', maxItems: 5, items: { type: 'object', properties: { x: whole } } },
  m: { type: 'object', maxProperties: 5, additionalProperties: whole },
  o: { type: 'object', properties: { a: text, 'b-c': whole } },
  x: { 'x-kubernetes-int-or-string': true },
  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  nu: { type: 'string', nullable: true, maxLength: 5 },
};

const rule = (source: string, more: JsonObject = {}): JsonObject => ({ rule: source, ...more });

/** Rules on an object of {@link FIELDS}: most are refused. */
export const RULES: Readonly<Record<string, JsonObject>> = {
  fine: rule('self.i > 0'),
  'unknown function': rule('foo(self.i)'),
  'unknown method': rule('self.i.foo()'),
  'unknown namespace': rule('math.greatest(1, 2) == 2'),
  'unknown field': rule('self.nope == 1'),
  'unknown field in has': rule('has(self.nope)'),
  'unknown variable': rule('other == 1'),
  'field of a number': rule('self.i.x == 1'),
  'kept unknown field': rule('self.any.foo == 1'),
  'several errors': rule('self.i + "a" == 1 && self.nope && foo()'),
  'not a bool': rule('self.i'),
  'a dynamic result': rule('self.x'),
  'wrong equality': rule('self.i == "a"'),
  'wrong equality of lists': rule('self.l == [1]'),
  'wrong equality of objects': rule('self.o == 1'),
  'wrong equality with null': rule('self.nu == null'),
  'object and null': rule('self.o == null'),
  'wrong sum': rule('self.i + "a" == 1'),
  'wrong arguments': rule('self.s.startsWith(1)'),
  'wrong number of arguments': rule('self.s.startsWith("a", "b")'),
  'wrong size': rule('size(1) == 1'),
  'wrong pattern': rule('self.s.matches("[")'),
  'wrong all': rule('self.l.all(x, 1)'),
  'wrong filter': rule('self.l.filter(x, 1).size() == 1'),
  'wrong exists_one': rule('self.l.exists_one(x, 1)'),
  'wrong variable': rule('self.l.all(1, true)'),
  'wrong range': rule('self.i.all(x, true)'),
  'wrong has': rule('has(self)'),
  'wrong ternary': rule('self.b ? 1 : "a"'),
  'wrong condition': rule('self.i ? true : false'),
  'wrong conjunction': rule('self.i && true'),
  'wrong index': rule('self.l["a"] == "a"'),
  'wrong membership': rule('self.i in ["a"]'),
  'wrong negation': rule('!self.i'),
  'wrong minus': rule('-self.s == 1'),
  'mixed list': rule('[1, "a"].size() == 2'),
  'mixed map': rule('{"a": 1, "b": "x"}.size() == 2'),
  'wrong method of a list': rule('self.l.sum() == 1'),
  'wrong format': rule('"%d".format(1) == ""'),
  'wrong quantity': rule('quantity(1) == quantity("1")'),
  'method of an address': rule('ip("1.1.1.1").foo()'),
  'wrong url': rule('url("/a").getHost() == 1'),
  'wrong optional': rule('self.?s == "a"'),
  'variable out of scope': rule('self.l.all(x, true) && x == 1'),
  'inner list of objects': rule('self.lo.all(o, o.y == 1)'),
  'old self': rule('self.i == oldSelf.i'),
  'optional old self': rule('oldSelf.hasValue()', { optionalOldSelf: true }),
  'optional old self unused': rule('self.i == 1', { optionalOldSelf: true }),
  'optional old self taken for the value': rule('oldSelf.i == 1', { optionalOldSelf: true }),
  'end of input': rule('self.i > 0 &&'),
  'open bracket': rule('(self.i > 0'),
  'open text': rule('self.s == "a'),
  'two values': rule('self.i self.s'),
  'strange sign': rule('self.i # 1'),
  'reserved word': rule('if == 1'),
  empty: rule(''),
  blank: rule('  '),
  'two lines without message': rule('self.i > 0\n&& true'),
  'blank message': rule('true', { message: ' ' }),
  'message of two lines': rule('true', { message: 'a\nb' }),
  'blank message expression': rule('true', { messageExpression: ' ' }),
  'message expression that is no text': rule('true', { messageExpression: 'self.i' }),
  'message expression that does not compile': rule('true', { messageExpression: 'self.nope' }),
  'message expression with old self': rule('self.i == oldSelf.i', { messageExpression: 'string(oldSelf.i)' }),
  'message expression with old self alone': rule('self.i == 1', { messageExpression: 'string(oldSelf.i)' }),
  'unknown reason': rule('true', { reason: 'Nope' }),
  'known reason': rule('true', { reason: 'FieldValueRequired' }),
  'field path': rule('true', { fieldPath: '.o.a' }),
  'field path to a member with a dash': rule('true', { fieldPath: ".o['b-c']" }),
  'field path to a map': rule('true', { fieldPath: ".m['k']" }),
  'field path to nowhere': rule('true', { fieldPath: '.nope' }),
  'field path without a dot': rule('true', { fieldPath: 'o' }),
  'field path into a list': rule('true', { fieldPath: '.l[0]' }),
  'blank field path': rule('true', { fieldPath: ' ' }),
  'a constant that is no timestamp': rule('timestamp("nonsense") == timestamp(0)'),
  'a constant that is no duration': rule('duration("nonsense") == duration("1s")'),
  'a constant that is no number': rule('int("x") == 1'),
  'a constant below zero': rule('uint(-1) == 1u'),
  'a constant that is no quantity': rule('quantity("x") == quantity("1")'),
  'a constant that is no address': rule('ip("x") == ip("1.1.1.1")'),
  'a format that does not fit': rule('"%d".format(["a"]) == ""'),
  'a format without its argument': rule('"%d %d".format([1]) == ""'),
  'objects of two types': rule('self.o == self.lo[0]'),
  'optional entries': rule('[?self.?s].size() == 1 && {?"a": self.?s}.size() == 1'),
};

const ruled = (schema: JsonObject, ...rules: readonly JsonObject[]): JsonObject => ({
  ...schema,
  'x-kubernetes-validations': rules,
});

/** Schemas of whole objects, for what depends on where a rule stands. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  'at the root': ruled(
    { type: 'object' },
    rule('self.metadata.name == "x" && self.kind == "K" && self.apiVersion != ""'),
  ),
  'labels at the root': ruled({ type: 'object' }, rule('self.metadata.labels.size() == 1')),
  'generate name at the root': ruled({ type: 'object' }, rule('self.metadata.generateName == "x"')),
  'rule on metadata': {
    type: 'object',
    properties: { metadata: ruled({ type: 'object', properties: { name: text } }, rule('self.name == "x"')) },
  },
  'old self in a plain list': {
    type: 'object',
    properties: { spec: { type: 'array', maxItems: 3, items: ruled(whole, rule('self == oldSelf')) } },
  },
  'old self in a set': {
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        maxItems: 3,
        'x-kubernetes-list-type': 'set',
        items: ruled(whole, rule('self == oldSelf')),
      },
    },
  },
  'old self below a plain list': {
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        maxItems: 3,
        items: { type: 'object', properties: { a: ruled(whole, rule('self == oldSelf')) } },
      },
    },
  },
  'old self in a keyed list': {
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        maxItems: 3,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: ruled(
          { type: 'object', required: ['a'], properties: { a: text } },
          rule('self.a == oldSelf.a'),
        ),
      },
    },
  },
  'in allOf': { type: 'object', properties: { spec: { type: 'object', allOf: [ruled({}, rule('true'))] } } },
  'on kept unknown fields': {
    type: 'object',
    properties: { spec: ruled({ 'x-kubernetes-preserve-unknown-fields': true }, rule('true')) },
  },
  'without a type': { type: 'object', properties: { spec: ruled({}, rule('true')) } },
  'two errors': {
    type: 'object',
    properties: { a: ruled(whole, rule('self == "x"')), b: ruled(whole, rule('self.x'), rule('nope')) },
  },
  'a default that breaks its rule': {
    type: 'object',
    properties: { spec: { ...ruled(whole, rule('self > 5')), default: 1 } },
  },
  'a default that keeps its rule': {
    type: 'object',
    properties: { spec: { ...ruled(whole, rule('self > 5')), default: 7 } },
  },
};
