import { type Context, requeueAfter } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isDeleting } from '../../framework/object-name.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import { Deployment, type ReplicaSet } from '../../object/kinds.ts';
import { deploymentStatus, isComplete } from './deployment-status.ts';
import type { OwnedObjects } from './owned-objects.ts';
import { controllerRef } from './owner.ts';
import {
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  REVISION,
  currentRevision,
  missingAnnotations,
  revisionOf,
} from './revisions.ts';
import { type SetSize, nextNewSize, nextOldSizes, rollingLimits } from './rollout-plan.ts';
import { writeStatus } from './status-writer.ts';
import { HASH_LABEL, isSameTemplate, templateHash } from './template-hash.ts';

export interface DeploymentOptions {
  readonly client: Client;
  readonly sets: OwnedObjects<ReplicaSet>;
}

/**
 * Rolls a Deployment's template out by ReplicaSets. Differs from Kubernetes in that a Deployment that is scaled
 * while it rolls out spreads nothing in proportion: the new ReplicaSet grows, the old ones shrink.
 *
 * @see kubernetes/kubernetes:pkg/controller/deployment/deployment_controller.go
 */
export class DeploymentResource implements Resource<Deployment> {
  readonly name = 'rollout';
  readonly #client: Client;
  readonly #sets: OwnedObjects<ReplicaSet>;

  constructor({ client, sets }: DeploymentOptions) {
    this.#client = client;
    this.#sets = sets;
  }

  readonly ensureCreated = async (ctx: Context, deployment: Deployment): Promise<void> => {
    await this.#rollOut(ctx, deployment, this.#generations(ctx, deployment));
    await this.#report(ctx, deployment, this.#generations(ctx, deployment));
  };

  /** Its ReplicaSets are the garbage collector's. */
  readonly ensureDeleted = async (): Promise<void> => {};

  #generations(ctx: Context, deployment: Deployment): Generations {
    const sets = this.#sets.of(ctx, deployment).filter((set) => !isDeleting(set));
    const byAge = sets.toSorted((a, b) => revisionOf(a) - revisionOf(b));
    const current = byAge.findLast((set) =>
      isSameTemplate(set.spec?.template ?? {}, deployment.spec?.template ?? {}),
    );
    return { current, old: byAge.filter((set) => set !== current) };
  }

  async #rollOut(ctx: Context, deployment: Deployment, { current, old }: Generations): Promise<void> {
    const replicas = deployment.spec?.replicas ?? 1;
    const limits = rollingLimits(deployment.spec?.strategy?.rollingUpdate, replicas);
    const sizes = { current: sizeOf(current), old: old.map(sizeOf) };
    const newSize = isRecreate(deployment) ? replicas : nextNewSize(replicas, sizes, limits);
    const annotations = {
      [REVISION]: String(currentRevision(current, old)),
      [DESIRED_REPLICAS]: String(replicas),
      [MAX_REPLICAS]: String(isRecreate(deployment) ? replicas : replicas + limits.maxSurge),
    };
    if (current !== undefined) await this.#adjust(ctx, current, newSize, annotations);
    else if (mayBegin(deployment, old))
      await this.#sets.create(ctx, newReplicaSet(deployment, newSize, annotations));
    if (deployment.spec?.paused === true) return;
    const present = { ...sizes, current: { ...sizes.current, replicas: newSize } };
    const next = isRecreate(deployment) ? [] : nextOldSizes(replicas, present, limits);
    await Promise.all(old.map(async (set, index) => await this.#adjust(ctx, set, next[index] ?? 0, {})));
  }

  async #adjust(
    ctx: Context,
    set: ReplicaSet,
    replicas: number,
    wanted: Readonly<Record<string, string>>,
  ): Promise<void> {
    const annotations = missingAnnotations(set, wanted);
    if (set.spec?.replicas === replicas && annotations === undefined) return;
    ctx.logger.debug('replica set scaled', { replicaSet: set.metadata?.name, replicas });
    const metadata = annotations === undefined ? {} : { metadata: { annotations } };
    await this.#sets.patch(ctx, set, { spec: { replicas }, ...metadata });
  }

  async #report(ctx: Context, deployment: Deployment, { current, old }: Generations): Promise<void> {
    const sets = current === undefined ? old : [...old, current];
    const { status, lateInMs } = deploymentStatus({ deployment, current, sets, nowMs: ctx.clock.now() });
    if (lateInMs !== undefined) requeueAfter.set(ctx, lateInMs);
    // The Deployment itself says which revision it is at.
    const annotations = current === undefined ? {} : { [REVISION]: String(revisionOf(current)) };
    await writeStatus(ctx, this.#client, { kind: Deployment, obj: deployment, status, annotations });
    if (isComplete(deployment, status)) await this.#forgetOld(ctx, deployment, old);
  }

  async #forgetOld(ctx: Context, deployment: Deployment, old: readonly ReplicaSet[]): Promise<void> {
    const limit = deployment.spec?.revisionHistoryLimit ?? 10;
    const doomed = old.slice(0, Math.max(0, old.length - limit)).filter(isEmpty);
    await Promise.all(doomed.map(async (set) => await this.#sets.delete(ctx, set)));
  }
}

/** A Deployment's ReplicaSets, those of earlier templates from the oldest to the youngest. */
interface Generations {
  readonly current: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
}

function isRecreate({ spec }: Deployment): boolean {
  return spec?.strategy?.type === 'Recreate';
}

function isEmpty({ spec, status }: ReplicaSet): boolean {
  return spec?.replicas === 0 && (status?.replicas ?? 0) === 0 && (status?.terminatingReplicas ?? 0) === 0;
}

/** Whether a new template may get its ReplicaSet. */
function mayBegin(deployment: Deployment, old: readonly ReplicaSet[]): boolean {
  if (deployment.spec?.paused === true) return false;
  return !isRecreate(deployment) || old.every(isEmpty);
}

function sizeOf(set: ReplicaSet | undefined): SetSize {
  return { replicas: set?.spec?.replicas ?? 0, available: set?.status?.availableReplicas ?? 0 };
}

function newReplicaSet(
  deployment: Deployment,
  replicas: number,
  annotations: Readonly<Record<string, string>>,
): ReplicaSet {
  const { metadata, spec } = deployment;
  const template = spec?.template ?? {};
  const hash = templateHash(template);
  const label = { [HASH_LABEL]: hash };
  const labels = { ...template.metadata?.labels, ...label };
  return {
    metadata: {
      name: `${metadata?.name}-${hash}`,
      ...(metadata?.namespace === undefined ? {} : { namespace: metadata.namespace }),
      labels,
      annotations,
      ownerReferences: [controllerRef(Deployment, deployment)],
    },
    spec: {
      replicas,
      ...(spec?.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      selector: { ...spec?.selector, matchLabels: { ...spec?.selector.matchLabels, ...label } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}
