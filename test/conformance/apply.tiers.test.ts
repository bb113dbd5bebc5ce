import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { tier } from '../kit/tier.ts';
import { apply } from './cases/apply.ts';
import { judged, mismatches } from './compare.ts';
import { withOrderedOwners } from './owners.ts';
import { playTopic } from './play-topic.ts';
import { readRecording } from './recording.ts';
import { newTarget } from './target.ts';

suite('server-side apply', (test) => {
  test(
    `answers as a real API server did (${Object.keys(apply.cases).length} cases)`,
    async (t) => {
      const recording = readRecording(apply.name);
      equal(
        [...recording.keys()],
        Object.keys(apply.cases),
        'record again: node test/conformance/record-apply.ts',
      );
      await using target = await newTarget(tier());
      const answers = await playTopic(target, apply, t.signal);
      const found = [...answers].flatMap(([name, ours]) => {
        const real = recording.get(name) ?? [];
        return mismatches(name, ours.map(withOrderedOwners), real.map(withOrderedOwners));
      });
      const wrong = judged(tier() === 'real' ? undefined : apply.name, found);
      ok(wrong.length === 0, `${wrong.length} answers differ:\n${wrong.slice(0, 20).join('\n')}`);
    },
    { timeoutMs: 60_000 },
  );
});
