import { AUTOSCALER_AND_CLAIM_CHECKS } from './cases/autoscaler-and-claim-checks.ts';
import { BODIES } from './cases/bodies.ts';
import { CONTAINER_CHECKS } from './cases/container-checks.ts';
import { DEFINITIONS_TOPIC } from './cases/definitions.ts';
import { DISCOVERY } from './cases/discovery.ts';
import { ENUMS } from './cases/enums.ts';
import { EVICTIONS } from './cases/evictions.ts';
import { FIELD_VALIDATION } from './cases/field-validation.ts';
import { OBJECTS, STRUCTURAL, VALUES } from './cases/golden.ts';
import { LIFECYCLE } from './cases/lifecycle.ts';
import { LISTS } from './cases/lists.ts';
import { METADATA_CHECKS } from './cases/metadata-checks.ts';
import { ODD_METADATA } from './cases/odd-metadata.ts';
import { ODD_REQUESTS } from './cases/odd-requests.ts';
import { PATCHES } from './cases/patches.ts';
import { POD_CHECKS } from './cases/pod-checks.ts';
import { POD_WARNINGS } from './cases/pod-warnings.ts';
import { SECRETS } from './cases/secrets.ts';
import { SIZES } from './cases/sizes.ts';
import { SMALL_KIND_CHECKS } from './cases/small-kind-checks.ts';
import { STRATEGIC_MERGE } from './cases/strategic-merge.ts';
import { SUBRESOURCES_TOPIC } from './cases/subresources.ts';
import { TABLES } from './cases/tables.ts';
import { UNKNOWN_FIELD_ORDER } from './cases/unknown-field-order.ts';
import { VALIDATED_KINDS } from './cases/validated-kinds.ts';
import { VOLUME_CHECKS } from './cases/volume-checks.ts';
import { WARNINGS } from './cases/warnings.ts';
import { WATCHES } from './cases/watches.ts';
import { WORKLOAD_CHECKS } from './cases/workload-checks.ts';
import { matrixTopics } from './matrix.ts';
import type { Topic } from './step.ts';

/** Everything that is held against the real server. */
export const TOPICS: readonly Topic[] = [
  ...matrixTopics(),
  AUTOSCALER_AND_CLAIM_CHECKS,
  BODIES,
  CONTAINER_CHECKS,
  DEFINITIONS_TOPIC,
  DISCOVERY,
  ENUMS,
  EVICTIONS,
  FIELD_VALIDATION,
  UNKNOWN_FIELD_ORDER,
  LIFECYCLE,
  LISTS,
  METADATA_CHECKS,
  OBJECTS,
  ODD_METADATA,
  ODD_REQUESTS,
  PATCHES,
  POD_CHECKS,
  POD_WARNINGS,
  SECRETS,
  SIZES,
  SMALL_KIND_CHECKS,
  STRATEGIC_MERGE,
  STRUCTURAL,
  SUBRESOURCES_TOPIC,
  TABLES,
  VALIDATED_KINDS,
  VALUES,
  VOLUME_CHECKS,
  WARNINGS,
  WATCHES,
  WORKLOAD_CHECKS,
];
