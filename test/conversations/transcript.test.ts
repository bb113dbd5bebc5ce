import { equal, match, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { judged, parseTranscript } from './transcript.ts';

const lines = (...turns: readonly unknown[]): string =>
  turns.map((turn) => `${JSON.stringify(turn)}\n`).join('');

suite('parseTranscript', (test) => {
  test('has words for what is another thing each time', () => {
    const uid = 'd2c5c6a4-8f0e-4a9b-9a53-0b8f1f0d9b1e';
    const metadata = {
      namespace: 'talk-1',
      uid,
      resourceVersion: '7',
      creationTimestamp: '2026-11-22T00:42:07Z',
    };
    equal(parseTranscript(lines(['get', { metadata }]), 'talk-1'), [
      [
        'get',
        {
          metadata: {
            namespace: 'NAMESPACE',
            uid: 'UID',
            resourceVersion: 'VERSION',
            creationTimestamp: 'TIME',
          },
        },
      ],
    ]);
  });

  test('refuses a name that is used twice', () => {
    throws(() => parseTranscript(lines(['get', 1], ['get', 2]), 'talk-1'), /said twice: get/u);
  });
});

suite('judged', (test) => {
  const recorded = [['get', { a: 1 }] as const, ['list', []] as const];

  test('finds nothing wrong with what was recorded', () => {
    equal(judged(recorded, recorded, {}), []);
  });

  test('tells what differs, and what else was said', () => {
    const [found = ''] = judged([['get', { a: 2 }], recorded[1]!], recorded, {});
    match(found, /^get:\n {2}now +\{"a":2\}\n {2}recorded +\{"a":1\}$/u);
    match(judged([recorded[0]!], recorded, {})[0] ?? '', /^other things were said/u);
  });

  test('allows a known difference, only as it is known, and while it is one', () => {
    const known = { get: { why: 'for a test', ours: /"a":2/u } };
    equal(judged([['get', { a: 2 }], recorded[1]!], recorded, known), []);
    match(judged([['get', { a: 3 }], recorded[1]!], recorded, known)[0] ?? '', /^get:/u);
    match(judged(recorded, recorded, known)[0] ?? '', /^get: differs no more/u);
  });
});
