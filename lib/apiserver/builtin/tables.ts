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

/** What the tables say of one version of a group. */
export interface GroupTable {
  readonly groupVersion: string;
  readonly resources: readonly ResourceRow[];
  /** The built command parses them when they are first asked for. */
  readonly definitions: Definitions;
}

type Definitions = Readonly<Record<string, JsonObject>>;

/** Everything that the generated tables say. */
export interface Tables {
  readonly groups: readonly GroupTable[];
  /** The definition of that name; they refer to each other. Undefined: there is none. */
  readonly definitionOf: (name: string) => JsonObject | undefined;
  /** The recorded defaults of a definition: member → value. */
  readonly defaultsOf: (name: string) => JsonObject;
}

/** Loads the tables that test/control-plane/generate.ts wrote. Cheap: some 160 kB of JSON. */
export async function loadTables(): Promise<Tables> {
  const { DEFAULTS, GROUPS, META } = await import('./table-files.ts');
  const groups = GROUPS as readonly GroupTable[];
  const tables = new Map<string, Pick<GroupTable, 'definitions'>>([
    [META_PREFIX, META as Pick<GroupTable, 'definitions'>],
    ...groups.map((group): [string, GroupTable] => [prefixOf(group.resources[0]!.definition), group]),
  ]);
  const defaults = DEFAULTS as Definitions;
  return {
    groups,
    definitionOf: (name) => tables.get(prefixOf(name))?.definitions[name],
    defaultsOf: (name) => defaults[name] ?? {},
  };
}

/** That of the definitions that all groups share. */
const META_PREFIX = 'meta.v1';

/** `apps.v1` of `apps.v1.Deployment`: all definitions of a table begin so, and no others. */
function prefixOf(definition: string): string {
  return definition.slice(0, definition.lastIndexOf('.'));
}
