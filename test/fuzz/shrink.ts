/**
 * Makes a sequence that fails shorter while it still fails: first by large parts, then element by element.
 *
 * @param fails judges a candidate; called at most `budget` times.
 * @returns the shortest sequence found, the given one at worst.
 */
export async function shrink<T>(
  sequence: readonly T[],
  fails: (candidate: readonly T[]) => Promise<boolean>,
  budget: number = 200,
): Promise<readonly T[]> {
  let shortest = sequence;
  let left = budget;
  for (let size = Math.ceil(sequence.length / 2); size >= 1 && left > 0;) {
    let isShorter = false;
    for (let start = 0; start < shortest.length && left > 0;) {
      const candidate = shortest.toSpliced(start, size);
      left -= 1;
      if (candidate.length < shortest.length && (await fails(candidate))) {
        shortest = candidate;
        isShorter = true;
      } else start += size;
    }
    if (size === 1 && !isShorter) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return shortest;
}
