import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import type { Informer } from '../../informer/informer.ts';
import { DaemonSet, type Node, type Pod } from '../../object/kinds.ts';
import { newPod } from './new-pod.ts';
import type { OwnedObjects } from './owned-objects.ts';
import { availableInMs, countPods, isActive, isOver } from './pod-state.ts';
import { scaledValue } from './rollout-plan.ts';
import { nodeOf } from './scheduling.ts';
import { isAt, REVISION_LABEL } from './stateful-set-status.ts';
import { nonZero, writeStatus } from './status-writer.ts';
import { templateHash } from './template-hash.ts';

export interface DaemonSetOptions {
  readonly client: Client;
  readonly pods: OwnedObjects<Pod>;
  readonly nodes: Informer<Node>;
}

/**
 * Keeps one Pod of a DaemonSet on each node that its node selector takes. Differs from Kubernetes in that it
 * looks at no taints and no affinities, and knows no surge: old Pods go before new ones come.
 *
 * @see kubernetes/kubernetes:pkg/controller/daemon/daemon_controller.go
 */
export class DaemonSetResource implements Resource<DaemonSet> {
  readonly name = 'daemons';
  readonly #client: Client;
  readonly #pods: OwnedObjects<Pod>;
  readonly #nodes: Informer<Node>;

  constructor({ client, pods, nodes }: DaemonSetOptions) {
    this.#client = client;
    this.#pods = pods;
    this.#nodes = nodes;
  }

  readonly ensureCreated = async (ctx: Context, set: DaemonSet): Promise<void> => {
    const revision = templateHash(set.spec?.template ?? {});
    const nodes = this.#nodes
      .list()
      .filter((node) => takes(set, node))
      .map(({ metadata }) => metadata?.name ?? '');
    await this.#place(ctx, set, { nodes, revision });
    await this.#update(ctx, set, { nodes, revision });
    const { status, nextMs } = this.#statusOf(ctx, set, { nodes, revision });
    if (nextMs !== undefined) requeueAfter.set(ctx, nextMs);
    await writeStatus(ctx, this.#client, { kind: DaemonSet, obj: set, status });
  };

  /** Its Pods are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  async #place(ctx: Context, set: DaemonSet, { nodes, revision }: Wanted): Promise<void> {
    const pods = this.#pods.of(ctx, set);
    const occupied = new Set(pods.map(nodeOf));
    const seen = new Set<string | undefined>();
    const doomed = pods.filter((pod) => {
      const node = nodeOf(pod);
      const isSurplus = isActive(pod) && (!nodes.includes(node ?? '') || seen.has(node));
      if (isActive(pod)) seen.add(node);
      return isSurplus || isOver(pod);
    });
    const missing = nodes.filter((node) => !occupied.has(node));
    await Promise.all([
      ...doomed.map(async (pod) => await this.#pods.delete(ctx, pod)),
      ...missing.map(async (node) => await this.#pods.create(ctx, daemonPod(set, node, revision))),
    ]);
  }

  /** Deletes Pods of older templates, as many as may be missing at once. */
  async #update(ctx: Context, set: DaemonSet, { nodes, revision }: Wanted): Promise<void> {
    const { type = 'RollingUpdate', rollingUpdate } = set.spec?.updateStrategy ?? {};
    if (type !== 'RollingUpdate') return;
    const active = this.#pods.of(ctx, set).filter(isActive);
    const [old, now] = [active.filter((pod) => !isAt(pod, revision)), ctx.clock.now()];
    const isWell = (pod: Pod): boolean => (availableInMs(pod, set.spec?.minReadySeconds, now) ?? 1) <= 0;
    const limit = Math.max(1, scaledValue(rollingUpdate?.maxUnavailable ?? 1, nodes.length, Math.ceil));
    const spare = Math.max(0, limit - (nodes.length - active.filter(isWell).length));
    const useless = old.filter((pod) => !isWell(pod));
    const doomed = [...useless, ...old.filter(isWell).slice(0, spare)];
    await Promise.all(doomed.map(async (pod) => await this.#pods.delete(ctx, pod)));
  }

  #statusOf(
    ctx: Context,
    set: DaemonSet,
    { nodes, revision }: Wanted,
  ): { readonly status: NonNullable<DaemonSet['status']>; readonly nextMs: number | undefined } {
    const active = this.#pods.of(ctx, set).filter(isActive);
    const placed = active.filter((pod) => nodes.includes(nodeOf(pod) ?? ''));
    const { ready, available, nextMs } = countPods(placed, set.spec?.minReadySeconds, ctx.clock.now());
    const { generation } = set.metadata ?? {};
    const status = {
      currentNumberScheduled: placed.length,
      numberMisscheduled: active.length - placed.length,
      desiredNumberScheduled: nodes.length,
      numberReady: ready,
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      ...nonZero({
        updatedNumberScheduled: placed.filter((pod) => isAt(pod, revision)).length,
        numberAvailable: available,
        numberUnavailable: nodes.length - available,
      }),
    };
    return { status, nextMs };
  }
}

interface Wanted {
  /** Names of the nodes that are to have a Pod. */
  readonly nodes: readonly string[];
  readonly revision: string;
}

function takes({ spec }: DaemonSet, node: Node): boolean {
  const labels = node.metadata?.labels ?? {};
  const wanted = Object.entries(spec?.template.spec?.nodeSelector ?? {});
  return !isDeleting(node) && wanted.every(([key, value]) => labels[key] === value);
}

function daemonPod(set: DaemonSet, node: string, revision: string): Pod {
  const template = set.spec?.template ?? {};
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }];
  const affinity = {
    ...template.spec?.affinity,
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  };
  const labels = {
    [REVISION_LABEL]: revision,
    'pod-template-generation': set.metadata?.annotations?.['deprecated.daemonset.template.generation'] ?? '1',
  };
  return newPod(
    { kind: DaemonSet, owner: set, template },
    { generateName: `${set.metadata?.name}-`, labels, spec: { affinity } },
  );
}
