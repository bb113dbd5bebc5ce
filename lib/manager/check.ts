import type { Context } from '../../context/index.ts';
import { withDeadline } from '../abort.ts';
import { errorMessage } from '../errors.ts';

/** Says by throwing or rejecting that something is unhealthy. Called at each probe, never twice at once. */
export type Check = () => void | Promise<void>;

/** What a check came to. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
}

/**
 * Runs named checks at the same time, each with a time limit, and logs what changes.
 *
 * **Guarantees:** never rejects. Probes that come while a check still runs wait for that same run, so that a
 * check that hangs does not pile up. The reason of a failure goes to the log only: once when it begins or
 * changes, and a line when it is over.
 */
export class Checks {
  readonly #checks: ReadonlyMap<string, Check>;
  readonly #limitMs: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, string>();

  constructor(checks: Readonly<Record<string, Check>>, limitMs: number) {
    this.#checks = new Map(Object.entries(checks));
    this.#limitMs = limitMs;
  }

  has(name: string): boolean {
    return this.#checks.has(name);
  }

  /** @param names default all, in the order in which they were given. */
  async run(ctx: Context, names: Iterable<string> = this.#checks.keys()): Promise<readonly CheckResult[]> {
    return await Promise.all(Array.from(names, async (name) => await this.#runOne(ctx, name)));
  }

  async #runOne(ctx: Context, name: string): Promise<CheckResult> {
    try {
      await withDeadline(ctx, this.#limitMs, async () => await this.#start(name), 'the check');
      this.#passed(ctx, name);
      return { name, ok: true };
    } catch (error) {
      this.#failed(ctx, name, error);
      return { name, ok: false };
    }
  }

  async #start(name: string): Promise<void> {
    let run = this.#running.get(name);
    if (run === undefined) {
      run = (async () => await this.#checks.get(name)?.())().finally(() => this.#running.delete(name));
      this.#running.set(name, run);
    }
    await run;
  }

  #passed(ctx: Context, name: string): void {
    if (this.#failures.delete(name)) ctx.logger.info('check passes again', { check: name });
  }

  #failed(ctx: Context, name: string, error: unknown): void {
    if (ctx.signal.aborted) return;
    const reason = errorMessage(error);
    if (this.#failures.get(name) === reason) return;
    this.#failures.set(name, reason);
    ctx.logger.warn('check fails', { check: name, error });
  }
}
