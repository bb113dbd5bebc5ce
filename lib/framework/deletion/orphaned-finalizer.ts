import { createHash } from 'node:crypto';
import type { Context } from '../../../context/index.ts';
import { isAbort } from '../../abort.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists } from '../../client/errors.ts';
import { newEvent } from '../../events/event-object.ts';
import { Event } from '../../object/kinds.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { finalizerName } from './finalizer.ts';

/**
 * Writes a Kubernetes event beside an object whose deletion waits for our finalizer although no resource set
 * handles it, so that whoever deleted it finds the reason with `kubectl describe`.
 *
 * Best effort: a failure is logged, and rejects only when the context is aborted. The event's name is made of
 * the object's uid, so that retries do not pile up events.
 */
export async function reportOrphanedFinalizer(
  ctx: Context,
  client: Client,
  framework: string,
  obj: KubernetesObject,
): Promise<void> {
  try {
    await client.create(ctx, Event, orphanedEvent(ctx, framework, obj));
  } catch (error) {
    if (isAbort(error, ctx.signal)) throw error;
    if (!isAlreadyExists(error)) ctx.logger.warn('event not written', { error });
  }
}

function orphanedEvent(ctx: Context, framework: string, obj: KubernetesObject): Event {
  const { name = '', namespace, uid } = obj.metadata ?? {};
  const finalizer = finalizerName(framework);
  const now = ctx.clock.now();
  return newEvent({
    type: 'Warning',
    reason: 'FinalizerOrphaned',
    action: 'Finalize',
    note: `Deletion waits for finalizer ${finalizer}, but no resource set of ${framework} handles this object.`,
    // Whatever its version.
    regarding: {
      ...obj,
      metadata: { name, ...(namespace !== undefined && { namespace }), ...(uid !== undefined && { uid }) },
    },
    name: eventName(name, finalizer, uid),
    controller: finalizer,
    instance: framework,
    firstMs: now,
    lastMs: now,
    count: 1,
  });
}

/** Names have at most 253 characters. */
function eventName(name: string, finalizer: string, uid: string | undefined): string {
  const hash = createHash('sha256')
    .update(`${finalizer} ${uid ?? name}`)
    .digest('hex')
    .slice(0, 16);
  return `${name.slice(0, 236)}.${hash}`;
}
