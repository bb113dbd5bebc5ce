// kit: file limit 120 s
import { suite } from '../kit/suite.ts';
import { soakInProcess } from './soak-in-process.ts';

suite(
  'random operations under injected faults',
  (test) => {
    test('all end in the state last written', async (t) => {
      await soakInProcess(t, { operations: 2000, objects: 100, rounds: 1 });
    });
  },
  { timeoutMs: 100_000 },
);
