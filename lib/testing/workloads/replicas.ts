import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import type { Pod, ReplicaSet } from '../../object/kinds.ts';
import type { Kind } from '../../object/kubernetes-object.ts';
import { newPod } from './new-pod.ts';
import type { OwnedObjects } from './owned-objects.ts';
import { byExpendability, countPods, isActive, isOver } from './pod-state.ts';
import type { ReplicationController } from './replication-controller.ts';
import { nonZero, writeStatus } from './status-writer.ts';

/** Most Pods to create or delete at one go, as in Kubernetes; the rest follows when these are seen. */
const BURST = 500;

type Status = NonNullable<ReplicaSet['status']>;

export interface ReplicasOptions<T extends ReplicaSet | ReplicationController> {
  readonly client: Client;
  readonly kind: Kind<T>;
  readonly pods: OwnedObjects<Pod>;
  /** What of a ReplicaSet's status this kind has. */
  readonly statusOf: (status: Status) => T['status'];
}

/**
 * Keeps as many Pods as a ReplicaSet asks for, or a ReplicationController, which differs in the form of its selector.
 *
 * @see kubernetes/kubernetes:pkg/controller/replicaset/replica_set.go
 */
export class ReplicasResource<T extends ReplicaSet | ReplicationController> implements Resource<T> {
  readonly name = 'replicas';
  readonly #options: ReplicasOptions<T>;

  constructor(options: ReplicasOptions<T>) {
    this.#options = options;
  }

  readonly ensureCreated = async (ctx: Context, set: T): Promise<void> => {
    const { client, kind, pods, statusOf } = this.#options;
    await this.#scale(ctx, set, pods.of(ctx, set).filter(isActive));
    const status = statusOf(this.#statusOf(ctx, set));
    await writeStatus<T>(ctx, client, { kind, obj: set, status });
  };

  /** Its Pods are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  async #scale(ctx: Context, set: T, active: readonly Pod[]): Promise<void> {
    const missing = Math.min((set.spec?.replicas ?? 1) - active.length, BURST);
    const created = Array.from({ length: Math.max(0, missing) }, () => this.#newPod(set));
    const doomed = active.toSorted(byExpendability).slice(0, Math.min(Math.max(0, -missing), BURST));
    await Promise.all([
      ...created.map(async (pod) => await this.#options.pods.create(ctx, pod)),
      ...doomed.map(async (pod) => await this.#options.pods.delete(ctx, pod)),
    ]);
  }

  #newPod(set: T): Pod {
    const template = set.spec?.template ?? {};
    return newPod(
      { kind: this.#options.kind, owner: set, template },
      { generateName: `${set.metadata?.name}-` },
    );
  }

  #statusOf(ctx: Context, set: T): Status {
    const pods = this.#options.pods.of(ctx, set);
    const active = pods.filter(isActive);
    const { minReadySeconds, template } = set.spec ?? {};
    const { ready, available, nextMs } = countPods(active, minReadySeconds, ctx.clock.now());
    if (nextMs !== undefined) requeueAfter.set(ctx, nextMs);
    const labels = Object.entries(template?.metadata?.labels ?? {});
    const labelled = active.filter(({ metadata }) =>
      labels.every(([key, value]) => metadata?.labels?.[key] === value),
    );
    return {
      replicas: active.length,
      ...nonZero({
        fullyLabeledReplicas: labelled.length,
        readyReplicas: ready,
        availableReplicas: available,
      }),
      terminatingReplicas: pods.filter((pod) => isDeleting(pod) && !isOver(pod)).length,
      ...(set.metadata?.generation === undefined ? {} : { observedGeneration: set.metadata.generation }),
      ...(set.status?.conditions === undefined ? {} : { conditions: set.status.conditions }),
    };
  }
}
