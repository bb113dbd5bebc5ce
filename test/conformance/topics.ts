import { BODIES } from './cases/bodies.ts';
import { DEFINITIONS_TOPIC } from './cases/definitions.ts';
import { DISCOVERY } from './cases/discovery.ts';
import { FIELD_VALIDATION } from './cases/field-validation.ts';
import { OBJECTS, STRUCTURAL, VALUES } from './cases/golden.ts';
import { LIFECYCLE } from './cases/lifecycle.ts';
import { LISTS } from './cases/lists.ts';
import { ODD_REQUESTS } from './cases/odd-requests.ts';
import { PATCHES } from './cases/patches.ts';
import { STRATEGIC_MERGE } from './cases/strategic-merge.ts';
import { SUBRESOURCES_TOPIC } from './cases/subresources.ts';
import { TABLES } from './cases/tables.ts';
import { WATCHES } from './cases/watches.ts';
import { matrixTopics } from './matrix.ts';
import type { Topic } from './step.ts';

/** Everything that is held against the real server. */
export const TOPICS: readonly Topic[] = [
  ...matrixTopics(),
  BODIES,
  DEFINITIONS_TOPIC,
  DISCOVERY,
  FIELD_VALIDATION,
  LIFECYCLE,
  LISTS,
  OBJECTS,
  ODD_REQUESTS,
  PATCHES,
  STRATEGIC_MERGE,
  STRUCTURAL,
  SUBRESOURCES_TOPIC,
  TABLES,
  VALUES,
  WATCHES,
];
