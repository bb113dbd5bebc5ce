import { randomUUID } from 'node:crypto';
import type { CustomResourceDefinition } from '../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../lib/object/kubernetes-object.ts';

/** The custom resource that is written at random: it says by which operation. */
export interface Item extends KubernetesObject {
  readonly spec: { readonly operation: number; readonly guarded: boolean };
  readonly status?: { readonly operation?: number };
}

const GROUP = `f${randomUUID().slice(0, 8)}.example.com`;

export const Item: Kind<Item> = defineKind<Item>({
  apiVersion: `${GROUP}/v1`,
  kind: 'Item',
  plural: 'items',
  namespaced: true,
});

const OPERATION = { operation: { type: 'integer' } };

export const ITEM_CRD: CustomResourceDefinition = {
  metadata: { name: `items.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'items', singular: 'item', kind: 'Item', listKind: 'ItemList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['operation', 'guarded'],
                properties: { ...OPERATION, guarded: { type: 'boolean' } },
              },
              status: { type: 'object', properties: OPERATION },
            },
          },
        },
      },
    ],
  },
};
