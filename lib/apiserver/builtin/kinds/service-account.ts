import type { ApiObject } from '../../api-object.ts';
import { at } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';

const MOUNTABLE = 'kubernetes.io/enforce-mountable-secrets';

function isAnnotated(account: ApiObject | undefined): boolean {
  return at(account, 'metadata', 'annotations', MOUNTABLE) !== undefined;
}

/** An annotation is told of when it is new. */
export const SERVICE_ACCOUNT_RULES: KindRules = {
  warnings: (account, old) =>
    isAnnotated(account) && !isAnnotated(old)
      ? [
          `metadata.annotations[${MOUNTABLE}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
        ]
      : [],
};
