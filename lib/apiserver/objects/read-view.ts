import type { ApiObject } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { Schema } from '../schema.ts';
import { applyDefaults } from '../schema/defaults.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';

function withDefaults(schema: Schema): (obj: ApiObject) => ApiObject {
  return (obj) => applyDefaults(schema, obj);
}

/**
 * Stored objects as their definitions show them now: a custom resource has the defaults of today's schema, though
 * it was written before they were, and a built-in one is in the definition's version. What is made is made once, and forgotten with its object.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/customresource_handler.go (schemaCoercingDecoder)
 */
export class ReadView {
  readonly #known = new WeakMap<ResourceDefinition, WeakMap<ApiObject, ApiObject>>();

  /** The same object where nothing is added. */
  of(definition: ResourceDefinition, obj: ApiObject): ApiObject {
    const { custom, schema, conversion, shown } = definition;
    const convert = custom && schema !== undefined ? withDefaults(schema) : (conversion?.fromStored ?? shown);
    if (convert === undefined) return obj;
    const results = this.#resultsOf(definition);
    const before = results.get(obj);
    if (before !== undefined) return before;
    const result = deepFreeze(convert(obj));
    results.set(obj, result);
    return result;
  }

  #resultsOf(definition: ResourceDefinition): WeakMap<ApiObject, ApiObject> {
    const results = this.#known.get(definition) ?? new WeakMap<ApiObject, ApiObject>();
    this.#known.set(definition, results);
    return results;
  }
}
