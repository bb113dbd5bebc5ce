import { textAt } from '../fields.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { checkGrant } from './escalation.ts';
import type { RoleAuthorizer } from './rbac.ts';
import type { User } from './user.ts';

/** What handlers do with objects. */
export type Objects = Pick<ObjectStore, keyof ObjectStore>;

/** The objects as one user sees them: those that give rights away are checked before they are written. */
export function guardedObjects(objects: Objects, authorizer: RoleAuthorizer, user: User): Objects {
  return {
    get: (place, whole) => objects.get(place, whole),
    asRead: (definition, obj) => objects.asRead(definition, obj),
    delete: (place, options) => objects.delete(place, options),
    create: (definition, namespace, draft, options) => {
      checkGrant(authorizer, user, {
        definition,
        namespace,
        name: textAt(draft, 'metadata', 'name'),
        draft,
        old: undefined,
      });
      return objects.create(definition, namespace, draft, options);
    },
    update: (place, change, options) =>
      objects.update(
        place,
        (old) => {
          const draft = change(old);
          checkGrant(authorizer, user, { ...place, draft, old });
          return draft;
        },
        options,
      ),
  };
}
