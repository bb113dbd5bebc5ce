import {
  type Context,
  dryRun,
  finalizersKept,
  reconciliationCanceled,
  requeueAfter,
  resourceCanceled,
} from '../../../context/index.ts';
import { ExecutionFailedError } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { currentResource } from './current-resource.ts';
import { objectName } from '../object-name.ts';
import { withMissingFlags } from './reconcile-flags.ts';
import { type ResourceRun, resourceRuns } from '../observe/reconcile-observer.ts';
import type { Resource } from './resource.ts';

/** What the flags came to when the resources had run. */
export interface Outcome {
  /** A resource ended the reconciliation early. */
  readonly canceled: boolean;
  /** A resource asked that the finalizer stays. */
  readonly finalizersKept: boolean;
  /** The earliest wish for another reconcile, in milliseconds from now; undefined when nobody asked. */
  readonly requeueAfterMs?: number;
}

/**
 * Runs `ensureCreated` of each resource, in order. Works by itself, without a framework: flags that the context
 * lacks are installed, and each resource gets a fresh `resourceCanceled`.
 *
 * **Guarantees:** one resource at a time, in the order of the list. The first error ends it and is what the
 * promise is rejected with, untouched; a canceled reconciliation ends it without an error. Nothing is promised
 * between two calls: for exclusion per object use `serialized`, or the framework.
 *
 * Rejects with an execution-failed error when the list is empty, and with the signal's reason once that is
 * aborted, which is looked at before each resource.
 *
 * @see giantswarm/operatorkit:framework/framework.go
 */
export async function processUpdate<T extends object = KubernetesObject>(
  ctx: Context,
  obj: T,
  resources: readonly Resource<T>[],
): Promise<Outcome> {
  return await process(ctx, obj, resources, 'ensureCreated');
}

/** The same as {@link processUpdate} for an object that is being deleted: runs `ensureDeleted`. */
export async function processDelete<T extends object = KubernetesObject>(
  ctx: Context,
  obj: T,
  resources: readonly Resource<T>[],
): Promise<Outcome> {
  return await process(ctx, obj, resources, 'ensureDeleted');
}

type Verb = ResourceRun['step'];

async function process<T extends object>(
  ctx: Context,
  obj: T,
  resources: readonly Resource<T>[],
  verb: Verb,
): Promise<Outcome> {
  if (!Array.isArray(resources) || resources.length === 0) {
    throw new ExecutionFailedError('cannot process object: the list of resources must not be empty');
  }
  const flagged = withMissingFlags(ctx);
  for (const resource of resources as readonly Resource<T>[]) {
    flagged.signal.throwIfAborted();
    if (reconciliationCanceled.isSet(flagged)) break;
    await runResource(flagged, obj, resource, verb);
  }
  return outcomeOf(flagged);
}

async function runResource<T extends object>(
  ctx: Context,
  obj: T,
  resource: Resource<T>,
  verb: Verb,
): Promise<void> {
  const { name } = resource;
  currentResource.set(ctx, name);
  if (dryRun.isSet(ctx) && resource.dryRunnable !== true) {
    ctx.logger.warn('resource is left out of the dry run, since it may change things', { resource: name });
    return;
  }
  const started = ctx.clock.monotonic();
  const logger = ctx.logger.with({ resource: name, object: objectName(obj) });
  await watched(ctx, { resource: name, step: verb }, async (inner) => {
    await resource[verb](resourceCanceled.with(inner).withLogger(logger), obj);
  });
  logger.debug('resource reconciled', { step: verb, durationMs: ctx.clock.monotonic() - started });
}

async function watched(ctx: Context, run: ResourceRun, work: (ctx: Context) => Promise<void>): Promise<void> {
  const around = resourceRuns.get(ctx);
  if (around === undefined) await work(ctx);
  else await around(ctx, run, work);
}

function outcomeOf(ctx: Context): Outcome {
  const requeueAfterMs = requeueAfter.get(ctx);
  return {
    canceled: reconciliationCanceled.isSet(ctx),
    finalizersKept: finalizersKept.isSet(ctx),
    ...(requeueAfterMs === undefined ? {} : { requeueAfterMs }),
  };
}
