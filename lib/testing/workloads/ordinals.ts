import type { Pod, StatefulSet } from '../../object/kinds.ts';

/** The number at the end of the name of a StatefulSet's Pod; -1 where there is none. */
export function ordinalOf(set: StatefulSet, pod: Pod): number {
  const prefix = `${set.metadata?.name}-`;
  const name = pod.metadata?.name ?? '';
  const rest = name.slice(prefix.length);
  return name.startsWith(prefix) && /^\d+$/.test(rest) ? Number(rest) : -1;
}

/** The ordinals that a StatefulSet asks for, in order. */
export function wantedOrdinals({ spec }: StatefulSet): readonly number[] {
  const start = spec?.ordinals?.start ?? 0;
  return Array.from({ length: spec?.replicas ?? 1 }, (_, index) => start + index);
}
