import type { Clock } from '../../context/index.ts';

/**
 * Calls `onSilence` once, when nobody called `touch` for `ms` milliseconds, or up to twice that: a timer for
 * each chunk of a body would cost more than reading it.
 */
export function guardSilence(
  clock: Clock,
  ms: number,
  onSilence: () => void,
): { touch(): void; [Symbol.dispose](): void } {
  let heard = false;
  const check = (): void => {
    if (!heard) return onSilence();
    heard = false;
    timer = clock.timer(ms, check);
  };
  let timer = clock.timer(ms, check);
  return {
    touch: () => {
      heard = true;
    },
    [Symbol.dispose]: () => timer.cancel(),
  };
}
