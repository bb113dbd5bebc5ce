import type { Context, Logger } from '../../../context/index.ts';
import { type BackOff, exponentialBackOff } from '../../backoff.ts';
import type { Client } from '../../client/client.ts';
import { Framework } from '../../framework/framework.ts';
import { ResourceRouter } from '../../framework/resources/resource-router.ts';
import { ResourceSet } from '../../framework/resources/resource-set.ts';
import type { Resource } from '../../framework/resources/resource.ts';
import { type SecondaryWatch, secondaryWatch, toOwner } from '../../framework/intake/secondary-watch.ts';
import type { Indexer, Informer } from '../../informer/informer.ts';
import { newInformer } from '../../informer/new-informer.ts';
import type { Registry } from '../../metrics.ts';
import {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  Node,
  Pod,
  ReplicaSet,
  StatefulSet,
} from '../../object/kinds.ts';
import { type Kind, type KubernetesObject, keyOf } from '../../object/kubernetes-object.ts';
import { CronJobResource } from './cron-job.ts';
import { DaemonSetResource } from './daemon-set.ts';
import { DeploymentResource } from './deployment.ts';
import { JobResource } from './job.ts';
import { BY_CONTROLLER, OwnedObjects, controllerIndexer } from './owned-objects.ts';
import { BY_POD_IP, podIPIndexer } from './pod-addresses.ts';
import { PodResource } from './pod-resource.ts';
import type { PodBehaviours } from './pod-behaviour.ts';
import { ReplicasResource } from './replicas.ts';
import { ReplicationController, replicationStatus } from './replication-controller.ts';
import { StatefulSetResource } from './stateful-set.ts';

export interface ControllersOptions {
  readonly client: Client;
  readonly logger: Logger;
  readonly registry: Registry | undefined;
  readonly behaviours: PodBehaviours;
  /** Undefined: all. */
  readonly namespace: string | undefined;
}

/** A framework that keeps one kind going, and its own informer. */
export interface Controller {
  readonly boot: (signal: AbortSignal) => Promise<void>;
  readonly whenSynced: (ctx: Context) => Promise<void>;
}

/** What stands in for the nodes of a cluster and, unless that has one, for its controller manager. */
export class Controllers implements Disposable {
  readonly all: readonly Controller[];
  readonly #options: ControllersOptions;
  readonly #ctx: Context;
  readonly #pods: Informer<Pod>;
  readonly #podResource: PodResource;
  readonly #podFramework: Framework<Pod>;
  readonly #disposables = new DisposableStack();

  /** @param ctx its clock is everybody's. */
  constructor(ctx: Context, options: ControllersOptions, podsOnly: boolean) {
    this.#options = options;
    this.#ctx = ctx;
    const { client, behaviours } = options;
    this.#pods = this.#newInformer(Pod, { [BY_CONTROLLER]: controllerIndexer, [BY_POD_IP]: podIPIndexer });
    this.#podResource = new PodResource({ client, behaviours, pods: this.#pods });
    this.#podFramework = this.#newFramework(Pod, this.#pods, this.#podResource);
    const podController = controllerOf(this.#podFramework, this.#pods);
    this.all = podsOnly ? [podController] : [podController, ...this.#workloads()];
  }

  /** Changes what Pods do, and looks at all of them again. */
  behave(behaviours: PodBehaviours): void {
    this.#podResource.behaviours = behaviours;
    for (const pod of this.#pods.list()) this.#podFramework.trigger(keyOf(pod));
  }

  [Symbol.dispose](): void {
    this.#disposables.dispose();
  }

  #workloads(): readonly Controller[] {
    const { client } = this.#options;
    const sets = this.#newInformer(ReplicaSet, { [BY_CONTROLLER]: controllerIndexer });
    const jobs = this.#newInformer(Job, { [BY_CONTROLLER]: controllerIndexer });
    const ownJobs = this.#disposables.use(new OwnedObjects(client, Job, jobs));
    const nodes = this.#newInformer(Node, {});
    const pods = this.#disposables.use(new OwnedObjects(client, Pod, this.#pods));
    const ownSets = this.#disposables.use(new OwnedObjects(client, ReplicaSet, sets));
    const daemonSets = this.#newInformer(DaemonSet, {});
    const everyDaemonSet = secondaryWatch({ informer: nodes, map: () => daemonSets.list().map(keyOf) });
    const daemons = new DaemonSetResource({ client, pods, nodes });
    return [
      this.#controller(Deployment, new DeploymentResource({ client, sets: ownSets }), [
        owned(Deployment, sets),
      ]),
      this.#controllerOn(
        sets,
        ReplicaSet,
        new ReplicasResource({ client, pods, kind: ReplicaSet, statusOf: (status) => status }),
        [this.#podsOf(ReplicaSet)],
      ),
      this.#controller(
        ReplicationController,
        new ReplicasResource({
          client,
          pods,
          kind: ReplicationController,
          statusOf: replicationStatus,
        }),
        [this.#podsOf(ReplicationController)],
      ),
      this.#controller(StatefulSet, new StatefulSetResource({ client, pods }), [this.#podsOf(StatefulSet)]),
      this.#controllerOn(daemonSets, DaemonSet, daemons, [this.#podsOf(DaemonSet), everyDaemonSet]),
      this.#controllerOn(jobs, Job, new JobResource({ client, pods }), [this.#podsOf(Job)]),
      this.#controller(CronJob, new CronJobResource({ client, jobs: ownJobs }), [owned(CronJob, jobs)]),
    ];
  }

  #podsOf<T extends KubernetesObject>(kind: Kind<T>): SecondaryWatch {
    return owned(kind, this.#pods);
  }

  #controller<T extends KubernetesObject>(
    kind: Kind<T>,
    resource: Resource<T>,
    watches: readonly SecondaryWatch[],
  ): Controller {
    return this.#controllerOn(this.#newInformer(kind, {}), kind, resource, watches);
  }

  #controllerOn<T extends KubernetesObject>(
    informer: Informer<T>,
    kind: Kind<T>,
    resource: Resource<T>,
    watches: readonly SecondaryWatch[],
  ): Controller {
    return controllerOf(this.#newFramework(kind, informer, resource, watches), informer);
  }

  #newFramework<T extends KubernetesObject>(
    kind: Kind<T>,
    informer: Informer<T>,
    resource: Resource<T>,
    watches: readonly SecondaryWatch[] = [],
  ): Framework<T> {
    const { logger, registry } = this.#options;
    const set = new ResourceSet<T>({ logger, handles: () => true, resources: [resource] });
    return new Framework<T>({
      name: `simulated-${kind.plural}`,
      kind,
      informer,
      logger,
      resourceRouter: new ResourceRouter<T>({ logger, resourceSets: [set] }),
      ...(registry === undefined ? {} : { registry }),
      clock: this.#ctx.clock,
      backOffFactory: newBackOff,
      finalizer: false,
      resyncMs: 0,
      watches,
    });
  }

  #newInformer<T extends KubernetesObject>(
    kind: Kind<T>,
    indexers: Readonly<Record<string, Indexer<T>>>,
  ): Informer<T> {
    const { client, registry, namespace } = this.#options;
    return newInformer({
      client,
      kind,
      indexers,
      backOffFactory: newBackOff,
      ...(namespace === undefined || !kind.namespaced ? {} : { namespace }),
      ...(registry === undefined ? {} : { registry }),
    });
  }
}

function owned<T extends KubernetesObject, S extends KubernetesObject>(
  kind: Kind<T>,
  informer: Informer<S>,
): SecondaryWatch {
  return secondaryWatch({ informer, map: toOwner(kind) });
}

function controllerOf<T extends KubernetesObject>(
  framework: Framework<T>,
  informer: Informer<T>,
): Controller {
  return {
    boot: async (signal) => await framework.boot(signal),
    whenSynced: async (ctx) => await informer.whenSynced(ctx),
  };
}

/** Quicker than an operator's: tests wait for it. */
function newBackOff(): BackOff {
  return exponentialBackOff({ initialMs: 50, factor: 2, maxMs: 5000 });
}
