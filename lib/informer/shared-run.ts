import { type Context, background } from '../../context/index.ts';
import { isAbort, untilAborted } from '../abort.ts';

interface Run {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  users: number;
}

/**
 * Work that several callers share: begins with the first, ends when the last one's context is aborted, and may
 * begin again later. Logger and clock are the first caller's.
 *
 * @internal
 */
export class SharedRun {
  readonly #work: (ctx: Context) => Promise<void>;
  #run: Run | undefined;

  /** @param work ends soon after its context is aborted. */
  constructor(work: (ctx: Context) => Promise<void>) {
    this.#work = work;
  }

  get running(): boolean {
    return this.#run !== undefined;
  }

  /** Resolves when the context is aborted, for the last caller once the work has ended. */
  async join(ctx: Context): Promise<void> {
    while (this.#run?.controller.signal.aborted === true) await this.#run.ended;
    if (ctx.signal.aborted) return;
    const run = (this.#run ??= this.#begin(ctx));
    run.users += 1;
    // In the same turn as the caller's abort, so that nothing happens in between.
    const leave = (): void => this.#leave(run, ctx);
    ctx.signal.addEventListener('abort', leave, { once: true });
    try {
      await untilAborted(run.ended, ctx.signal);
    } catch (error) {
      if (!isAbort(error, ctx.signal)) throw error;
    } finally {
      ctx.signal.removeEventListener('abort', leave);
    }
    if (run.users === 0) await run.ended;
  }

  #begin(ctx: Context): Run {
    const controller = new AbortController();
    // Not a descendant of the first caller's context: that one may leave while others stay.
    const own = background().withClock(ctx.clock).withLogger(ctx.logger).withSignal(controller.signal);
    const ended = this.#work(own).finally(() => {
      this.#run = undefined;
    });
    return { controller, ended, users: 0 };
  }

  #leave(run: Run, ctx: Context): void {
    run.users -= 1;
    if (run.users === 0) run.controller.abort(ctx.signal.reason);
  }
}
