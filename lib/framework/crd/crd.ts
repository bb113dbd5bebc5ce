import { type Context, dryRun } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists, isConflict, isNotFound } from '../../client/errors.ts';
import { TimeoutError, checkNumber, requireOption } from '../../errors.ts';
import { CustomResourceDefinition } from '../../object/kinds.ts';
import { changedCrd } from './crd-difference.ts';
import { isDeleting } from '../object-name.ts';

export interface EnsureCrdOptions {
  /** How long the definition may take to be established, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Milliseconds between two looks. Default 500. */
  readonly pollMs?: number;
}

/** The conditions that a definition must have before its objects can be served. */
const WANTED = ['NamesAccepted', 'Established'];

/**
 * Creates the definition, or updates it where it differs, and waits until the server serves it.
 *
 * **Guarantees:** idempotent; tolerates others that do the same at the same time; writes nothing when the
 * server's definition says the same already (its defaults, and labels and annotations of others, are no
 * difference). **Never deletes a definition**, since all its objects would go with it; one that is being deleted
 * by somebody else is waited for and created again.
 *
 * In a dry run it returns what the server would have stored, without waiting.
 *
 * Rejects with a timeout error that says what was seen last, with the API server's own errors, and with the
 * signal's reason. The framework tries again for ever.
 *
 * NOTE: operatorkit deleted the definition, with every object, when it was not ready in time.
 */
export async function ensureCrd(
  ctx: Context,
  client: Client,
  crd: CustomResourceDefinition,
  options: EnsureCrdOptions = {},
): Promise<CustomResourceDefinition> {
  const name = requireOption('CustomResourceDefinition.metadata.name', crd.metadata?.name);
  const { timeoutMs = 60_000, pollMs = 500 } = options;
  checkNumber('EnsureCrdOptions.timeoutMs', timeoutMs);
  checkNumber('EnsureCrdOptions.pollMs', pollMs, { min: 1 });
  const deadline = ctx.clock.monotonic() + timeoutMs;
  for (;;) {
    const found = await writeOnce(ctx, client, crd, name);
    // Nobody will establish what was not written.
    if (dryRun.isSet(ctx)) return found ?? crd;
    if (found !== undefined && isEstablished(found)) return found;
    if (ctx.clock.monotonic() >= deadline) {
      throw new TimeoutError(
        `cannot establish custom resource definition ${name} within ${timeoutMs} ms: ${described(found)}`,
      );
    }
    await ctx.clock.sleep(pollMs, ctx.signal);
  }
}

/** @returns the server's definition; undefined when somebody else was quicker, so that one has to look again. */
async function writeOnce(
  ctx: Context,
  client: Client,
  crd: CustomResourceDefinition,
  name: string,
): Promise<CustomResourceDefinition | undefined> {
  try {
    const found = await client.tryGet(ctx, CustomResourceDefinition, { name });
    if (found === undefined) return await client.create(ctx, CustomResourceDefinition, crd);
    if (isDeleting(found)) return found;
    const changed = changedCrd(crd, found);
    return changed === undefined ? found : await client.update(ctx, CustomResourceDefinition, changed);
  } catch (error) {
    if (isAlreadyExists(error) || isConflict(error) || isNotFound(error)) return undefined;
    throw error;
  }
}

function isEstablished(crd: CustomResourceDefinition): boolean {
  const conditions = crd.status?.conditions ?? [];
  return (
    !isDeleting(crd) &&
    WANTED.every((type) =>
      conditions.some((condition) => condition.type === type && condition.status === 'True'),
    )
  );
}

function described(found: CustomResourceDefinition | undefined): string {
  if (found === undefined) return 'others kept changing it';
  if (isDeleting(found)) return 'it is being deleted; see its finalizers and remaining objects';
  const conditions = found.status?.conditions ?? [];
  if (conditions.length === 0) return 'the server has not set any condition';
  return conditions
    .map(({ type, status, reason, message }) =>
      [`${type}=${status}`, reason, message].filter((part) => part !== undefined && part !== '').join(' '),
    )
    .join('; ');
}
