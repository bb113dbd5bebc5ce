import { equal, notEqual, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { Coverage } from './coverage.ts';
import { stepsOf } from './fuzz.ts';

suite(
  'grammar of random requests',
  (test) => {
    test('a seed repeats its sequence, another has another', () => {
      equal(stepsOf(7, 200, new Coverage()), stepsOf(7, 200, new Coverage()));
      notEqual(stepsOf(7, 200, new Coverage()), stepsOf(8, 200, new Coverage()));
    });

    test('uses most of its alternatives within two sequences', () => {
      const coverage = new Coverage();
      for (let seed = 1; seed <= 2; seed += 1) stepsOf(seed, 1000, coverage);
      ok(coverage.share > 0.6, coverage.missed.join('\n'));
    });

    test('lets nothing follow from what is left to chance', () => {
      const steps = stepsOf(1, 2500, new Coverage());
      const chancy = steps.filter(({ body }) => JSON.stringify(body)?.includes('$deleteFromPrimitiveList/'));
      ok(chancy.length > 0);
      ok(chancy.every(({ forgets }) => forgets));
    });

    test('has every verb for every kind', () => {
      const steps = stepsOf(1, 2500, new Coverage());
      const kinds = new Set(steps.map(({ subject }) => subject.kind));
      const met = new Set(steps.map(({ verb, subject }) => `${verb} ${subject.kind}`));
      const verbs = [
        'create',
        'get',
        'list',
        'update',
        'json patch',
        'merge patch',
        'strategic patch',
        'apply',
        'delete',
      ];
      const missed = [...kinds]
        .flatMap((kind) => verbs.map((verb) => `${verb} ${kind}`))
        .filter((one) => !met.has(one));
      equal(missed, []);
    });
  },
  { timeoutMs: 10_000 },
);
