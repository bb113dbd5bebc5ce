import { type ObjectOf, customResource } from 'operatorkit';
import { z } from 'zod';

/** The custom resource: a program that is configured by a Secret of somebody else's. */
export const App = customResource({
  group: 'apps.example.com',
  kind: 'App',
  versions: {
    v1: {
      spec: z.object({
        image: z.string(),
        secretName: z
          .string()
          .min(1)
          .meta({ description: 'A Secret in the same namespace, with a key `user`.' }),
      }),
    },
  },
});
export type App = ObjectOf<typeof App>;
