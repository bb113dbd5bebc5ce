import { type ObjectOf, customResource } from 'operatorkit';
import { z } from 'zod';

/** The custom resource: a cache server. One schema makes its definition, its type, its defaults and its checks. */
export const Cache = customResource({
  group: 'caches.example.com',
  kind: 'Cache',
  versions: {
    v1: {
      spec: z.object({
        image: z.string().default('valkey/valkey:8.1'),
        replicas: z.int().min(0).max(10).default(1),
        memory: z
          .string()
          .regex(/^[1-9][0-9]*(Mi|Gi)$/)
          .default('64Mi'),
        admin: z.object({
          name: z.string().min(1),
          password: z.string().min(8).meta({ format: 'password' }),
        }),
      }),
      status: z.object({ readyReplicas: z.int().optional() }),
      scale: { statusReplicasPath: '.status.readyReplicas' },
      printerColumns: [
        { name: 'Memory', jsonPath: '.spec.memory' },
        { name: 'Ready', jsonPath: '.status.readyReplicas' },
      ],
    },
  },
});
export type Cache = ObjectOf<typeof Cache>;
