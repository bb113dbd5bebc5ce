// kit: file limit 90 s
import { suite } from '../kit/suite.ts';
import { storm } from './malformed/storm.ts';

/** `MALFORMED=10000` sends as many; the cluster tier always does. */
const REQUESTS = Number(process.env['MALFORMED'] ?? 1000);

suite(
  'malformed requests',
  (test) => {
    test('never end the server, never hang, and always get a Status', async (t) => {
      console.log(`seed ${t.seed}`);
      console.log(await storm(t, t.seed, REQUESTS));
    });
  },
  { timeoutMs: 80_000 },
);
