import type { KindRules } from '../kind-rules.ts';
import { storedOnlyWarning } from './store-only.ts';

const RESERVED = '.static.k8s.io';

/** What calls webhooks and holds policies: nobody asks them here. Some names are for files. */
export function admissionConfigurationRules(kind: string): KindRules {
  return {
    warnings: ({ metadata: { name } }) => [
      ...(name.endsWith(RESERVED)
        ? [
            `metadata.name: names ending with "${RESERVED}" are reserved for static manifest-based configurations and cannot be managed via the API`,
          ]
        : []),
      storedOnlyWarning(kind),
    ],
  };
}
