import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { type GoStruct, structOfKind } from './go-structs.ts';

/** The struct that objects of a resource are decoded into; undefined for custom resources, which stay JSON. */
export function definedStruct(definition: ResourceDefinition): GoStruct | undefined {
  return definition.custom ? undefined : structOfKind(`${apiVersionOf(definition)}/${definition.kind}`);
}
