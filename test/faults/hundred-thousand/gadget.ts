/** A kind whose objects keep whatever is in their spec. */
export const GADGETS = '/apis/example.com/v1/namespaces/default/gadgets';

export const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        },
      },
    ],
  },
} as const;

export const nameOf = (index: number): string => `gadget-${String(index).padStart(6, '0')}`;

/** About 2 KB as JSON: forty short fields, as operators have them, rather than one long text. */
export function gadgetJson(index: number): string {
  const settings = Array.from({ length: 40 }, (_, field) => ({
    name: `setting-${field}`,
    value: `${index}-${field}`,
    on: field % 2 === 0,
  }));
  return JSON.stringify({
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    metadata: { name: nameOf(index), labels: { part: `p${index % 10}` } },
    spec: { replicas: index, settings },
  });
}
