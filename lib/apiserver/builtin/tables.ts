import type { JsonObject } from '../../object/json.ts';

/** A resource as the generated tables describe it. */
export interface ResourceRow {
  /** The definition of its kind. */
  readonly definition: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly string[];
  readonly columns: readonly ColumnRow[];
  /** Whether its objects count generations. */
  readonly generation?: boolean;
  /** The status of a new object. */
  readonly status?: JsonObject;
  /** Defaults of this kind alone, by path. */
  readonly defaults?: JsonObject;
}

export interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly priority?: number;
}

interface Table {
  readonly groupVersion: string;
  readonly resources: readonly ResourceRow[];
  readonly definitions: Readonly<Record<string, JsonObject>>;
}

/** Everything that the generated tables say. */
export interface Tables {
  readonly groups: readonly Table[];
  /** By name; they refer to each other. */
  readonly definitions: Readonly<Record<string, JsonObject>>;
  /** Recorded defaults: definition → member → value. */
  readonly defaults: Readonly<Record<string, JsonObject>>;
}

async function loadGroups(): Promise<readonly unknown[]> {
  const modules = await Promise.all([
    import('./tables/v1.json', { with: { type: 'json' } }),
    import('./tables/admissionregistration.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/apiextensions.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/apps-v1.json', { with: { type: 'json' } }),
    import('./tables/autoscaling-v2.json', { with: { type: 'json' } }),
    import('./tables/batch-v1.json', { with: { type: 'json' } }),
    import('./tables/coordination.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/discovery.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/events.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/networking.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/node.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/policy-v1.json', { with: { type: 'json' } }),
    import('./tables/rbac.authorization.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/scheduling.k8s.io-v1.json', { with: { type: 'json' } }),
    import('./tables/storage.k8s.io-v1.json', { with: { type: 'json' } }),
  ]);
  return modules.map((module) => module.default);
}

/** Loads the tables that test/control-plane/generate.ts wrote. Cheap: some 160 kB of JSON. */
export async function loadTables(): Promise<Tables> {
  const [groups, meta, defaults] = await Promise.all([
    loadGroups() as Promise<readonly Table[]>,
    import('./tables/meta.json', { with: { type: 'json' } }),
    import('./tables/defaults.json', { with: { type: 'json' } }),
  ]);
  const shared = meta.default.definitions as unknown as Readonly<Record<string, JsonObject>>;
  return {
    groups,
    definitions: Object.assign(
      {},
      shared,
      ...groups.map((group) => group.definitions),
    ) as Tables['definitions'],
    defaults: defaults.default as unknown as Tables['defaults'],
  };
}
