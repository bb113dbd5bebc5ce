import type { JsonObject } from '../../../../lib/object/json.ts';
import type { Step } from '../../step.ts';
import { post } from '../../steps.ts';
import { definition } from '../kinds.ts';
import { DEFINITIONS, FREE, made, withSpec, refused, version, TEXT, SELECTABLE } from './tries.ts';

/** Definitions that are refused, or that get a warning. */
export const DEFINITION_REFUSALS: Readonly<Record<string, readonly Step[]>> = {
  'is refused without a schema': refused(
    withSpec({ versions: [{ name: 'v1', served: true, storage: true }] }),
  ),
  'is refused with an empty schema': refused(made({})),
  'is refused with a wrong name': refused(withSpec({}, { name: 'other.<id>.example.com' })),
  'is refused without names': refused(withSpec({ names: {} })),
  'is refused with invalid names': refused(
    withSpec({
      names: {
        plural: 'tries',
        kind: 'a b',
        singular: 'A B',
        listKind: 'x y',
        shortNames: ['UP', 'a b'],
        categories: ['C'],
      },
    }),
  ),
  'is refused without versions': refused(withSpec({ versions: [] })),
  'is refused without a storage version': refused(withSpec({ versions: [version('v1')] })),
  'is refused with two storage versions': refused(
    withSpec({ versions: [version('v1', { storage: true }), version('v2', { storage: true })] }),
  ),
  'is refused with one version twice': refused(
    withSpec({ versions: [version('v1', { storage: true }), version('v1')] }),
  ),
  'is refused with an invalid version': refused(withSpec({ versions: [version('V 1', { storage: true })] })),
  'is refused with an unknown scope': refused(withSpec({ scope: 'Everywhere' })),
  'is refused without a scope and a group': refused(withSpec({ scope: '', group: '' })),
  'is refused with an invalid group': refused({
    ...made(),
    metadata: { name: 'tries.a b' },
    spec: { ...(made()['spec'] as JsonObject), group: 'a b' },
  }),
  'is refused in a group of Kubernetes': refused(definition('tries', 'Try', FREE, { group: 'x.k8s.io' })),
  'is refused with preserveUnknownFields': refused(withSpec({ preserveUnknownFields: true })),
  'is refused with a conversion that is none': refused(withSpec({ conversion: { strategy: 'Magic' } })),
  'is refused with a webhook that is missing': refused(withSpec({ conversion: { strategy: 'Webhook' } })),
  'is refused with invalid columns': refused(
    made(FREE, {
      additionalPrinterColumns: [
        { name: 'A', type: 'text', jsonPath: '.spec' },
        { name: 'B', type: 'string', jsonPath: 'spec' },
        { type: 'string' },
        { name: 'C', type: 'integer', format: 'x', jsonPath: '.x' },
      ],
    }),
  ),
  'is refused with an invalid scale': refused(
    made(FREE, {
      subresources: { scale: { specReplicasPath: '.replicas', statusReplicasPath: '.spec.x' } },
    }),
  ),
  'is refused with an empty scale': refused(made(FREE, { subresources: { scale: {} } })),
  'is refused with selectable fields that are unknown': refused(
    made(SELECTABLE, {
      selectableFields: [
        { jsonPath: '.spec.none' },
        { jsonPath: 'spec.color' },
        { jsonPath: '.metadata.name' },
        { jsonPath: '.spec.color' },
        { jsonPath: '.spec.color' },
      ],
    }),
  ),
  'is refused with too many selectable fields': refused(
    made(
      { type: 'object', properties: Object.fromEntries([...'abcdefghi'].map((key) => [key, TEXT])) },
      { selectableFields: [...'abcdefghi'].map((key) => ({ jsonPath: `.${key}` })) },
    ),
  ),
  'is refused with a selectable field of a wrong type': refused(
    made(
      {
        type: 'object',
        properties: { spec: { type: 'object', properties: { list: { type: 'array', items: TEXT } } } },
      },
      { selectableFields: [{ jsonPath: '.spec.list' }, { jsonPath: '.spec' }] },
    ),
  ),
  'is refused with an unknown field, Strict': [
    post(`${DEFINITIONS}?dryRun=All&fieldValidation=Strict`, withSpec({ nothing: 1 })),
  ],
  'warns of an unknown field': refused(withSpec({ nothing: 1 })),
  'warns of an unrecognized format': refused(
    made({ type: 'object', properties: { a: { type: 'string', format: 'colour' } } }),
  ),
};
