import type { Context } from '../../context/index.ts';
import type { Faults, RequestFacts } from '../../lib/apiserver/faults.ts';

const isWatch = ({ verb }: RequestFacts): boolean => verb === 'watch';
const isPatch = ({ verb }: RequestFacts): boolean => verb === 'patch';

/** One thing that goes wrong. Resolves when it is over, as far as it lasts. */
type Disturbance = (faults: Faults, ctx: Context) => Promise<void> | void;

/** All that goes wrong, by name; each happens in every round. */
const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  'streams are cut between lines': (faults) => void faults.cutStreams(),
  'streams are cut in the middle of a line': (faults) => void faults.cutStreams({ midLine: true }),
  'a line is no JSON': (faults) => faults.corruptNextLine(),
  'the history is gone': (faults) => {
    faults.compact();
    faults.cutStreams();
  },
  'a watch is answered with 410': (faults) => {
    faults.failNext({ status: 410, match: isWatch });
    faults.cutStreams({ midLine: true });
  },
  'a stream says 410': (faults) => {
    faults.failNext({ status: 410, match: isWatch, inStream: true });
    faults.cutStreams();
  },
  'watches fail for a while, and then everything is too old': (faults) => {
    faults.failNext({ status: 503, match: isWatch, times: 4 });
    faults.cutStreams();
    faults.compact();
  },
  '429 with Retry-After': (faults) => faults.failNext({ status: 429, retryAfterSeconds: 1, times: 5 }),
  '429 with Retry-After for watches': (faults) => {
    faults.failNext({ status: 429, retryAfterSeconds: 1, match: isWatch });
    faults.cutStreams();
  },
  'internal errors': (faults) => faults.failNext({ status: 500, times: 20 }),
  'conflicts of patches': (faults) => faults.failNext({ status: 409, match: isPatch, times: 10 }),
  'slow answers': (faults) => faults.delay(100, { times: 20 }),
  'connections are refused': async (faults, { clock, signal }) => {
    faults.cutStreams();
    faults.refuse();
    await clock.sleep(300, signal);
    await faults.allow();
  },
  'the server goes down and comes back': async (faults, { clock, signal }) => {
    await faults.stop();
    await clock.sleep(100, signal);
    await faults.resume();
  },
};

/** Once, since it takes its time. */
const REFUSED_MS = 5000;

export interface DisturberOptions {
  readonly faults: Faults;
  readonly operations: number;
  readonly rounds: number;
  readonly random: () => number;
}

/**
 * Lets something go wrong whenever so many operations were done: each round all disturbances in another order,
 * and in the midst of it all nobody is let in for five seconds.
 */
export class Disturber {
  readonly #faults: Faults;
  readonly #plan: readonly Disturbance[];
  readonly #every: number;
  readonly #ctx: Context;
  #next = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(ctx: Context, { faults, operations, rounds, random }: DisturberOptions) {
    const all = Object.values(DISTURBANCES);
    const plan = Array.from({ length: rounds }, () => shuffled(all, random)).flat();
    plan.splice(Math.floor(plan.length / 2), 0, refusedForLong);
    this.#ctx = ctx;
    this.#faults = faults;
    this.#plan = plan;
    this.#every = operations / (plan.length + 1);
  }

  /** To be called with each operation. */
  readonly onOperation = (count: number): void => {
    if (count < this.#every * (this.#next + 1)) return;
    const disturbance = this.#plan[this.#next];
    this.#next += 1;
    if (disturbance !== undefined) this.#work = this.#after(this.#work, disturbance);
  };

  /** Waits for the last one, and takes back what has not happened. */
  readonly end = async (): Promise<void> => {
    await this.#work;
    this.#faults.clear();
    if (this.#next < this.#plan.length)
      throw new Error(
        `cannot say that all is well: ${this.#next} of ${this.#plan.length} disturbances happened`,
      );
  };

  async #after(work: Promise<void>, disturbance: Disturbance): Promise<void> {
    await work;
    await disturbance(this.#faults, this.#ctx);
  }
}

async function refusedForLong(faults: Faults, { clock, signal }: Context): Promise<void> {
  faults.cutStreams({ midLine: true });
  faults.refuse();
  await clock.sleep(REFUSED_MS, signal);
  await faults.allow();
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
