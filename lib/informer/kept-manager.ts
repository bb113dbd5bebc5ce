import { isJsonObject } from '../object/json.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { type Fields, InternedFields } from './interned-fields.ts';

type Metadata = NonNullable<KubernetesObject['metadata']>;
type Entry = NonNullable<Metadata['managedFields']>[number];

/**
 * Leaves of `metadata.managedFields` what one manager applied to the object itself, without its time. What all
 * objects have in common there is in memory once.
 *
 * @internal
 */
export class KeptManager {
  readonly #manager: string;
  readonly #interned = new InternedFields();

  constructor(manager: string) {
    this.#manager = manager;
  }

  /** The metadata with that entry alone; without the member where there is none. */
  keep(metadata: Metadata, apiVersion: string): Metadata {
    const { managedFields, ...rest } = metadata;
    const entries: readonly Entry[] = Array.isArray(managedFields) ? managedFields : [];
    const entry = entries.find((one) => isAppliedBy(one, this.#manager));
    return entry === undefined ? rest : { ...rest, managedFields: [this.#compact(entry, apiVersion)] };
  }

  /** The texts are the same strings in all entries. */
  #compact(entry: Entry, apiVersion: string): Entry {
    return {
      manager: this.#manager,
      operation: 'Apply',
      apiVersion: entry.apiVersion === apiVersion ? apiVersion : (entry.apiVersion ?? apiVersion),
      fieldsType: 'FieldsV1',
      fieldsV1: this.#interned.intern(isJsonObject(entry.fieldsV1) ? (entry.fieldsV1 as Fields) : {}),
    };
  }
}

/** Whether the entry says what the manager applied to the object itself, not to a subresource. */
function isAppliedBy(entry: Entry | null, wanted: string): boolean {
  const { manager, operation, subresource = '' } = entry ?? {};
  return manager === wanted && operation === 'Apply' && subresource === '';
}
