import { equal, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { tier } from '../kit/tier.ts';
import { judged, mismatches } from './compare.ts';
import { playTopic } from './play-topic.ts';
import { readRecording } from './recording.ts';
import { newTarget } from './target.ts';
import { TOPICS } from './topics.ts';

suite('conformance with the real API server', (test) => {
  for (const topic of TOPICS)
    test(
      `answers as recorded: ${topic.name} (${Object.keys(topic.cases).length} cases)`,
      async (t) => {
        const recording = readRecording(topic.name);
        equal(
          [...recording.keys()],
          Object.keys(topic.cases),
          'the recording is of other cases: record again',
        );
        await using target = await newTarget(tier());
        const answers = await playTopic(target.transport, topic, t.signal, tier() === 'real' ? 60_000 : 1000);
        const found = [...answers].flatMap(([name, ours]) =>
          mismatches(name, ours, recording.get(name) ?? []),
        );
        const wrong = judged(tier() === 'real' ? undefined : topic.name, found);
        ok(wrong.length === 0, `${wrong.length} answers differ:\n${wrong.slice(0, 30).join('\n')}`);
      },
      { timeoutMs: 120_000 },
    );
});
