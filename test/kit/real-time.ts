import { setImmediate as nextTurn, setTimeout as startTimer } from 'node:timers';

/**
 * Waits of the kit itself, on real time: they must work when a test has replaced the global functions, which
 * is why these are the ones found at import.
 */

/** Lets the event loop turn `count` times. */
export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await new Promise<void>((resolve) => {
      nextTurn(resolve);
    });
}

/** Whether `work` has settled within `ms`. Never rejects; the timer keeps the process alive. */
export function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = startTimer(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}
