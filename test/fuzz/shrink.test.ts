import { equal, is, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { shrink } from './shrink.ts';

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

suite('shrink', (test) => {
  test('leaves only what is needed to fail', async () => {
    const needed = [3, 40, 97];
    const fails = async (candidate: readonly number[]): Promise<boolean> =>
      needed.every((one) => candidate.includes(one));
    equal(await shrink(HUNDRED, fails), needed);
  });

  test('gives back what cannot be shorter', async () => {
    const fails = async (candidate: readonly number[]): Promise<boolean> => candidate.length === 5;
    equal(await shrink([1, 2, 3, 4, 5], fails), [1, 2, 3, 4, 5]);
  });

  test('asks no more often than its budget allows', async () => {
    let asked = 0;
    const shortest = await shrink(
      HUNDRED,
      async (candidate) => {
        asked += 1;
        return candidate.includes(97);
      },
      5,
    );
    is(asked, 5);
    ok(shortest.length < HUNDRED.length && shortest.includes(97));
  });
});
