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
  'what happened meanwhile is too old': async (faults, { clock, signal }) => {
    faults.failNext({ status: 503, match: isWatch, times: Infinity });
    faults.cutStreams();
    await clock.sleep(200, signal);
    faults.compact();
    faults.clear();
  },
  'a watch is answered with 410': (faults) => {
    faults.failNext({ status: 410, match: isWatch });
    faults.cutStreams({ midLine: true });
  },
  'a stream says 410': (faults) => {
    faults.failNext({ status: 410, match: isWatch, inStream: true });
    faults.cutStreams();
  },
  'the history is gone': (faults) => {
    faults.compact();
    faults.cutStreams();
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

/** Whether the operators have got over what happened last. */
export type Recovered = () => Promise<void>;

/**
 * Lets something go wrong whenever so many operations were done: each round all disturbances in another order,
 * and in the midst of it all nobody is let in for five seconds. In the first round everyone waits until the
 * operators have got over one thing before the next happens; in others it happens on top.
 * In the end single events break, some of which are the last of their objects, so that no later one makes up
 * for them; not so often that the informer lists everything again.
 */
export class Disturber {
  readonly #faults: Faults;
  readonly #plan: readonly Disturbance[];
  readonly #every: number;
  readonly #patient: number;
  readonly #endgame: number;
  readonly #ctx: Context;
  #next = 0;
  #pause: Promise<void> = Promise.resolve();
  #work: Promise<void> = Promise.resolve();

  constructor(ctx: Context, { faults, operations, rounds, random }: DisturberOptions) {
    const all = Object.values(DISTURBANCES);
    const plan = Array.from({ length: rounds }, () => shuffled(all, random)).flat();
    plan.splice(Math.floor(all.length / 2), 0, refusedForLong);
    this.#ctx = ctx;
    this.#faults = faults;
    this.#plan = plan;
    this.#patient = all.length + 1;
    this.#every = operations / (plan.length + 1);
    this.#endgame = operations * 0.9;
  }

  /** To be awaited with each operation, `count` being how many there were. */
  readonly onOperation = async (count: number, recovered: Recovered): Promise<void> => {
    await this.#pause;
    if (count > this.#endgame && count % 20 === 0) this.#faults.corruptNextLine();
    if (count < this.#every * (this.#next + 1)) return;
    const disturbance = this.#plan[this.#next];
    const isPatient = this.#next < this.#patient;
    this.#next += 1;
    if (disturbance === undefined) return;
    if (isPatient) await (this.#pause = recovered());
    this.#work = this.#after(this.#work, disturbance);
  };

  /** Waits for the last one, and takes back what has not happened. */
  readonly end = async (): Promise<void> => {
    await this.#work;
    this.#faults.clear();
    const { length } = this.#plan;
    if (this.#next < length)
      throw new Error(`cannot say that all is well: only ${this.#next} of ${length} disturbances happened`);
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
