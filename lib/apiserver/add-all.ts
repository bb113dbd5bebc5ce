/** Adds to a list, however many: as arguments of one call, a hundred thousand are too many. */
export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}
