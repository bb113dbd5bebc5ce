import { withRetryNote } from '../../../../lib/framework/status/retry-note.ts';
import { equal, is, match } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('withRetryNote', (test) => {
  const table: Readonly<Record<string, number>> = {
    'next attempt within 10 seconds': 500,
    'next attempt within a minute': 10_001,
    'next attempt within 10 minutes': 90_000,
    'next attempt within an hour': 600_001,
    'next attempt within a day': 86_400_000,
    'next attempt in more than a day': 86_400_001,
  };
  for (const [want, given] of Object.entries(table)) {
    test(`says: ${want}`, () => is(withRetryNote('no disk', given, undefined), `no disk; ${want}`));
  }

  test('says when there is none', () => {
    is(withRetryNote('no disk', undefined, undefined), 'no disk; not tried again before the object changes');
  });

  test('says the longer time while a failure stays the same', () => {
    const said = withRetryNote('no disk', 30_000, undefined);
    is(withRetryNote('no disk', 500, said), said);
    match(withRetryNote('no disk', 90_000, said), /within 10 minutes$/);
    match(withRetryNote('no room', 500, said), /^no room; next attempt within 10 seconds$/);
  });

  test('changes a handful of times in a day of retries', () => {
    const messages = new Set<string>();
    let message: string | undefined;
    for (let retries = 0; retries < 2000; retries += 1) {
      const jitter = 0.5 + ((retries * 7) % 11) / 10;
      message = withRetryNote('no disk', Math.min(500 * 1.5 ** retries, 60_000) * jitter, message);
      messages.add(message);
    }
    equal(messages.size, 3);
  });
});
