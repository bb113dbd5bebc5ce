import { createHash } from 'node:crypto';
import type { Context } from '../../context/index.ts';
import { isAbort } from '../abort.ts';
import type { Client } from '../client/client.ts';
import { isAlreadyExists } from '../client/errors.ts';
import { Event } from '../object/kinds.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
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
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: eventName(name, finalizer, uid), namespace: namespace ?? 'default' },
    eventTime: microTime(ctx.clock.now()),
    reportingController: finalizer,
    reportingInstance: framework,
    action: 'Finalize',
    reason: 'FinalizerOrphaned',
    type: 'Warning',
    note: `Deletion waits for finalizer ${finalizer}, but no resource set of ${framework} handles this object.`,
    regarding: {
      ...(obj.apiVersion === undefined ? {} : { apiVersion: obj.apiVersion }),
      ...(obj.kind === undefined ? {} : { kind: obj.kind }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      name,
    },
  };
}

/** Names have at most 253 characters. */
function eventName(name: string, finalizer: string, uid: string | undefined): string {
  const hash = createHash('sha256')
    .update(`${finalizer} ${uid ?? name}`)
    .digest('hex')
    .slice(0, 16);
  return `${name.slice(0, 236)}.${hash}`;
}

/** Kubernetes wants exactly six decimals. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
