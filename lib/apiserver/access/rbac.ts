import type { ApiObject } from '../api-object.ts';
import { listAt, textAt } from '../fields.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { Storage } from '../storage.ts';
import { allows, EVERYTHING, policyRule } from './policy-rule.ts';
import type { PolicyRule } from './policy-rule.ts';
import type { Attributes } from './request-attributes.ts';
import { isMaster, serviceAccountName } from './user.ts';
import type { User } from './user.ts';

/** Whether somebody may do something. */
export interface Decision {
  readonly allowed: boolean;
  /** Who says so, or which bindings lead nowhere. May be empty. */
  readonly reason: string;
}

/** What a user may do, and what kept us from finding out more. */
export interface UserRules {
  readonly rules: readonly PolicyRule[];
  readonly errors: readonly string[];
}

/** Says who may do what. */
export interface Authorizer {
  decide(user: User, wanted: Attributes): Decision;
  /** Everything that a user may do in a namespace; empty: cluster-wide alone. */
  rulesOf(user: User, namespace: string): UserRules;
}

export const RBAC_GROUP: string = 'rbac.authorization.k8s.io';
const CLUSTER_ROLES = `clusterroles.${RBAC_GROUP}`;
const ROLES = `roles.${RBAC_GROUP}`;
const CLUSTER_ROLE_BINDINGS = `clusterrolebindings.${RBAC_GROUP}`;
const ROLE_BINDINGS = `rolebindings.${RBAC_GROUP}`;

/** A binding that is about the user, with the rules that it gives. */
interface Grant {
  readonly binding: ApiObject;
  readonly subject: JsonValue;
  /** Undefined: its role is not there. */
  readonly rules: readonly PolicyRule[] | undefined;
}

/**
 * Decides by the roles and bindings that are stored now: a write counts from the next request on.
 *
 * @see kubernetes/kubernetes:plugin/pkg/auth/authorizer/rbac/rbac.go
 */
export class RoleAuthorizer implements Authorizer {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  decide(user: User, wanted: Attributes): Decision {
    if (isMaster(user)) return { allowed: true, reason: '' };
    const errors: string[] = [];
    for (const grant of this.#grants(user, wanted.type === 'path' ? '' : wanted.namespace)) {
      if (grant.rules === undefined) errors.push(missingRole(grant.binding));
      else if (grant.rules.some((rule) => allows(rule, wanted)))
        return { allowed: true, reason: `RBAC: allowed by ${describe(grant)}` };
    }
    return { allowed: false, reason: errors.length === 0 ? '' : `RBAC: ${aggregate(errors)}` };
  }

  rulesOf(user: User, namespace: string): UserRules {
    const grants = [...this.#grants(user, namespace)];
    return {
      rules: grants.flatMap(({ rules = [] }) => rules),
      errors: grants.filter(({ rules }) => rules === undefined).map(({ binding }) => missingRole(binding)),
    };
  }

  /** The rules of the role that a binding names; undefined where there is none. */
  rulesOfRole(binding: JsonObject, namespace: string): readonly PolicyRule[] | undefined {
    const name = textAt(binding, 'roleRef', 'name');
    const role =
      textAt(binding, 'roleRef', 'kind') === 'Role'
        ? this.#storage.get(ROLES, `${namespace}/${name}`)
        : this.#storage.get(CLUSTER_ROLES, name);
    return role === undefined ? undefined : listAt(role, 'rules').map(policyRule);
  }

  *#grants(user: User, namespace: string): Generator<Grant, void, undefined> {
    yield* this.#grantsOf(this.#storage.list(CLUSTER_ROLE_BINDINGS).items, user);
    if (namespace === '') return;
    yield* this.#grantsOf(this.#storage.list(ROLE_BINDINGS, { prefix: `${namespace}/` }).items, user);
  }

  *#grantsOf(bindings: readonly ApiObject[], user: User): Generator<Grant, void, undefined> {
    for (const binding of bindings) {
      const { namespace = '' } = binding.metadata;
      const subject = listAt(binding, 'subjects').find((one) => isUser(one, user, namespace));
      if (subject !== undefined) yield { binding, subject, rules: this.rulesOfRole(binding, namespace) };
    }
  }
}

/** Lets everybody do everything. */
export const allowEverything: Authorizer = {
  decide: () => ({ allowed: true, reason: '' }),
  rulesOf: () => ({ rules: EVERYTHING, errors: [] }),
};

function isUser(subject: JsonValue, user: User, bindingNamespace: string): boolean {
  const name = textAt(subject, 'name');
  switch (textAt(subject, 'kind')) {
    case 'User':
      return name === user.name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount': {
      const namespace = textAt(subject, 'namespace') || bindingNamespace;
      return namespace !== '' && serviceAccountName(namespace, name) === user.name;
    }
    default:
      return false;
  }
}

function missingRole(binding: ApiObject): string {
  const kind = textAt(binding, 'roleRef', 'kind').toLowerCase();
  return `${kind}.${RBAC_GROUP} ${JSON.stringify(textAt(binding, 'roleRef', 'name'))} not found`;
}

/** Several errors as one text, each once. */
export function aggregate(errors: readonly string[]): string {
  const [first = '', ...others] = new Set(errors);
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`;
}

function describe({ binding, subject }: Grant): string {
  const { name, namespace } = binding.metadata;
  const shownName = JSON.stringify(namespace === undefined ? name : `${name}/${namespace}`);
  const role = `${textAt(binding, 'roleRef', 'kind')} ${JSON.stringify(textAt(binding, 'roleRef', 'name'))}`;
  return `${binding.kind} ${shownName} of ${role} to ${describeSubject(subject, namespace ?? '')}`;
}

function describeSubject(subject: JsonValue, bindingNamespace: string): string {
  const kind = textAt(subject, 'kind');
  const name = textAt(subject, 'name');
  if (kind !== 'ServiceAccount') return `${kind} ${JSON.stringify(name)}`;
  const namespace = textAt(subject, 'namespace') || bindingNamespace;
  return `${kind} ${JSON.stringify(`${name}/${namespace}`)}`;
}
