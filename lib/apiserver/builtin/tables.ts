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

/** Loads the tables that test/control-plane/generate.ts wrote. Cheap: some 160 kB of JSON. */
export async function loadTables(): Promise<Tables> {
  const { DEFAULTS, GROUPS, META } = await import('./table-files.ts');
  const groups = GROUPS as readonly Table[];
  const { definitions } = META as Pick<Table, 'definitions'>;
  return {
    groups,
    definitions: Object.assign(
      {},
      definitions,
      ...groups.map((group) => group.definitions),
    ) as Tables['definitions'],
    defaults: DEFAULTS as Tables['defaults'],
  };
}
