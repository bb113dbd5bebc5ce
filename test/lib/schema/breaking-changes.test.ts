import type { CustomResourceDefinition } from '../../../lib/object/kinds.ts';
import { breakingChanges } from '../../../lib/schema/breaking-changes.ts';
import { customResource } from '../../../lib/schema/custom-resource.ts';
import type { CustomResourceOptions } from '../../../lib/schema/custom-resource-options.ts';
import { equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

type Options = Partial<CustomResourceOptions>;

function crdOf(
  field: object,
  required: readonly string[] = [],
  options: Options = {},
): CustomResourceDefinition {
  const spec = { type: 'object', properties: { a: field }, required };
  return customResource({ group: 'example.com', kind: 'Website', versions: { v1: { spec } }, ...options })
    .crd;
}

const text = { type: 'string' };
const object = { type: 'object', properties: { b: text } };

/** Schemas of `spec.a`, before and after, and what is told. */
const FIELDS: Readonly<Record<string, readonly [object, object, readonly string[]]>> = {
  'nothing changed': [text, text, []],
  'a type': [text, { type: 'boolean' }, ['changes its type from string to boolean']],
  'a wider type': [{ type: 'integer' }, { type: 'number' }, []],
  'an integer or a text': [text, { 'x-kubernetes-int-or-string': true }, []],
  anything: [text, { 'x-kubernetes-preserve-unknown-fields': true }, []],
  'prose and a default': [text, { type: 'string', description: 'D', default: 'a' }, []],
  'a higher minimum': [
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 2 },
    ['has minimum 2, and had 1'],
  ],
  'a lower minimum': [{ type: 'integer', minimum: 1 }, { type: 'integer', minimum: 0 }, []],
  'a new maximum': [text, { type: 'string', maxLength: 9 }, ['has maxLength 9, and had none']],
  'a strict bound': [
    { type: 'number', minimum: 1 },
    { type: 'number', exclusiveMinimum: 1 },
    ['no longer includes its minimum'],
  ],
  'a narrower enum': [{ enum: ['a', 'b', 'c'] }, { enum: ['b'] }, ['no longer takes "a", "c"']],
  'a wider enum': [{ enum: ['a'] }, { enum: ['b', 'a'] }, []],
  'a new enum': [text, { enum: ['a'] }, ['takes only some values now']],
  'no enum': [{ enum: ['a'] }, text, []],
  'a pattern': [text, { type: 'string', pattern: 'a' }, ['has pattern, and had none']],
  'another pattern': [
    { type: 'string', pattern: 'a' },
    { type: 'string', pattern: 'b' },
    ['has another pattern'],
  ],
  'no pattern': [{ type: 'string', pattern: 'a' }, text, []],
  'a format': [text, { type: 'string', format: 'uri' }, ['has the format uri, and had none']],
  'a password': [text, { type: 'string', format: 'password' }, []],
  'no null': [{ type: ['string', 'null'] }, text, ['may no longer be null']],
  'a rule': [
    text,
    { type: 'string', 'x-kubernetes-validations': [{ rule: 'self != ""' }] },
    ['has the new rule "self != \\"\\""'],
  ],
  'a narrower item': [
    { type: 'array', items: text },
    { type: 'array', items: { type: 'string', minLength: 1 } },
    ['[] has minLength 1, and had none'],
  ],
  'a narrower value of a map': [
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
    ['[] has minLength 1, and had none'],
  ],
  'a member that is gone': [
    object,
    { type: 'object', properties: {} },
    ['.b is removed: what objects have there is dropped'],
  ],
  'a member that is kept as anything': [
    object,
    { type: 'object', properties: {}, additionalProperties: true },
    [],
  ],
  'a member that is required': [object, { ...object, required: ['b'] }, ['.b is required, and was not']],
  'a new required member': [
    object,
    { type: 'object', properties: { b: text, c: text }, required: ['c'] },
    ['.c is new and required, without a default'],
  ],
  'a new required member with a default': [
    object,
    { type: 'object', properties: { b: text, c: { type: 'string', default: 'x' } }, required: ['c'] },
    [],
  ],
  'a new member': [object, { type: 'object', properties: { b: text, c: text } }, []],
  'no map': [
    { type: 'object', additionalProperties: text },
    object,
    [' is no longer a map: what its schema does not name is dropped'],
  ],
  'no unknown members': [
    { type: 'object', additionalProperties: true },
    object,
    [' no longer keeps what its schema does not name: it is dropped'],
  ],
};

function told(before: CustomResourceDefinition, after: CustomResourceDefinition): readonly string[] {
  return breakingChanges(before, after).map(({ path, message }) => `${path} ${message}`);
}

suite('breakingChanges', (test) => {
  for (const [name, [before, after, want]] of Object.entries(FIELDS))
    test(`judges ${name}`, () => {
      const messages = want.map((one) => `v1: spec.a${/^[.[ ]/.test(one) ? '' : ' '}${one}`);
      equal(told(crdOf(before), crdOf(after)), messages);
    });

  test('tells of names that change', () => {
    const after = crdOf(text, [], { kind: 'Site', scope: 'Cluster' });
    equal(
      breakingChanges(crdOf(text), after).map(({ path }) => path),
      ['spec.scope', 'spec.names.kind', 'spec.names.plural'],
    );
  });

  test('tells of versions that go', () => {
    const spec = { type: 'object' };
    const versions = { v1: { spec, storage: true }, v2: { spec }, v3: { spec, served: false } };
    const after = { v2: { spec, storage: true, served: false } };
    equal(told(crdOf(text, [], { versions }), crdOf(text, [], { versions: after })), [
      'v1 is removed, and objects are stored in it: the API server refuses that until they are stored anew',
      'v2 is no longer served, and clients may use it',
    ]);
  });

  test('bears definitions without schemas', () => {
    const { spec, ...rest } = crdOf(text);
    const bare = { ...rest, spec: { ...spec, versions: [{ name: 'v1', served: true, storage: true }] } };
    equal(told(bare, crdOf(text)), []);
  });
});
