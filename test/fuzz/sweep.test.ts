import { objectAt } from '../../lib/apiserver/fields.ts';
import type { JsonObject } from '../../lib/object/json.ts';
import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { FUZZED_KINDS } from './kinds.ts';
import type { Sequence } from './fuzz.ts';
import { pairsOf, sweepOf } from './sweep.ts';
import type { Step } from './step.ts';

function stepsOf(sequences: Iterable<Sequence>): readonly Step[] {
  return [...sequences].flatMap(({ steps }) => steps);
}

suite('the sweep of a kind', (test) => {
  for (const kind of FUZZED_KINDS)
    test(`of ${kind.plural} writes nothing but the object that it is about`, () => {
      const steps = stepsOf(sweepOf(kind));
      const writes = steps.filter(({ path }) => !path.includes('dryRun=All'));
      ok(writes.length > 0 && writes.length < steps.length / 50);
      ok(writes.every(({ verb, body }) => verb === 'create' && body === writes[0]?.body));
    });

  test('has each field with each value, by each verb', () => {
    const jobs = FUZZED_KINDS.find(({ kind }) => kind === 'Job')!;
    const steps = stepsOf(sweepOf(jobs)).map(({ verb, body }) => `${verb} ${JSON.stringify(body)}`);
    const patches = ['merge patch', 'strategic patch'].map((verb) => `${verb} {"spec":{"parallelism":"x"}}`);
    const operation = 'json patch [{"op":"add","path":"/spec/parallelism","value":"x"}]';
    equal(
      [...patches, operation].filter((step) => !steps.includes(step)),
      [],
    );
    for (const verb of ['create', 'update', 'apply'])
      ok(
        steps.some((step) => step.startsWith(`${verb} `) && step.includes('"parallelism":"x"')),
        verb,
      );
    ok(steps.some((step) => step.startsWith('apply status ') && step.includes('"status":{')));
    ok(steps.some((step) => step.startsWith('json patch ') && step.includes('"/metadata/labels/app"')));
  });

  test('has two fields with odd values at once, created and updated', () => {
    const services = FUZZED_KINDS.find(({ kind }) => kind === 'Service')!;
    const steps = stepsOf(pairsOf(services));
    const pair = { type: null, sessionAffinity: null };
    const found = steps.filter(({ body }) => isSubset(pair, objectAt(body, 'spec')));
    equal(found.map(({ verb }) => verb).toSorted(), ['create', 'update']);
  });
});

function isSubset(part: JsonObject, whole: JsonObject): boolean {
  return Object.entries(part).every(([name, value]) => whole[name] === value);
}
