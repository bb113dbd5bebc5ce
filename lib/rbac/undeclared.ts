import type { ApiCall } from './api-call.ts';
import type { Permission } from './permission.ts';
import { covers, type Grant, grantsOf } from './policy-rule.ts';

/** The calls that no permission allows, in their order. */
export function undeclared(
  calls: readonly ApiCall[],
  permissions: readonly Permission[],
): readonly ApiCall[] {
  const grants = grantsOf(permissions);
  return calls.filter((call) => !grants.some((grant) => allows(grant, call)));
}

/**
 * The permissions that no call needed, each with just its verbs that were not called; a permission of which
 * everything was called is left out.
 */
export function unused(permissions: readonly Permission[], calls: readonly ApiCall[]): readonly Permission[] {
  return permissions.flatMap((permission) => {
    const verbs = permission.verbs.filter((verb) => {
      const grants = grantsOf([{ ...permission, verbs: [verb] }]);
      return !calls.some((call) => grants.some((grant) => allows(grant, call)));
    });
    return verbs.length === 0 ? [] : [{ ...permission, verbs }];
  });
}

/** The smallest grant that allows the call. */
export function grantFor({ verb, group, resource, subresource, namespace, name }: ApiCall): Grant {
  return {
    verb,
    group,
    resource: subresource === '' ? resource : `${resource}/${subresource}`,
    ...(namespace !== '' && { namespace }),
    ...(name !== '' && { name }),
  };
}

function allows(grant: Grant, call: ApiCall): boolean {
  return covers(grant, grantFor(call));
}
