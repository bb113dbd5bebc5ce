import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';

/**
 * What is special about a kind. All functions are pure, except where a kind allocates something for new
 * objects. Called with objects that have their defaults.
 */
export interface KindRules {
  /** On every write, before there are defaults: what follows from fields that are absent. */
  readonly infer?: (obj: ApiObject) => ApiObject;
  /** On every write: fields that follow from others. */
  readonly complete?: (obj: ApiObject) => ApiObject;
  /** On creation, after {@link complete}. */
  readonly create?: (obj: ApiObject) => ApiObject;
  /** On updates, after {@link complete}. */
  readonly update?: (obj: ApiObject, old: ApiObject) => ApiObject;
  /** What the answer to a write warns of. */
  readonly warnings?: (obj: ApiObject, old: ApiObject | undefined) => readonly string[];
  readonly validate?: (obj: ApiObject, old: ApiObject | undefined) => readonly StatusCause[];
  /** The fields that nobody looks into when {@link validate} found these causes, by their paths. Default: none. */
  readonly overlooks?: (causes: readonly StatusCause[]) => readonly string[];
  /** Writes to the status alone follow these rules in place of those above. Absent: the same hold. */
  readonly status?: Pick<KindRules, 'complete' | 'update' | 'validate' | 'overlooks' | 'warnings'> & {
    /** On updates, before all others: metadata that follows from the rest of what is sent, which is put back. */
    readonly sent?: <T extends JsonObject>(draft: T) => T;
  };
}
