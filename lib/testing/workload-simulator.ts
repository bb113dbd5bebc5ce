import type { Context, Logger } from '../../context/index.ts';
import { isAbort } from '../abort.ts';
import { exponentialBackOff, retry } from '../backoff.ts';
import type { Client } from '../client/client.ts';
import { isOperatorError, requireOption } from '../errors.ts';
import type { Registry } from '../metrics.ts';
import { Controllers } from './workloads/controllers.ts';
import type { PodBehaviours } from './workloads/pod-behaviour.ts';
import { ensureSimulatedNode } from './workloads/simulated-node.ts';

export type { PodBehaviour, PodBehaviours, PodFate } from './workloads/pod-behaviour.ts';

export interface WorkloadSimulatorOptions {
  /** Stays the caller's, who closes it after the simulator. */
  readonly client: Client;
  /** Leave the workloads above Pods to a kube-controller-manager that runs. Default false. */
  readonly podsOnly?: boolean;
  /** Stay in this namespace. Default: all. */
  readonly namespace?: string;
  /** What Pods do. Default: what runs for ever gets ready at once, and the Pods of Jobs succeed at once. */
  readonly pods?: PodBehaviours;
  /** Default: the context's. */
  readonly logger?: Logger;
  /** Takes the metrics. Default: nobody does. */
  readonly registry?: Registry;
}

export interface WorkloadSimulator extends AsyncDisposable {
  /**
   * From now on Pods behave so, those that run as well; a Pod that succeeded or failed stays so. The time of a
   * Pod whose behaviour is another one now begins anew.
   */
  behave(pods: PodBehaviours): void;
  /** Ends everything and waits until it has ended. Objects stay as they are. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Stands in for what an API server alone lacks: Deployments, ReplicaSets,
 * ReplicationControllers, StatefulSets, DaemonSets and Jobs get their Pods and their status, CronJobs their Jobs, and
 * Pods a node (`simulated`) and a life, also those that nobody owns. Runs until its context is aborted, or it is stopped. Resolves when everything is in sync.
 *
 * **Guarantees:** it is a client like any other, and survives refusals, conflicts and restarts of the server. It
 * touches only what it made itself and Pods, and never makes a Pod twice because a watch lags behind.
 *
 * **Assumptions:** nobody else does this work: no kubelet, no scheduler, and without `podsOnly` no controllers.
 * Dependents of what is deleted are collected by the server.
 *
 * NOTE: Services, volumes and autoscalers are left to others.
 *
 * @throws what the server said when it refuses the node; the reason of the context when that is aborted first.
 */
export async function simulateWorkloads(
  ctx: Context,
  options: WorkloadSimulatorOptions,
): Promise<WorkloadSimulator> {
  requireOption('WorkloadSimulatorOptions.client', options.client);
  const simulator = new RunningSimulator(ctx, options);
  try {
    await simulator.start();
    return simulator;
  } catch (error) {
    await simulator.stop();
    throw error;
  }
}

class RunningSimulator implements WorkloadSimulator {
  readonly #client: Client;
  readonly #controllers: Controllers;
  readonly #abort = new AbortController();
  readonly #ctx: Context;
  readonly #runs: Promise<void>[] = [];

  constructor(ctx: Context, options: WorkloadSimulatorOptions) {
    const { client, namespace, podsOnly = false, logger = ctx.logger, registry } = options;
    const behaviours = options.pods ?? ((): undefined => undefined);
    this.#client = client;
    this.#ctx = ctx.withLogger(logger).withSignal(this.#abort.signal);
    this.#controllers = new Controllers(ctx, { client, logger, registry, behaviours, namespace }, podsOnly);
  }

  async start(): Promise<void> {
    await retry(this.#ctx, async () => await ensureSimulatedNode(this.#ctx, this.#client), {
      backOff: exponentialBackOff({ initialMs: 50, factor: 2, maxMs: 5000 }),
      retryIf: (error) => isOperatorError(error) && error.retryable,
    });
    const { all } = this.#controllers;
    this.#runs.push(...all.map(async ({ boot }) => await boot(this.#ctx.signal)));
    await Promise.all(all.map(async ({ whenSynced }) => await whenSynced(this.#ctx)));
  }

  behave(pods: PodBehaviours): void {
    this.#controllers.behave(pods);
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('the workload simulator was stopped'));
    try {
      await Promise.all(this.#runs);
    } catch (error) {
      if (!isAbort(error, this.#ctx.signal)) throw error;
    } finally {
      this.#controllers[Symbol.dispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
