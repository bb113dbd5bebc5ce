import type { JsonObject } from '../../../../lib/object/json.ts';

/** Schemas that a CustomResourceDefinition may not have, or only just. */
export const STRUCTURAL_CASES: Readonly<Record<string, JsonObject>> = {
  fine: { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } },
  'no type at the root': { properties: { spec: { type: 'object' } } },
  'a root that is no object': { type: 'string' },
  'no type of a field': { type: 'object', properties: { spec: { properties: { a: { type: 'string' } } } } },
  'no type of items': { type: 'object', properties: { spec: { type: 'array', items: {} } } },
  'no items': { type: 'object', properties: { spec: { type: 'array' } } },
  'unknown type': { type: 'object', properties: { spec: { type: 'text' } } },
  'type in anyOf': {
    type: 'object',
    properties: {
      spec: { type: 'object', anyOf: [{ type: 'object' }, { properties: { a: { type: 'string' } } }] },
    },
  },
  'structure in oneOf': {
    type: 'object',
    properties: {
      spec: { type: 'string', oneOf: [{ default: 'x', description: 'd', title: 't', nullable: true }] },
    },
  },
  'a field that only anyOf knows': {
    type: 'object',
    properties: {
      spec: { type: 'object', anyOf: [{ required: ['a'] }, { properties: { b: { minimum: 1 } } }] },
    },
  },
  'a field that only anyOf at the root knows': {
    type: 'object',
    properties: { spec: { type: 'object' } },
    anyOf: [{ properties: { other: { minimum: 1 } } }],
  },
  'int or string with anyOf': {
    type: 'object',
    properties: {
      spec: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    },
  },
  'int or string that keeps unknown fields': {
    type: 'object',
    properties: {
      spec: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
  'metadata restricted to names': {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } },
  },
  'metadata restricted further': {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
  },
  'additional properties at the root': { type: 'object', additionalProperties: { type: 'string' } },
  'properties and additional properties': {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { a: { type: 'string' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
  'bad pattern': { type: 'object', properties: { spec: { type: 'string', pattern: '(' } } },
  'unique items': {
    type: 'object',
    properties: { spec: { type: 'array', uniqueItems: true, items: { type: 'string' } } },
  },
  'embedded resource without properties': {
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-embedded-resource': true } },
  },
  'embedded resource that is no object': {
    type: 'object',
    properties: { spec: { type: 'string', 'x-kubernetes-embedded-resource': true } },
  },
  'preserve unknown fields false': {
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } },
  },
  'map without keys': {
    type: 'object',
    properties: { spec: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } } },
  },
  'map with a strange key': {
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['b'],
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
    },
  },
  'map with an optional key': {
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
    },
  },
  'set of objects': {
    type: 'object',
    properties: { spec: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'object' } } },
  },
  'default of another type': { type: 'object', properties: { spec: { type: 'integer', default: 'x' } } },
  'default with unknown fields': {
    type: 'object',
    properties: { spec: { type: 'object', default: { b: 1 }, properties: { a: { type: 'string' } } } },
  },
  'keys without list type': {
    type: 'object',
    properties: { spec: { type: 'array', 'x-kubernetes-list-map-keys': ['a'], items: { type: 'object' } } },
  },
};
