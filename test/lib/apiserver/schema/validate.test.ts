import type { Schema } from '../../../../lib/apiserver/schema.ts';
import { applyDefaults } from '../../../../lib/apiserver/schema/defaults.ts';
import { prune } from '../../../../lib/apiserver/schema/prune.ts';
import { validate } from '../../../../lib/apiserver/schema/validate.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { recordings, sorted, type Recording } from '../golden/recordings.ts';
import { VALIDATION_CASES } from '../golden/validation-cases.ts';

/** What we make of a value, in the form of the recordings. */
function judged(schema: Schema, name: string, value: JsonValue): Recording {
  const root: Schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { [name]: schema } } },
  };
  const sent: JsonObject = { spec: { [name]: value } };
  const obj = applyDefaults(root, prune(root, sent).value);
  const causes = validate(root, obj, '');
  if (causes.length > 0) return { code: 422, causes };
  const { spec } = obj;
  return { stored: isJsonObject(spec) && name in spec ? (spec[name] ?? null) : 'absent' };
}

function comparable({ causes, ...rest }: Recording): unknown {
  return causes === undefined ? rest : { ...rest, causes: sorted(causes) };
}

suite('validate', (test) => {
  const golden = recordings<readonly Recording[]>('validation');
  for (const [name, { schema, values }] of Object.entries(VALIDATION_CASES))
    test(`judges like a real API server: ${name}`, () => {
      const ours = values.map((value) => comparable(judged(schema, name, value)));
      equal(ours, golden[name]?.map(comparable));
    });

  test('puts the path in front of fields but not into messages', () => {
    const schema: Schema = { type: 'object', properties: { phase: { type: 'string' } } };
    equal(validate(schema, { phase: 1 }, 'status'), [
      {
        reason: 'FieldValueTypeInvalid',
        message: 'Invalid value: "integer": phase in body must be of type string: "integer"',
        field: 'status.phase',
      },
    ]);
  });

  test('finds nothing wrong with what an update leaves as it was', () => {
    const schema: Schema = {
      type: 'object',
      properties: { a: { type: 'integer', maximum: 1 }, b: { type: 'integer', maximum: 1 } },
    };
    equal(validate(schema, { a: 5, b: 1 }, '', { a: 5, b: 0 }), []);
    equal(validate(schema, { a: 5, b: 6 }, '', { a: 5, b: 0 }).length, 1);
  });

  test('takes names of prototypes for names', () => {
    const schema: Schema = { type: 'object', properties: {}, required: ['constructor'] };
    const value = JSON.parse('{"__proto__": {"a": 1}}') as JsonObject;
    equal(
      validate(schema, value, '').map(({ field }) => field),
      ['constructor'],
    );
  });

  test('judges a set of 100,000 items', () => {
    const schema: Schema = { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' };
    const items = Array.from({ length: 100_000 }, (_, index) => index);
    equal(validate(schema, items, 'spec'), []);
  });

  test('does not overflow on what is nested deeper than its schema', () => {
    let deep: JsonValue = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const schema: Schema = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' } } },
    };
    equal(validate(schema, { a: deep, b: deep }, '').length, 1);
  });
});
