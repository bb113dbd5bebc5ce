/**
 * The seed for a test's random data: the environment's SEED, to repeat a run that failed, else any.
 * @throws when SEED is no integer.
 */
export function newSeed(): number {
  const given = process.env['SEED'];
  if (given === undefined || given === '') return Math.floor(Math.random() * 2 ** 32);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed))
    throw new RangeError(`cannot seed tests: SEED must be an integer, got ${given}`);
  return seed;
}
