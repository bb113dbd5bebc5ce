import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { FUZZED_KINDS } from './kinds.ts';
import { sweepOf } from './sweep.ts';

suite('the sweep of a kind', (test) => {
  for (const kind of FUZZED_KINDS)
    test(`of ${kind.plural} writes nothing but the object that it is about`, () => {
      const steps = sweepOf(kind);
      const writes = steps.filter(({ path }) => !path.includes('dryRun=All'));
      ok(writes.length > 0 && writes.length < steps.length / 50);
      ok(writes.every(({ verb, body }) => verb === 'create' && body === writes[0]?.body));
    });

  test('has each field with each value, by each verb', () => {
    const jobs = FUZZED_KINDS.find(({ kind }) => kind === 'Job')!;
    const steps = sweepOf(jobs).map(({ verb, body }) => `${verb} ${JSON.stringify(body)}`);
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
});
