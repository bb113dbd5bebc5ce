import { isDeepStrictEqual } from 'node:util';

import type { Logger } from '../../../context/index.ts';
import type { JsonValue } from '../../object/json.ts';
import { isJsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { BackgroundWork } from '../controllers/background-work.ts';
import { at, listAt, withAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { selectorText } from '../label-selector-text.ts';
import { parseLabelSelector } from '../selectors/label-selector.ts';
import { RBAC_GROUP } from './rbac.ts';

const CLUSTER_ROLES = `clusterroles.${RBAC_GROUP}`;

/**
 * Gives ClusterRoles with an aggregation rule the rules of those that it selects: in the order of the selectors,
 * then of the names, each once. What is there already it takes for done; {@link RoleAggregator.syncAll} looks at it.
 *
 * @see kubernetes/kubernetes:pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go
 */
export class RoleAggregator implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #work: BackgroundWork;
  readonly #watch: Disposable;

  constructor(parts: ApiParts, logger: Logger) {
    this.#parts = parts;
    this.#work = new BackgroundWork('role-aggregator', logger, (name) => this.#sync(name));
    const { storage } = parts;
    this.#watch = storage.watch(CLUSTER_ROLES, storage.revision, () => this.#addAggregated());
  }

  idle(): Promise<void> {
    return this.#work.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await this.#work[Symbol.asyncDispose]();
  }

  /** Brings all of them to where they should be, at once; also those that select others of them. */
  syncAll(): void {
    const aggregated = this.#roles().filter((role) => selectorsOf(role).length > 0);
    // A chain of them is done after as many rounds as it has links; nothing is won by more.
    for (const _ of aggregated) for (const { metadata } of aggregated) this.#sync(metadata.name);
  }

  /** Any change may be one of what they select. */
  #addAggregated(): void {
    for (const role of this.#roles()) if (selectorsOf(role).length > 0) this.#work.add(role.metadata.name);
  }

  #roles(): readonly ApiObject[] {
    return this.#parts.storage.list(CLUSTER_ROLES).items;
  }

  #sync(name: string): void {
    const role = this.#parts.storage.get(CLUSTER_ROLES, name);
    const definition = this.#parts.registry.ofCollection(CLUSTER_ROLES);
    if (role === undefined || definition === undefined || selectorsOf(role).length === 0) return;
    const rules = this.#aggregated(role);
    if (isDeepStrictEqual(rules, listAt(role, 'rules'))) return;
    const place = { definition, namespace: undefined, name };
    this.#parts.objects.update(place, (old) => withAt(old, ['rules'], rules), { scope: 'all' });
  }

  #aggregated(role: ApiObject): readonly JsonValue[] {
    const rules = new Map<string, JsonValue>();
    const others = this.#roles().filter(({ metadata }) => metadata.name !== role.metadata.name);
    for (const selector of selectorsOf(role)) {
      const selects = parseLabelSelector(isJsonObject(selector) ? selectorText(selector) : '');
      for (const other of others.filter(({ metadata }) => selects(metadata.labels ?? {})))
        for (const rule of listAt(other, 'rules')) {
          const text = ruleText(rule);
          if (!rules.has(text)) rules.set(text, rule);
        }
    }
    return [...rules.values()];
  }
}

/** The same for rules that say the same, in whatever order their members are. */
function ruleText(rule: JsonValue): string {
  return isJsonObject(rule) ? JSON.stringify(Object.entries(rule).toSorted(byName)) : JSON.stringify(rule);
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

function selectorsOf(role: ApiObject): readonly JsonValue[] {
  return listAt(at(role, 'aggregationRule'), 'clusterRoleSelectors');
}
