import type { JsonObject } from '../../object/json.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import ZEROS from '../builtin/tables/zero-values.json' with { type: 'json' };

const KINDS = ZEROS as Readonly<Record<string, JsonObject>>;

/**
 * What a creation is compared with: of a built-in kind the struct that Go starts with, whose inner structs are
 * there from the beginning and so become nobody's; of a custom one nothing.
 *
 * @param created what came of the creation: it shows what is written although nobody set it.
 */
export function zeroOf(definition: ResourceDefinition, created: JsonObject = {}): JsonObject {
  const { kind, custom } = definition;
  const apiVersion = apiVersionOf(definition);
  if (custom) return { apiVersion, kind };
  return { ...unset(created), ...KINDS[`${apiVersion}/${kind}`], apiVersion, kind };
}

/** Members that Go writes although nobody set them. */
function unset(created: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(created).filter(([, value]) => value === null || value === ''));
}
