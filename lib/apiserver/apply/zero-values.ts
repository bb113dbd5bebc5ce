import type { JsonObject } from '../../object/json.ts';
import { definedStruct } from '../builtin/defined-struct.ts';
import { asWritten } from '../objects/zero-values.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { ResourceDefinition } from '../resource-definition.ts';

/**
 * What a creation is compared with: of a built-in kind the struct that Go starts with, whose inner structs are
 * there from the beginning and so become nobody's; of a custom one nothing.
 */
export function zeroOf(definition: ResourceDefinition): JsonObject {
  const { kind } = definition;
  const apiVersion = apiVersionOf(definition);
  const struct = definedStruct(definition);
  return struct === undefined ? { apiVersion, kind } : asWritten(struct, { apiVersion, kind });
}
