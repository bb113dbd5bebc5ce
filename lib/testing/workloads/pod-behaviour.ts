import type { Pod } from '../../object/kinds.ts';

/**
 * - `ready`: runs, and passes its readiness probe.
 * - `unready`: runs, and never passes it.
 * - `crash-looping`: its containers exit and are started again, with the waits of a real kubelet between.
 * - `unpullable`: there is no such image (ImagePullBackOff).
 * - `unschedulable`: no node takes it. Without effect on a Pod that is on a node.
 * - `succeeded`, `failed`: its containers exit, for good where the Pod's `restartPolicy` says so.
 */
export type PodFate =
  'ready' | 'unready' | 'crash-looping' | 'unpullable' | 'unschedulable' | 'succeeded' | 'failed';

/** What a simulated Pod does. The same rules hold for all its containers. */
export interface PodBehaviour {
  readonly becomes: PodFate;
  /**
   * Milliseconds until it becomes so, from when it came to its node or from when its behaviour changed; until
   * then it runs, and is not ready if `ready` is what it will be. Default 0: at once.
   */
  readonly afterMs?: number;
  /** What failing containers exit with. Default 1. */
  readonly exitCode?: number;
  /** Milliseconds to end once its deletion was asked for, at most its grace period. Default 0: at once. */
  readonly stopMs?: number;
}

/** Chooses the behaviour of a Pod; undefined: the usual one. Asked at each look at a Pod, so it must be pure. */
export type PodBehaviours = (pod: Pod) => PodBehaviour | undefined;

/** What most Pods do: those that are to run for ever are ready, those of Jobs succeed. */
export function usualBehaviour(pod: Pod): PodBehaviour {
  return { becomes: (pod.spec?.restartPolicy ?? 'Always') === 'Always' ? 'ready' : 'succeeded' };
}

/** What comes of a behaviour under the Pod's restart policy: containers that may not end are started again. */
export function underRestartPolicy(pod: Pod, behaviour: PodBehaviour): PodBehaviour {
  const policy = pod.spec?.restartPolicy ?? 'Always';
  const { becomes } = behaviour;
  if (becomes === 'succeeded' && policy === 'Always')
    return { ...behaviour, becomes: 'crash-looping', exitCode: 0 };
  if (becomes === 'failed' && policy !== 'Never') return { ...behaviour, becomes: 'crash-looping' };
  if (becomes === 'crash-looping' && policy === 'Never') return { ...behaviour, becomes: 'failed' };
  return behaviour;
}
