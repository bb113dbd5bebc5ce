import { suite } from '../kit/suite.ts';
import { storm } from './malformed/storm.ts';

// Needs no cluster: it is here for its length.
suite(
  'malformed requests at full length',
  (test) => {
    test('never end the server, never hang, and always get a Status', async (t) => {
      console.log(`seed ${t.seed}`);
      console.log(await storm(t, t.seed, 10_000));
    });
  },
  { timeoutMs: 300_000 },
);
