import type { Context } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import type { ObjectKey } from '../../object/kubernetes-object.ts';
import { SecretValues, secretValues, withRedaction } from '../../secret-values.ts';
import { type LookBefore, type OnPlannedChange, withDryRun } from './dry-run.ts';
import type { KnownObjects } from '../known-objects.ts';

export interface ReconcileScopeOptions {
  /** What the framework's informers hold. */
  readonly known: KnownObjects;
  readonly client: Client | undefined;
  /** Undefined: changes are made. */
  readonly onPlannedChange: OnPlannedChange | undefined;
}

/** Makes the context of one reconcile: what it learns of secrets, and that it changes nothing in a dry run. */
export function reconcileScope(options: ReconcileScopeOptions): (ctx: Context, key: ObjectKey) => Context {
  const { onPlannedChange } = options;
  return (ctx, key) => {
    const values = new SecretValues();
    const own = secretValues.with(ctx, values).withLogger(withRedaction(ctx.logger, values));
    return onPlannedChange === undefined ? own : withDryRun(own, key, lookBefore(options), onPlannedChange);
  };
}

/** From a cache, else from the server. */
function lookBefore({ known, client }: ReconcileScopeOptions): LookBefore {
  return async (ctx, { kind, namespace, name }) => {
    if (name === undefined) return undefined;
    const ref = namespace === undefined ? { name } : { name, namespace };
    return known(kind, ref) ?? (await client?.tryGet(ctx, kind, ref));
  };
}
