import type { JsonObject } from '../../object/json.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { textAt } from '../fields.ts';
import type { Draft } from '../objects/draft.ts';
import { RBAC_GROUP } from './rbac.ts';

/** The roles and bindings of a new cluster, by resource. */
export type DefaultRoles = Readonly<Record<string, readonly JsonObject[]>>;

/** Loads the table that was made of what a real API server brings. Some 70 kB; only where roles decide. */
export async function loadDefaultRoles(): Promise<DefaultRoles> {
  const { default: table } = await import('../builtin/tables/default-roles.json', { with: { type: 'json' } });
  return table;
}

/** Makes those that are not there. Their namespaces must be. */
export function installDefaultRoles({ registry, objects, storage }: ApiParts, roles: DefaultRoles): void {
  for (const [plural, drafts] of Object.entries(roles)) {
    const collection = `${plural}.${RBAC_GROUP}`;
    const definition = registry.ofCollection(collection);
    if (definition === undefined) continue;
    for (const draft of drafts) {
      const name = textAt(draft, 'metadata', 'name');
      const namespace = definition.namespaced ? textAt(draft, 'metadata', 'namespace') : undefined;
      const key = namespace === undefined ? name : `${namespace}/${name}`;
      if (storage.get(collection, key) === undefined)
        objects.create(definition, namespace, { ...draft, metadata: draft['metadata'] as Draft['metadata'] });
    }
  }
}
