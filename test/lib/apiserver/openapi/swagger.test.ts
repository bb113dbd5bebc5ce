import { objectAt } from '../../../../lib/apiserver/fields.ts';
import { swaggerDocument } from '../../../../lib/apiserver/openapi/swagger.ts';
import type { ResourceDefinition } from '../../../../lib/apiserver/resource-definition.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function kind(schema: Schema): ResourceDefinition {
  return {
    group: 'example.com',
    version: 'v1',
    kind: 'Site',
    listKind: 'SiteList',
    plural: 'sites',
    singular: 'site',
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: [],
    custom: true,
    status: false,
    scale: undefined,
    schema,
    columns: [],
    selectableFields: ['spec.host'],
    generation: true,
    strategy: undefined,
  };
}

suite('swaggerDocument', (test) => {
  test('gives a kind that lets unknown fields through no fields at all', () => {
    const properties = { spec: { type: 'object' } } as const;
    const open = { type: 'object', properties, 'x-kubernetes-preserve-unknown-fields': true } as const;
    equal(objectAt(swaggerDocument([kind(open)]), 'definitions', 'com.example.v1.Site'), {
      type: 'object',
      'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Site', version: 'v1' }],
      'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.host' }],
    });
  });
});
