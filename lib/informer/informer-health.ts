import type { InformerHealth } from './informer.ts';
import type { ReflectorState } from './reflector-state.ts';
import { compareResourceVersions } from './resource-version.ts';

/** The health of several streams as one: as bad as the worst. */
export function informerHealth(
  states: readonly ReflectorState[],
  rest: Pick<InformerHealth, 'running' | 'size'>,
): InformerHealth {
  const silentMs = Math.max(...states.map((state) => state.silentMs ?? -1));
  const error = states.find((state) => state.error !== undefined)?.error;
  const resourceVersion = states.map((state) => state.resourceVersion).reduce(older);
  return {
    ...rest,
    synced: states.every((state) => state.synced),
    connected: states.every((state) => state.isConnected),
    lists: Math.min(...states.map((state) => state.lists)),
    watches: states.reduce((sum, state) => sum + state.watches, 0),
    ...(silentMs < 0 ? {} : { silentMs }),
    ...(error === undefined ? {} : { error }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

/** Undefined where one of them is nowhere yet. */
function older(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined;
  return (compareResourceVersions(a, b) ?? 0) <= 0 ? a : b;
}
