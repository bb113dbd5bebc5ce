import type { Clock } from '../../context/index.ts';

/**
 * Whether the work settles within `ms` milliseconds; 0 asks whether it settles at once. Never rejects; how the
 * work ends is for whoever else awaits it.
 */
export function settlesWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = clock.timer(ms, () => resolve(false));
    const settled = (): void => {
      timer.cancel();
      resolve(true);
    };
    work.then(settled, settled);
  });
}
