import { isDeepStrictEqual } from 'node:util';

import { defaultCauses } from '../../../lib/apiserver/schema/default-causes.ts';
import { schemaKeywordCauses } from '../../../lib/apiserver/schema/keyword-causes.ts';
import { structuralCauses } from '../../../lib/apiserver/schema/structural.ts';
import { validate } from '../../../lib/apiserver/schema/validate.ts';
import type { Schema } from '../../../lib/apiserver/schema.ts';
import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import { check } from '../../../lib/schema/check.ts';
import { withDefaults } from '../../../lib/schema/defaults.ts';
import { toStructural } from '../../../lib/schema/structural.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { RandomSchemas } from './random-schemas.ts';

const SCHEMAS = 50;
const VALUES = 40;

suite(
  'schemas of any kind',
  (test) => {
    test('become structural, take what they took, and are judged as an API server judges', (t) => {
      const random = new RandomSchemas(t.seed);
      let taken = 0;
      for (let count = 0; count < SCHEMAS; count++) {
        const zod = random.object();
        const json = zod['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
        const { schema, problems } = toStructural(JSON.parse(JSON.stringify(json)) as JsonObject, 'spec');
        const context = JSON.stringify({ json, schema });
        equal(problems, [], context);
        const served = schema as Schema;
        const causes = [structuralCauses, schemaKeywordCauses, defaultCauses].flatMap((of) =>
          of(served, 'spec'),
        );
        equal(causes, [], context);
        for (let tries = 0; tries < VALUES; tries++) {
          const given = random.spec() as JsonValue;
          const value = withDefaults(schema, given);
          const issues = check(schema, value, 'spec');
          const [ours, theirs] = [issues, validate(served, value, '')].map((found) => found.length === 0);
          is(ours, theirs, `${context} ${JSON.stringify(value)}`);
          // What it drops, as members of other alternatives, has a type in a definition all the same.
          const parsed = zod.safeParse(given);
          if (!parsed.success || !isDeepStrictEqual(parsed.data, given)) continue;
          taken += 1;
          equal(issues, [], `${context} ${JSON.stringify(given)}`);
        }
      }
      is(taken > SCHEMAS / 5, true, `only ${taken} values fit`);
    });
  },
  { timeoutMs: 30_000 },
);
