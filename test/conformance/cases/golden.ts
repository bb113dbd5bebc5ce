import type { JsonObject } from '../../../lib/object/json.ts';
import { OBJECT_CASES } from '../../lib/apiserver/golden/object-cases.ts';
import { STRUCTURAL_CASES } from '../../lib/apiserver/golden/structural-cases.ts';
import { VALIDATION_CASES } from '../../lib/apiserver/golden/validation-cases.ts';
import type { Topic } from '../step.ts';
import { grouped, post } from '../steps.ts';
import { definition } from './kinds.ts';

/** The golden tables of single functions, this time as whole requests. */

const GROUP = 'golden.conformance.example.com';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const JUDGED = definition(
  'judged',
  'Judged',
  {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(VALIDATION_CASES).map(([name, { schema }]) => [
            name,
            schema as unknown as JsonObject,
          ]),
        ),
      },
    },
  },
  { group: GROUP },
);

/** Each schema of the golden table, with each of its values. */
export const VALUES: Topic = {
  name: 'values',
  definitions: [JUDGED],
  cases: Object.fromEntries(
    Object.entries(VALIDATION_CASES).map(([name, { values }]) => [
      name,
      values.map((value) =>
        post(`${grouped(`${GROUP}/v1`, 'judged')}?dryRun=All`, {
          apiVersion: `${GROUP}/v1`,
          kind: 'Judged',
          metadata: { name: 'one' },
          spec: { [name]: value },
        }),
      ),
    ]),
  ),
};

/** Each schema that a definition may not have, or only just. */
export const STRUCTURAL: Topic = {
  name: 'structural',
  cases: Object.fromEntries(
    Object.entries(STRUCTURAL_CASES).map(([name, schema]) => [
      name,
      [
        post(
          `${DEFINITIONS}?dryRun=All`,
          definition('tried', 'Tried', schema, { group: '<id>.example.com' }),
        ),
      ],
    ]),
  ),
};

/** Objects of built-in kinds: defaults, and what is wrong with them. */
export const OBJECTS: Topic = {
  name: 'objects',
  cases: Object.fromEntries(
    Object.entries(OBJECT_CASES).map(([name, { groupVersion, plural, kind, object }]) => [
      name,
      [
        post(
          `${groupVersion.includes('/') ? '/apis' : '/api'}/${groupVersion}/namespaces/default/${plural}?dryRun=All`,
          { apiVersion: groupVersion, kind, metadata: { name: 'one-<id>' }, ...object },
        ),
      ],
    ]),
  ),
};
