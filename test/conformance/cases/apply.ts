import type { Topic } from '../step.ts';
import { SHAPES } from './apply/fixtures.ts';
import { ownershipCases } from './apply/ownership.ts';
import { requestCases } from './apply/requests.ts';
import { shapeCases } from './apply/shapes.ts';
import { workloadCases } from './apply/workloads.ts';

/** Server-side apply, and who owns what after any write. */
export const apply: Topic = {
  name: 'apply',
  definitions: [SHAPES],
  cases: { ...ownershipCases, ...requestCases, ...shapeCases, ...workloadCases },
};
