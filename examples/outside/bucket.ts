import { type ObjectOf, customResource } from 'operatorkit';
import { z } from 'zod';

/** The custom resource: a bucket of a service that has nothing to do with Kubernetes. */
export const Bucket = customResource({
  group: 'storage.example.com',
  kind: 'Bucket',
  versions: {
    v1: {
      spec: z.object({
        quota: z.int().min(1).default(10).meta({ description: 'In gigabytes.' }),
        accessKey: z.string().meta({ format: 'password' }),
      }),
      status: z.object({ url: z.string().optional() }),
      printerColumns: [
        { name: 'Quota', jsonPath: '.spec.quota' },
        { name: 'URL', jsonPath: '.status.url' },
      ],
    },
  },
});
export type Bucket = ObjectOf<typeof Bucket>;
