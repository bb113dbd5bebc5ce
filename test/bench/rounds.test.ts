import { type Entrant, runRounds } from '../../bench/harness/rounds.ts';
import { equal, is, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('runRounds', (test) => {
  test('runs the contestants one at a time and interleaved', async () => {
    const log: string[] = [];
    const entrant = (name: string): Entrant => ({
      name,
      run: async () => {
        log.push(`${name} starts`);
        await Promise.resolve();
        log.push(`${name} ends`);
        return { run: log.length };
      },
    });
    const rounds = await runRounds([entrant('A'), entrant('B')], 2, () => {});
    const once = ['A starts', 'A ends', 'B starts', 'B ends'];
    equal(log, [...once, ...once]);
    equal(
      rounds.map((round) => Object.fromEntries(round)),
      [
        { A: { run: 2 }, B: { run: 4 } },
        { A: { run: 6 }, B: { run: 8 } },
      ],
    );
  });

  test('ends with the first failure, which names the contestant and the round', async () => {
    const cause = new Error('lost a key');
    let runs = 0;
    const run = async (): Promise<never> => {
      runs += 1;
      throw cause;
    };
    const error = await rejects(
      runRounds(
        [
          { name: 'A', run },
          { name: 'B', run },
        ],
        3,
        () => {},
      ),
      /cannot measure A in round 1/,
    );
    is((error as Error).cause, cause);
    is(runs, 1);
  });
});
