import type { JsonObject } from '../object/json.ts';
import type { StatusCause } from '../object/status.ts';
import type { ApiObject } from './api-object.ts';
import type { Schema } from './schema.ts';

/**
 * All that the API server knows about one resource in one version: a row of a generated table for built-in
 * kinds, or made of a CustomResourceDefinition.
 */
export interface ResourceDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** As discovery lists them: create, delete, deletecollection, get, list, patch, update, watch. */
  readonly verbs: readonly string[];
  readonly custom: boolean;
  readonly status: boolean;
  readonly scale: ScalePaths | undefined;
  /** For validation, defaults, pruning, merge keys, and OpenAPI. Undefined: anything goes. */
  readonly schema: Schema | undefined;
  /** Columns beside the name, for `kubectl get`. */
  readonly columns: readonly Column[];
  /** What custom resources can be selected by beside name and namespace: `spec.color`. */
  readonly selectableFields?: readonly string[];
  /** The version that objects of a custom kind are stored in. */
  readonly storageVersion?: string;
  /** What each version of a custom kind holds, those that are not served among them. */
  readonly versionSchemas?: ReadonlyMap<string, Schema | undefined>;
  /** What every answer warns of. Absent: nothing. */
  readonly deprecation?: string;
  /** Whether `metadata.generation` counts changes of the spec. */
  readonly generation: boolean;
  /** What a table cannot say of a kind: allocated fields, immutable ones, rules over several fields. */
  readonly strategy: Strategy | undefined;
  /** Where the objects of a built-in kind are stored in another version. Absent: they are stored as they are. */
  readonly conversion?: Conversion;
  /** What is shown of what is stored. A write begins with what is stored. Absent: that. */
  readonly shown?: (stored: ApiObject) => ApiObject;
}

/** Between a version and the one that objects are stored in. Nothing is lost on the way there and back. */
export interface Conversion {
  readonly fromStored: (obj: ApiObject) => ApiObject;
  readonly toStored: (obj: ApiObject) => ApiObject;
}

export interface ScalePaths {
  /** JSON paths, such as `.spec.replicas`. */
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown, 1 only with `-o wide`. */
  readonly priority: number;
  /** The cell of an object: a JSON path, or a function for built-in kinds. */
  readonly cell: string | ((obj: ApiObject) => unknown);
}

/** Called with objects that already passed the schema. Functions are pure and return new objects. */
export interface Strategy {
  /** What follows from fields that are absent. Called before they get their defaults. */
  readonly infer?: (obj: ApiObject) => ApiObject;
  /** What decoding and defaulting make of what a client sends: it counts as the client's own. Called first. */
  readonly complete?: (obj: ApiObject) => ApiObject;
  /** Fills in what the server decides (a Service's cluster IP, a Job's selector) and drops what it ignores. */
  readonly prepareCreate?: (obj: ApiObject) => ApiObject;
  readonly prepareUpdate?: (obj: ApiObject, old: ApiObject) => ApiObject;
  /** What the answer to a write warns of; `old` is undefined on create. */
  readonly warnings?: (obj: ApiObject, old: ApiObject | undefined) => readonly string[];
  /** Causes of a 422; `old` is undefined on create. */
  readonly validate?: (obj: ApiObject, old: ApiObject | undefined) => readonly StatusCause[];
  /** The fields that nobody looks into when `validate` found these causes, by their paths. Default: none. */
  readonly overlooks?: (causes: readonly StatusCause[]) => readonly string[];
  /** Writes to the status alone follow these rules in place of those above. Absent: the same hold. */
  readonly status?: Pick<
    Strategy,
    'complete' | 'prepareCreate' | 'prepareUpdate' | 'validate' | 'overlooks' | 'warnings'
  > & {
    /** Metadata that follows from the rest of what is sent, which is put back afterwards. Called first. */
    readonly sent?: <T extends JsonObject>(draft: T) => T;
  };
}
