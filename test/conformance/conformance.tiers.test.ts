import { suite } from '../kit/suite.ts';
import { SIZES } from './cases/sizes.ts';
import { testTopic } from './topic-tests.ts';
import { TOPICS } from './topics.ts';

suite('conformance with the real API server', (test) => {
  for (const topic of TOPICS.filter((one) => one !== SIZES))
    test(
      `answers as recorded: ${topic.name} (${Object.keys(topic.cases).length} cases)`,
      (t) => testTopic(topic, t),
      { timeoutMs: 120_000 },
    );
});
