import { tableOf } from '../../bench/harness/report.ts';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('tableOf', (test) => {
  test('has a row for each metric of each contestant, in aligned columns', () => {
    const table = tableOf({
      title: 'sync',
      baseline: 'A',
      metrics: [
        { name: 'time ms', digits: 0, better: 'lower' },
        { name: 'events/s', digits: 1, better: 'higher' },
        { name: 'keys', digits: 0 },
      ],
      rounds: [
        new Map([
          ['A', { 'time ms': 1000, 'events/s': 2, keys: 0 }],
          ['B', { 'time ms': 2500 }],
        ]),
      ],
    });
    equal(table.split('\n'), [
      '### sync (1 rounds)',
      '',
      '| metric     | contestant | min / median / max    | ratio to A         |',
      '| ---------- | ---------- | --------------------- | ------------------ |',
      '| time ms ↓  | A          | 1,000 / 1,000 / 1,000 | 1.00 / 1.00 / 1.00 |',
      '| time ms ↓  | B          | 2,500 / 2,500 / 2,500 | 2.50 / 2.50 / 2.50 |',
      '| events/s ↑ | A          | 2.0 / 2.0 / 2.0       | 1.00 / 1.00 / 1.00 |',
      '| keys       | A          | 0 / 0 / 0             | –                  |',
    ]);
  });
});
