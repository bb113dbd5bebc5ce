import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { objectAt, textAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { newMetadata } from '../objects/metadata.ts';
import { storageKey } from '../objects/object-store.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { RBAC_GROUP } from './rbac.ts';

/** The roles and bindings of a new cluster, by resource. */
export type DefaultRoles = Readonly<Record<string, readonly JsonObject[]>>;

/** Loads the table that was made of what a real API server brings. Some 70 kB; only where roles decide. */
export async function loadDefaultRoles(): Promise<DefaultRoles> {
  const { default: table } = await import('../builtin/tables/default-roles.json', { with: { type: 'json' } });
  return table;
}

/**
 * Makes those that are not there. Their namespaces must be. The table has them as the real API server stores them:
 * looking at each of more than a hundred as if a client had sent it would take longer than any other step of the start.
 */
export function installDefaultRoles({ registry, storage, clock }: ApiParts, roles: DefaultRoles): void {
  const now = clock.now();
  for (const [plural, drafts] of Object.entries(roles)) {
    const collection = `${plural}.${RBAC_GROUP}`;
    const definition = registry.ofCollection(collection);
    if (definition === undefined) continue;
    for (const draft of drafts) {
      const role = whole(definition, draft, now);
      storage.put(collection, storageKey(role.metadata.namespace, role.metadata.name), role, undefined);
    }
  }
}

function whole(definition: ResourceDefinition, draft: JsonObject, now: number): ApiObject {
  const { kind, namespaced, generation } = definition;
  const name = textAt(draft, 'metadata', 'name');
  const namespace = namespaced ? textAt(draft, 'metadata', 'namespace') : undefined;
  const metadata = newMetadata(objectAt(draft, 'metadata'), { name, namespace, now, generation });
  return { ...draft, apiVersion: apiVersionOf(definition), kind, metadata };
}
