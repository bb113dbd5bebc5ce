import type { Clock, Context, Logger } from '../../context/index.ts';
import type { BackOff } from '../backoff.ts';
import type { Client, KindRef } from '../client/client.ts';
import { InvalidConfigError, checkNumber, requireOption } from '../errors.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Informer } from '../informer/informer.ts';
import type { Registry } from '../metrics.ts';
import type { CustomResourceDefinition } from '../object/kinds.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import type { OnPlannedChange } from './reconcile/dry-run.ts';
import type { JournalOptions } from './explain/journal.ts';
import type { ObjectSchema } from './reconcile/object-schema.ts';
import type { PauseOptions } from './pause/pause.ts';
import type { Predicate } from './intake/predicates.ts';
import type { ReconcileObserver } from './observe/reconcile-observer.ts';
import type { ResourceRouter } from './resources/resource-router.ts';
import type { SecondaryWatch } from './intake/secondary-watch.ts';
import type { StatusOptions } from './status/status-options.ts';

export interface FrameworkConfig<T extends KubernetesObject = KubernetesObject> {
  /**
   * Names the finalizer, the queue and the metrics; unique among the operators of a cluster, and not to be
   * changed later. At most 63 letters, digits, `-`, `_` and `.`.
   */
  readonly name: string;
  /** Tells of the objects to reconcile. Run by `boot`; may be shared by several frameworks. */
  readonly informer: Informer<T>;
  /** Writes finalizers, the CRD and events. May be left out with `finalizer: false` and without `crd`. */
  readonly client?: Client;
  readonly logger: Logger;
  /** Finds the resources of each object. */
  readonly resourceRouter: ResourceRouter<T>;
  /** Created, or updated where it differs, before the informer runs; never deleted. Default none. */
  readonly crd?: CustomResourceDefinition;
  /** Where objects are patched. Default: what `crd` says, else each object's apiVersion and kind, by discovery. */
  readonly kind?: KindRef<T>;
  /**
   * Reads each object before it is routed: resources get what it returns, with defaults. An object that does not
   * fit is not reconciled before it changes: the failure is terminal, and told of like others. Default: objects
   * are taken as the API server has them.
   */
  readonly schema?: ObjectSchema<T>;
  /**
   * Guards deletions by a finalizer, so that none is missed. Default true. With false, an object that is
   * deleted while the process is down is not seen, and finalizers of ours from before are taken off on sight.
   */
  readonly finalizer?: boolean;
  /** The waits between the attempts at one object. Default `defaultBackOffFactory()`. */
  readonly backOffFactory?: () => BackOff;
  /**
   * Tells of failures whose errors carry the texts `kind` and `description`, of objects that do not fit the schema,
   * and of pauses. Default: nobody is told but the log.
   */
  readonly recorder?: EventRecorder;
  /**
   * Keeps the status of the objects: what resources reported by `statusReport`, whether the object is `Ready`, the
   * last error and the next attempt. One write per reconcile, by the status subresource, and only where something
   * changes. Default false: the status is the resources' affair.
   */
  readonly status?: boolean | StatusOptions;
  /**
   * What keeps an object from being reconciled, its deletion too. Default: the annotations
   * `cluster.x-k8s.io/paused` and `operatorkit.giantswarm.io/paused` with the value `true`. False: nothing does.
   */
  readonly pause?: false | PauseOptions;
  /**
   * Change nothing: resources run with writes that the API server only tries, and what would change is told here;
   * `describePlannedChange` makes text of it. Resources that do not say they are `dryRunnable` are left out, with
   * a warning. Nothing is remembered, so a change is told of again at each reconcile. Default: changes are made.
   */
  readonly dryRun?: OnPlannedChange;
  /**
   * Keep notes of what happens to each object, for `Framework.explain` and the page `/debug/objects` of the metrics
   * endpoint. Default false.
   */
  readonly explain?: boolean | Omit<JournalOptions, 'before' | 'clock'>;
  /** Look on at the work, such as a `tracingObserver`. Default none. */
  readonly observers?: readonly ReconcileObserver[];
  /** Takes the metrics. Default: one of its own, which nobody sees. */
  readonly registry?: Registry;
  /** Default the real one. */
  readonly clock?: Clock;
  /** How many objects are reconciled at once; never one object twice. 1 is operatorkit's way. Default 10. */
  readonly maxConcurrentReconciles?: number;
  /**
   * Milliseconds, ± 10 %, after which everything is reconciled again, at low priority. Default 300,000; 0
   * switches it off.
   */
  readonly resyncMs?: number;
  /** Milliseconds after which a reconcile is told to stop, and has failed. Default none. */
  readonly reconcileTimeoutMs?: number;
  /**
   * Milliseconds that running reconciles get at the end before their signal is aborted. Default 0: at once,
   * since a process that lost its lease must not write any more.
   */
  readonly shutdownGraceMs?: number;
  /** Milliseconds that reconciles get to end after that, before they are left behind. Default 30,000. */
  readonly shutdownTimeoutMs?: number;
  /**
   * Kinds whose changes reconcile our objects, beside those that the resources in the lists of the sets declare.
   * Default none.
   */
  readonly watches?: readonly SecondaryWatch[];
  /** All must pass before a change is reconciled. Default: every change counts. */
  readonly predicates?: readonly Predicate<T>[];
  /**
   * Puts values for all resource sets into the context of one reconcile, before the set's own `initCtx`. Must
   * return its argument or a descendant of it. Default: nothing is added.
   */
  readonly initCtx?: (ctx: Context, obj: T) => Context | Promise<Context>;
}

/** A finalizer's name part, as the API server accepts it. */
const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/**
 * Throws an invalid-config error for the first option that is missing or wrong: first those that operatorkit
 * checked, in its order, then ours.
 *
 * @see giantswarm/operatorkit:framework/framework.go
 */
export function checkFrameworkConfig<T extends KubernetesObject>(config: FrameworkConfig<T>): void {
  requireOption('FrameworkConfig', config);
  checkRequired(config);
  if (!NAME.test(config.name)) {
    throw new InvalidConfigError(
      `FrameworkConfig.name must be at most 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit; got ${JSON.stringify(config.name)}`,
    );
  }
  checkFunctions(config);
  checkNumbers(config);
  checkWatches(config.watches ?? []);
}

function checkRequired<T extends KubernetesObject>(config: FrameworkConfig<T>): void {
  const { crd, client, finalizer = true } = config;
  if (crd !== undefined && client === undefined)
    throw new InvalidConfigError(
      'FrameworkConfig.client must not be empty when FrameworkConfig.crd is given',
    );
  requireOption('FrameworkConfig.informer', config.informer);
  if (finalizer && (client === undefined || client === null))
    throw new InvalidConfigError(
      'FrameworkConfig.client must not be empty unless FrameworkConfig.finalizer is false',
    );
  requireOption('FrameworkConfig.logger', config.logger);
  requireOption('FrameworkConfig.resourceRouter', config.resourceRouter);
  requireOption('FrameworkConfig.name', config.name);
  if (crd !== undefined) requireOption('FrameworkConfig.crd.metadata.name', crd.metadata?.name);
}

function checkFunctions<T extends KubernetesObject>(config: FrameworkConfig<T>): void {
  checkFunction('FrameworkConfig.backOffFactory', config.backOffFactory);
  checkFunction('FrameworkConfig.initCtx', config.initCtx);
  checkFunction('FrameworkConfig.dryRun', config.dryRun);
  if (config.schema !== undefined)
    checkFunction(
      'FrameworkConfig.schema.parse',
      requireOption('FrameworkConfig.schema.parse', config.schema.parse),
    );
  for (const [index, predicate] of (config.predicates ?? []).entries())
    checkFunction(
      `FrameworkConfig.predicates[${index}]`,
      requireOption(`FrameworkConfig.predicates[${index}]`, predicate),
    );
}

function checkNumbers<T extends KubernetesObject>(config: FrameworkConfig<T>): void {
  const { maxConcurrentReconciles } = config;
  checkNumber('FrameworkConfig.maxConcurrentReconciles', maxConcurrentReconciles, { min: 1, integer: true });
  checkNumber('FrameworkConfig.resyncMs', config.resyncMs);
  checkNumber('FrameworkConfig.reconcileTimeoutMs', config.reconcileTimeoutMs, { min: 1 });
  checkNumber('FrameworkConfig.shutdownGraceMs', config.shutdownGraceMs);
  checkNumber('FrameworkConfig.shutdownTimeoutMs', config.shutdownTimeoutMs);
}

function checkWatches(watches: readonly SecondaryWatch[]): void {
  for (const [index, watch] of watches.entries()) {
    const path = `FrameworkConfig.watches[${index}]`;
    requireOption(path, watch);
    requireOption(`${path}.informer`, watch.informer);
    // Only looked at, not called without its object.
    // oxlint-disable-next-line typescript/unbound-method
    checkFunction(`${path}.map`, requireOption(`${path}.map`, watch.map));
  }
}

function checkFunction(path: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw new InvalidConfigError(`${path} must be a function`);
}
