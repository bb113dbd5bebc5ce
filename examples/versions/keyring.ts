import { type ObjectOf, customResource } from 'operatorkit';
import { z } from 'zod';

/** The custom resource: passwords by name, which stand in Secrets then. */
export const Keyring = customResource({
  group: 'keys.example.com',
  kind: 'Keyring',
  versions: {
    v1: {
      spec: z.object({
        version: z.literal([1, 2]).default(1).meta({ description: 'Of the operator’s logic.' }),
        passwords: z.record(z.string(), z.string().meta({ format: 'password' })),
      }),
    },
  },
});
export type Keyring = ObjectOf<typeof Keyring>;
