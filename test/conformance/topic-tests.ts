import { ok, equal } from '../kit/assert.ts';
import type { TestContext } from '../kit/suite.ts';
import { tier } from '../kit/tier.ts';
import { judged, mismatches } from './compare.ts';
import { playTopic } from './play-topic.ts';
import { readRecording } from './recording.ts';
import type { Topic } from './step.ts';
import { newTarget } from './target.ts';

/** Plays a topic on the tier's server, and holds its answers against those of the real one. */
export async function testTopic(topic: Topic, t: TestContext): Promise<void> {
  const recording = readRecording(topic.name);
  equal([...recording.keys()], Object.keys(topic.cases), 'the recording is of other cases: record again');
  await using target = await newTarget(tier());
  const answers = await playTopic(target, topic, t.signal, tier() === 'real' ? 60_000 : 10_000);
  const found = [...answers].flatMap(([name, ours]) => mismatches(name, ours, recording.get(name) ?? []));
  const wrong = judged(tier() === 'real' ? undefined : topic.name, found);
  ok(wrong.length === 0, `${wrong.length} answers differ:\n${wrong.slice(0, 30).join('\n')}`);
}
