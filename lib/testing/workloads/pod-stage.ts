import { crashLoopAt } from './crash-loop.ts';
import type { PodBehaviour } from './pod-behaviour.ts';

/** What the containers of a Pod are at. */
export type PodStage =
  | { readonly at: 'creating' }
  | { readonly at: 'running'; readonly ready: boolean }
  | { readonly at: 'pull-back-off' }
  | {
      readonly at: 'crash-back-off';
      readonly restarts: number;
      readonly waitMs: number;
      readonly exitCode: number;
    }
  | { readonly at: 'exited'; readonly exitCode: number };

export interface PodMoment {
  readonly stage: PodStage;
  /** Milliseconds until the next stage; undefined where there is none. */
  readonly leftMs?: number;
}

/**
 * @param behaviour as the restart policy leaves it.
 * @param elapsedMs since the Pod came to its node, or its behaviour changed.
 */
export function podStageAt(behaviour: PodBehaviour, elapsedMs: number): PodMoment {
  const sinceMs = elapsedMs - (behaviour.afterMs ?? 0);
  return sinceMs < 0 ? { stage: stageBefore(behaviour), leftMs: -sinceMs } : stageAfter(behaviour, sinceMs);
}

function stageBefore({ becomes }: PodBehaviour): PodStage {
  if (becomes === 'unpullable') return { at: 'creating' };
  return { at: 'running', ready: becomes !== 'ready' && becomes !== 'unready' };
}

function stageAfter({ becomes, exitCode = 1 }: PodBehaviour, sinceMs: number): PodMoment {
  switch (becomes) {
    case 'ready':
    case 'unschedulable': // It is on a node already.
      return { stage: { at: 'running', ready: true } };
    case 'unready':
      return { stage: { at: 'running', ready: false } };
    case 'unpullable':
      return { stage: { at: 'pull-back-off' } };
    case 'succeeded':
      return { stage: { at: 'exited', exitCode: 0 } };
    case 'failed':
      return { stage: { at: 'exited', exitCode } };
    case 'crash-looping':
      break;
  }
  const { restarts, waitMs, leftMs } = crashLoopAt(sinceMs);
  return { stage: { at: 'crash-back-off', restarts, waitMs, exitCode }, leftMs };
}
