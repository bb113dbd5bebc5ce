import type { Measures, Round } from './statistics.ts';

/** Somebody who is measured. Each call is a run of its own, in a process of its own. */
export interface Entrant {
  readonly name: string;
  /** Rejects when the run failed or ended in a wrong state: there is no figure for a wrong answer. */
  run(): Promise<Measures>;
}

/**
 * Runs the contestants one at a time, interleaved: A B C, A B C, … A machine that slows down for a while then
 * slows all of them, and the ratios of a round stay honest. The first failure ends everything.
 */
export async function runRounds(
  entrants: readonly Entrant[],
  rounds: number,
  onRun: (name: string, round: number, measures: Measures) => void,
): Promise<Round[]> {
  const done: Round[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const measures = new Map<string, Measures>();
    for (const entrant of entrants) {
      const result = await runOne(entrant, round);
      measures.set(entrant.name, result);
      onRun(entrant.name, round, result);
    }
    done.push(measures);
  }
  return done;
}

async function runOne(entrant: Entrant, round: number): Promise<Measures> {
  try {
    return await entrant.run();
  } catch (error) {
    throw new Error(`cannot measure ${entrant.name} in round ${round}`, { cause: error });
  }
}
