import type { Explanation } from '../../../../lib/framework/explain/explanation.ts';
import { explainText } from '../../../../lib/framework/explain/explain-text.ts';
import { equal, is, not } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const AT = '2026-01-31T12:00:00.000Z';
const NOW = new Date('2026-01-31T12:00:05.000Z');

const EMPTY: Explanation = { key: 'default/home', waiting: [], failures: 0, reconciles: [] };

suite('explainText', (test) => {
  test('tells everything in lines', () => {
    const explanation: Explanation = {
      key: 'default/home',
      kind: 'Website of example.com/v1',
      waiting: [{ type: 'updated', at: AT }],
      hold: { by: 'pause', detail: 'example.com/paused', at: AT },
      nextAt: '2026-01-31T12:05:05.000Z',
      failures: 2,
      lastError: { message: 'boom', at: AT },
      reconciles: [
        {
          loop: 13,
          startedAt: AT,
          causes: [],
          waitedMs: 0,
          resources: [{ resource: 'page', step: 'ensureCreated' }],
          writes: [],
          writesLeftOut: 0,
        },
        {
          loop: 12,
          startedAt: AT,
          causes: [
            { type: 'updated', at: AT },
            { type: 'secondary', detail: 'ConfigMap default/settings', at: AT },
          ],
          waitedMs: 3.4,
          result: 'error',
          durationMs: 1260,
          nextMs: 500,
          error: 'boom',
          resources: [
            { resource: 'page', step: 'ensureCreated', durationMs: 12 },
            { resource: 'server', step: 'ensureCreated', durationMs: 20, error: 'boom' },
          ],
          writes: [
            {
              resource: 'page',
              verb: 'patch',
              target: 'ConfigMap default/page',
              dryRun: false,
              durationMs: 8,
              diff: '~ data.a: "1" → "2"\n+ data.b: "3"',
            },
            { verb: 'update', target: 'A b', dryRun: true, durationMs: 8, diff: '' },
            { verb: 'delete', target: 'A c', dryRun: false, durationMs: 8, diff: '', error: 'not found' },
          ],
          writesLeftOut: 4,
        },
      ],
    };
    equal(explainText(explanation, NOW).split('\n'), [
      'Website of example.com/v1 home in default',
      'paused by an annotation (example.com/paused), 5 s ago',
      'waits to be reconciled: updated',
      'next attempt in 5 min',
      'last error, 5 s ago (2 in a row): boom',
      '',
      '#13 5 s ago: runs',
      '  waited 0 ms',
      '  page: ensureCreated, runs',
      '',
      '#12 5 s ago: error in 1.3 s, then again after 500 ms',
      '  because of: updated; secondary (ConfigMap default/settings)',
      '  waited 3 ms',
      '  page: ensureCreated, 12 ms',
      '  server: ensureCreated, 20 ms, failed: boom',
      '  page: patch ConfigMap default/page, 8 ms',
      '    ~ data.a: "1" → "2"',
      '    + data.b: "3"',
      '  framework: dry run of update A b, 8 ms, no change',
      '  framework: delete A c, 8 ms, failed: not found',
      '  … 4 more writes',
      '  error: boom',
      '',
    ]);
  });

  test('says little of what is hardly known', () => {
    is(explainText({ ...EMPTY, key: 'node-1' }, NOW), 'object node-1\n');
    const past = { nextAt: AT, lastError: { message: 'boom', at: AT } };
    is(
      explainText({ ...EMPTY, ...past }, NOW),
      'object home in default\nnext attempt now\nlast error, 5 s ago (it has succeeded since): boom\n',
    );
  });

  test('does not let texts steer a terminal', () => {
    const lastError = { message: '\u001B[2J\rgone\u009B', at: AT };
    const text = explainText({ ...EMPTY, lastError }, NOW);
    not(/[^\P{Cc}\n]/u.test(text), text);
  });
});
