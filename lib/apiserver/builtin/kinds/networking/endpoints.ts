import type { ApiObject } from '../../../api-object.ts';
import { listAt, textAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { ipMemberWarnings } from '../causes/ip-warnings.ts';

/** Who writes plain addresses only. */
const CONTROLLER = 'endpoint-controller';

function warnings(endpoints: ApiObject): readonly string[] {
  if (textAt(endpoints, 'metadata', 'labels', 'endpoints.kubernetes.io/managed-by') === CONTROLLER) return [];
  return listAt(endpoints, 'subsets').flatMap((subset, index) =>
    ['addresses', 'notReadyAddresses'].flatMap((list) =>
      ipMemberWarnings(listAt(subset, list), `subsets[${index}].${list}`),
    ),
  );
}

export const ENDPOINTS_RULES: KindRules = { warnings };
