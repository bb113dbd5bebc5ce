import { suite } from '../kit/suite.ts';
import { SIZES } from './cases/sizes.ts';
import { testTopic } from './topic-tests.ts';

/** By themselves: megabytes take their time. */
suite('conformance with the real API server: sizes', (test) => {
  test(`answers as recorded: ${Object.keys(SIZES.cases).length} cases`, (t) => testTopic(SIZES, t), {
    timeoutMs: 60_000,
  });
});
