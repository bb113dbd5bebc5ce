import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists } from '../../client/errors.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import { PersistentVolumeClaim, type Pod, StatefulSet } from '../../object/kinds.ts';
import { ordinalOf, wantedOrdinals } from './ordinals.ts';
import type { OwnedObjects } from './owned-objects.ts';
import { availableInMs, isOver } from './pod-state.ts';
import { claimsOf, statefulPod } from './stateful-pod.ts';
import { isAt, statefulSetStatus } from './stateful-set-status.ts';
import { writeStatus } from './status-writer.ts';
import { templateHash } from './template-hash.ts';

export interface StatefulSetOptions {
  readonly client: Client;
  readonly pods: OwnedObjects<Pod>;
}

/**
 * Keeps the numbered Pods of a StatefulSet, one step at a time unless its policy is `Parallel`. Differs from
 * Kubernetes in that it keeps no ControllerRevisions: a Pod below the partition that vanishes comes back with the
 * newest template. The volume claims that it makes stay pending.
 *
 * @see kubernetes/kubernetes:pkg/controller/statefulset/stateful_set_control.go
 */
export class StatefulSetResource implements Resource<StatefulSet> {
  readonly name = 'ordinals';
  readonly #client: Client;
  readonly #pods: OwnedObjects<Pod>;

  constructor({ client, pods }: StatefulSetOptions) {
    this.#client = client;
    this.#pods = pods;
  }

  readonly ensureCreated = async (ctx: Context, set: StatefulSet): Promise<void> => {
    const revision = `${set.metadata?.name}-${templateHash(set.spec?.template ?? {})}`;
    await this.#advance(ctx, set, revision);
    const pods = this.#pods.of(ctx, set);
    const { status, nextMs } = statefulSetStatus({ set, pods, revision, nowMs: ctx.clock.now() });
    if (nextMs !== undefined) requeueAfter.set(ctx, nextMs);
    await writeStatus(ctx, this.#client, { kind: StatefulSet, obj: set, status });
  };

  /** Its Pods are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  /** Fills the gaps from below, then takes away from above, then updates from above. */
  async #advance(ctx: Context, set: StatefulSet, revision: string): Promise<void> {
    const pods = new Map(this.#pods.of(ctx, set).map((pod) => [ordinalOf(set, pod), pod]));
    const ordinals = wantedOrdinals(set);
    const isParallel = set.spec?.podManagementPolicy === 'Parallel';
    for (const ordinal of ordinals) {
      const isThere = await this.#ensurePod(ctx, set, { ordinal, revision, pod: pods.get(ordinal) });
      if (!isThere && !isParallel) return;
    }
    const surplus = [...pods.keys()]
      .filter((ordinal) => !ordinals.includes(ordinal))
      .toSorted((a, b) => b - a);
    for (const ordinal of surplus) {
      await this.#pods.delete(ctx, pods.get(ordinal)!);
      if (!isParallel) return;
    }
    if (surplus.length === 0) await this.#update(ctx, set, { pods, ordinals, revision });
  }

  /** @returns whether the Pod is there, and the next one may come. */
  async #ensurePod(
    ctx: Context,
    set: StatefulSet,
    {
      ordinal,
      revision,
      pod,
    }: { readonly ordinal: number; readonly revision: string; readonly pod: Pod | undefined },
  ): Promise<boolean> {
    if (pod === undefined) {
      await this.#ensureClaims(ctx, set, ordinal);
      await this.#pods.create(ctx, statefulPod(set, ordinal, revision));
      return false;
    }
    if (isOver(pod)) await this.#pods.delete(ctx, pod);
    return this.#isHealthy(ctx, set, pod);
  }

  #isHealthy(ctx: Context, set: StatefulSet, pod: Pod): boolean {
    const waitMs = availableInMs(pod, set.spec?.minReadySeconds, ctx.clock.now());
    return !isDeleting(pod) && waitMs !== undefined && waitMs <= 0;
  }

  async #ensureClaims(ctx: Context, set: StatefulSet, ordinal: number): Promise<void> {
    for (const claim of claimsOf(set, ordinal)) {
      try {
        await this.#client.create(ctx, PersistentVolumeClaim, claim);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    }
  }

  /** Deletes the highest Pod that is out of date, when those above it are well. */
  async #update(
    ctx: Context,
    set: StatefulSet,
    facts: {
      readonly pods: ReadonlyMap<number, Pod>;
      readonly ordinals: readonly number[];
      readonly revision: string;
    },
  ): Promise<void> {
    const { type = 'RollingUpdate', rollingUpdate } = set.spec?.updateStrategy ?? {};
    if (type !== 'RollingUpdate') return;
    for (const ordinal of facts.ordinals.toReversed()) {
      const pod = facts.pods.get(ordinal);
      if (pod === undefined || ordinal < (rollingUpdate?.partition ?? 0)) return;
      if (!isAt(pod, facts.revision)) {
        await this.#pods.delete(ctx, pod);
        return;
      }
      if (!this.#isHealthy(ctx, set, pod)) return;
    }
  }
}
