import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { grouped, patch, post } from '../steps.ts';
import { definition } from './kinds.ts';

/** What null is to a field of which the schema lists all values. */

const GROUP = 'enums.conformance.example.com';
const V1 = `${GROUP}/v1`;
const ENUMS_PATH = grouped(V1, 'enums');
const STRICT_PATH = grouped(V1, 'stricts');

const WITHOUT = ['a', 'b'];
const WITH = ['a', null];
const nullable = { nullable: true };

const MEMBERS: { readonly [name: string]: JsonObject } = {
  plain: { type: 'string', enum: WITHOUT },
  nullable: { type: 'string', enum: WITHOUT, ...nullable },
  listed: { type: 'string', enum: WITH },
  nullableAndListed: { type: 'string', enum: WITH, ...nullable },
  defaulted: { type: 'string', enum: WITHOUT, default: 'b' },
  defaultedAndListed: { type: 'string', enum: WITH, default: 'a', ...nullable },
  items: { type: 'array', items: { type: 'string', enum: WITHOUT } },
  itemsListed: { type: 'array', items: { type: 'string', enum: WITH, ...nullable } },
  map: { type: 'object', additionalProperties: { type: 'string', enum: WITHOUT } },
  mapListed: { type: 'object', additionalProperties: { type: 'string', enum: WITH, ...nullable } },
  anything: { 'x-kubernetes-preserve-unknown-fields': true, enum: WITH, ...nullable },
  number: { type: 'integer', enum: [1, null], ...nullable },
  object: { type: 'object', enum: [{ x: 1 }, null], ...nullable, properties: { x: { type: 'integer' } } },
  onlyNull: { type: 'string', enum: [null], ...nullable },
  ruled: { type: 'string', enum: WITH, ...nullable, 'x-kubernetes-validations': [{ rule: "self == 'a'" }] },
};

const STRICT: JsonObject = {
  type: 'object',
  required: ['a', 'b'],
  properties: {
    a: MEMBERS['plain']!,
    b: MEMBERS['nullableAndListed']!,
    any: { type: 'string', ...nullable, anyOf: [{ enum: ['a'] }, { enum: [null] }] },
    one: { type: 'string', ...nullable, oneOf: [{ enum: ['a'] }, { enum: [null] }] },
    not: { type: 'string', ...nullable, not: { enum: [null] } },
  },
};

function specOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties: { spec: properties } };
}

function one(name: string, spec: JsonObject, kind: string = 'Enum'): JsonObject {
  return { apiVersion: V1, kind, metadata: { name }, spec };
}

function nullOf(name: string): JsonValue {
  if (name.startsWith('items')) return [null];
  return name.startsWith('map') ? { x: null } : null;
}

/** By a create, and by each sort of patch. */
function nulls(name: string): readonly Step[] {
  const spec = { [name]: nullOf(name) };
  return [
    post(ENUMS_PATH, one('one', spec)),
    post(ENUMS_PATH, one('two', {}), { quiet: true }),
    patch('merge', `${ENUMS_PATH}/two`, { spec }),
    patch('json', `${ENUMS_PATH}/two`, [{ op: 'add', path: `/spec/${name}`, value: nullOf(name) }]),
    patch('apply', `${ENUMS_PATH}/two?fieldManager=tester`, one('two', spec)),
  ];
}

export const ENUMS: Topic = {
  name: 'enums',
  definitions: [
    definition('enums', 'Enum', specOf({ type: 'object', properties: MEMBERS }), { group: GROUP }),
    definition('stricts', 'Strict', specOf(STRICT), { group: GROUP }),
  ],
  cases: {
    ...Object.fromEntries(Object.keys(MEMBERS).map((name) => [`null: ${name}`, nulls(name)])),
    'null: required': [post(STRICT_PATH, one('one', { a: null, b: null }, 'Strict'))],
    'null: of alternatives': [
      post(STRICT_PATH, one('one', { a: 'a', b: 'a', any: null, one: null, not: null }, 'Strict')),
      post(STRICT_PATH, one('two', { a: 'a', b: 'a', any: 'z', one: 'z', not: 'z' }, 'Strict')),
    ],
  },
};
