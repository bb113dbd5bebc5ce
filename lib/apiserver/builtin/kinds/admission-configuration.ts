import type { KindRules } from '../kind-rules.ts';

const RESERVED = '.static.k8s.io';

/** What calls webhooks and holds policies: some names are for files. */
export const ADMISSION_CONFIGURATION_RULES: KindRules = {
  warnings: ({ metadata: { name } }) =>
    name.endsWith(RESERVED)
      ? [
          `metadata.name: names ending with "${RESERVED}" are reserved for static manifest-based configurations and cannot be managed via the API`,
        ]
      : [],
};
