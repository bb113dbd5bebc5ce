import type { JsonObject } from '../../object/json.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { storeReadyMade } from '../ready-made.ts';
import { RBAC_GROUP } from './rbac.ts';

/** The roles and bindings of a new cluster, by resource. */
export type DefaultRoles = Readonly<Record<string, readonly JsonObject[]>>;

/** Loads the table that was made of what a real API server brings. Some 70 kB; only where roles decide. */
export async function loadDefaultRoles(): Promise<DefaultRoles> {
  const { default: table } = await import('../builtin/tables/default-roles.json', { with: { type: 'json' } });
  return table;
}

/** Makes those that are not there. Their namespaces must be. */
export function installDefaultRoles(parts: ApiParts, roles: DefaultRoles): void {
  for (const [plural, ready] of Object.entries(roles))
    storeReadyMade(parts, `${plural}.${RBAC_GROUP}`, ready);
}
