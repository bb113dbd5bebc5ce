import type { Context } from '../../context/index.ts';
import type { Client } from '../client/client.ts';
import type { Permission } from './permission.ts';

/**
 * The permissions with what only the API server knows of kinds that are given by name: their plural, and whether
 * they live in namespaces. Asks at most once for each group version.
 *
 * Rejects with an error for which `isNotFound` holds when the server does not serve a kind.
 */
export async function resolvePermissions(
  ctx: Context,
  client: Pick<Client, 'resolve'>,
  permissions: readonly Permission[],
): Promise<readonly Permission[]> {
  const resolved: Permission[] = [];
  for (const permission of permissions) {
    const { apiVersion, kind, plural, namespaced } = permission.kind;
    const known = plural !== undefined && namespaced !== undefined;
    resolved.push(
      known ? permission : { ...permission, kind: await client.resolve(ctx, { apiVersion, kind }) },
    );
  }
  return resolved;
}
