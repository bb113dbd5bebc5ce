import { isDeepStrictEqual } from 'node:util';
import { type Context, finalizersKept, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isConflict, isNotFound } from '../../client/errors.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import type { Informer } from '../../informer/informer.ts';
import { Pod } from '../../object/kinds.ts';
import { keyOf } from '../../object/kubernetes-object.ts';
import { timeText } from './conditions.ts';
import { refOf } from './owned-objects.ts';
import { uidOf } from './owner.ts';
import { PodAddresses } from './pod-addresses.ts';
import {
  type PodBehaviour,
  type PodBehaviours,
  underRestartPolicy,
  usualBehaviour,
} from './pod-behaviour.ts';
import { type PodStage, podStageAt } from './pod-stage.ts';
import { isOver } from './pod-state.ts';
import { podStatusOf, unschedulableStatus } from './pod-status.ts';
import { bind } from './scheduling.ts';
import { HOST_IP } from './simulated-node.ts';
import { writeStatus } from './status-writer.ts';

export interface PodResourceOptions {
  readonly client: Client;
  /** With the index of `pod-addresses.ts`. */
  readonly pods: Informer<Pod>;
  readonly behaviours: PodBehaviours;
}

/** What is remembered of a Pod while it is on its node. Monotonic milliseconds. */
interface Life {
  behaviour: PodBehaviour;
  sinceMs: number;
  deletingSinceMs?: number;
}

/**
 * Scheduler and kubelet in one: puts Pods on a node, lets them become what they shall, and lets go of those that
 * are deleted.
 */
export class PodResource implements Resource<Pod> {
  readonly name = 'pod';
  /** May be exchanged at any time; it counts when a Pod is looked at again. */
  behaviours: PodBehaviours;
  readonly #client: Client;
  readonly #pods: Informer<Pod>;
  readonly #addresses: PodAddresses;
  /** By uid. */
  readonly #lives = new Map<string, Life>();

  constructor({ client, pods, behaviours }: PodResourceOptions) {
    this.#client = client;
    this.#pods = pods;
    this.#addresses = new PodAddresses(pods);
    this.behaviours = behaviours;
  }

  readonly ensureCreated = async (ctx: Context, pod: Pod): Promise<void> => {
    if (isOver(pod)) return;
    const behaviour = this.#behaviourOf(pod);
    if (pod.spec?.nodeName === undefined) await this.#schedule(ctx, pod, behaviour);
    else await this.#live(ctx, pod, behaviour);
  };

  readonly ensureDeleted = async (ctx: Context, pod: Pod): Promise<void> => {
    const isThere = uidOf(this.#pods.get(keyOf(pod)) ?? {}) === uidOf(pod);
    const leftMs = isThere ? this.#stopMs(ctx, pod) : 0;
    if (leftMs > 0) {
      finalizersKept.set(ctx);
      requeueAfter.set(ctx, leftMs);
      return;
    }
    if (isThere) await this.#letGo(ctx, pod);
    this.#lives.delete(uidOf(pod));
  };

  #behaviourOf(pod: Pod): PodBehaviour {
    return underRestartPolicy(pod, this.behaviours(pod) ?? usualBehaviour(pod));
  }

  async #schedule(ctx: Context, pod: Pod, { becomes }: PodBehaviour): Promise<void> {
    // Others take the gates away when the Pod may be scheduled.
    if ((pod.spec?.schedulingGates ?? []).length > 0) return;
    if (becomes !== 'unschedulable') {
      await bind(ctx, this.#client, pod);
      return;
    }
    const status = unschedulableStatus(pod, timeText(ctx.clock.now()));
    await writeStatus(ctx, this.#client, { kind: Pod, obj: pod, status });
  }

  async #live(ctx: Context, pod: Pod, behaviour: PodBehaviour): Promise<void> {
    const { sinceMs } = this.#lifeOf(ctx, pod, behaviour);
    const { stage, leftMs } = podStageAt(behaviour, ctx.clock.monotonic() - sinceMs);
    const place = { now: timeText(ctx.clock.now()), hostIP: HOST_IP, podIP: this.#podIP(pod, stage) };
    const status = podStatusOf(pod, stage, place);
    await writeStatus(ctx, this.#client, { kind: Pod, obj: pod, status });
    if (leftMs !== undefined) requeueAfter.set(ctx, leftMs);
  }

  #lifeOf(ctx: Context, pod: Pod, behaviour: PodBehaviour): Life {
    const nowMs = ctx.clock.monotonic();
    const life = this.#lives.get(uidOf(pod));
    if (life !== undefined && isDeepStrictEqual(life.behaviour, behaviour)) return life;
    const { startTime } = pod.status ?? {};
    // A Pod that a simulator before this one started goes on from where it was.
    const ageMs = life !== undefined || startTime === undefined ? 0 : ctx.clock.now() - Date.parse(startTime);
    const begun = { behaviour, sinceMs: nowMs - Math.max(0, ageMs) };
    this.#lives.set(uidOf(pod), begun);
    return begun;
  }

  #podIP(pod: Pod, stage: PodStage): string | undefined {
    if (pod.spec?.hostNetwork === true) return HOST_IP;
    if (pod.status?.podIP !== undefined) return pod.status.podIP;
    return stage.at === 'creating' || stage.at === 'pull-back-off' ? undefined : this.#addresses.next();
  }

  /** How long its containers still take to end. */
  #stopMs(ctx: Context, pod: Pod): number {
    const nowMs = ctx.clock.monotonic();
    const behaviour = this.#behaviourOf(pod);
    const life = this.#lives.get(uidOf(pod)) ?? { behaviour, sinceMs: nowMs };
    life.deletingSinceMs ??= nowMs;
    this.#lives.set(uidOf(pod), life);
    const graceMs = (pod.metadata?.deletionGracePeriodSeconds ?? 0) * 1000;
    return life.deletingSinceMs + Math.min(behaviour.stopMs ?? 0, graceMs) - nowMs;
  }

  async #letGo(ctx: Context, pod: Pod): Promise<void> {
    const preconditions = { uid: uidOf(pod) };
    try {
      await this.#client.delete(ctx, Pod, refOf(pod), { gracePeriodSeconds: 0, preconditions });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
