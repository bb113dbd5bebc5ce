import type { Clock } from '../../../context/index.ts';

/** Sleeps. @returns false once aborted, instead of rejecting. */
export async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch {
    // The only way a sleep fails: the signal, whose owner knows already.
    return false;
  }
}
