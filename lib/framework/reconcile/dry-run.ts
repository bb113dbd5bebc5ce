import { type Context, dryRun } from '../../../context/index.ts';
import { type AroundCall, type ClientCall, clientCalls } from '../../client/client-call.ts';
import { diffObjects } from '../../object/diff.ts';
import { type KubernetesObject, keyOfRef, type ObjectKey } from '../../object/kubernetes-object.ts';
import { secretValues } from '../../secret-values.ts';
import { currentResource } from '../resources/current-resource.ts';
import { type PlannedChange, plannedChanges } from '../resources/planned-change.ts';

/** The object as it was before a write, as far as anybody knows. */
export type LookBefore = (ctx: Context, call: ClientCall) => Promise<KubernetesObject | undefined>;

/** Prints a change, or keeps it. Must not throw. */
export type OnPlannedChange = (change: PlannedChange) => void;

/**
 * A context in which nothing is changed, and what would have been is told: by the client's writes, which ask the
 * server for a dry run, and by whoever calls `plannedChanges.add`.
 */
export function withDryRun(
  ctx: Context,
  object: ObjectKey,
  before: LookBefore,
  tell: OnPlannedChange,
): Context {
  const dry = dryRun.with(ctx);
  dryRun.set(dry);
  const planned = plannedChanges.with(dry, (at, change) => {
    const resource = currentResource.get(at);
    tell({ object, ...(resource !== undefined && { resource }), ...change });
  });
  return clientCalls.with(planned, telling(before));
}

/** What each verb comes to; reads are not told of. */
const CHANGES: Readonly<Partial<Record<ClientCall['verb'], PlannedChange['verb']>>> = {
  create: 'create',
  update: 'update',
  patch: 'update',
  apply: 'update',
  delete: 'delete',
  deletecollection: 'delete',
};

function telling(before: LookBefore): AroundCall {
  return async (ctx, call, work) => {
    const verb = CHANGES[call.verb];
    if (verb === undefined || !call.dryRun) return await work(ctx);
    const old = verb === 'create' ? undefined : await before(ctx, call);
    const answer = await work(ctx);
    const now = verb === 'delete' ? undefined : (answer as KubernetesObject);
    const redact = (text: string): string => secretValues.redact(ctx, text);
    const diff = diffObjects(old, now, { redact });
    if (diff !== '' || verb === 'delete')
      plannedChanges.add(ctx, {
        verb: old === undefined && now ? 'create' : verb,
        target: targetOf(call, now),
        diff,
      });
    return answer;
  };
}

function targetOf(call: ClientCall, now: KubernetesObject | undefined): string {
  const { kind, namespace, subresource } = call;
  const name = call.name ?? now?.metadata?.name ?? '*';
  const place = keyOfRef(namespace === undefined ? { name } : { name, namespace });
  return `${kind.kind} ${place}${subresource === undefined ? '' : ` (${subresource})`}`;
}
