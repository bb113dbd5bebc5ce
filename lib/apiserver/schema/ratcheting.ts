import { isDeepStrictEqual } from 'node:util';

import { isJsonObject } from '../../object/json.ts';
import { canonicalJson } from './canonical-json.ts';
import { NO_OLD_VALUE, type SchemaNode } from './schema-node.ts';

/**
 * Ratcheting: an update may keep what was invalid before, so that a stricter schema does not lock old objects.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/validation/ratcheting.go
 */
export function isUnchanged(node: SchemaNode): boolean {
  return node.old !== NO_OLD_VALUE && isDeepStrictEqual(node.value, node.old);
}

/** The old value of a member. A root's own apiVersion and kind are never compared. */
export function correlatedMember(node: SchemaNode, name: string): unknown {
  if (node.path === '' && (name === 'apiVersion' || name === 'kind')) return NO_OLD_VALUE;
  if (!isJsonObject(node.old) || !Object.hasOwn(node.old, name)) return NO_OLD_VALUE;
  return node.old[name];
}

/** Finds the old item with the same keys. Only lists of type map have such. */
export function itemCorrelation(node: SchemaNode): (item: unknown) => unknown {
  const { old, schema } = node;
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return () => NO_OLD_VALUE;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const byKeys = new Map(old.toReversed().map((item: unknown) => [keyText(item, keys), item]));
  byKeys.delete(undefined);
  return (item) => byKeys.get(keyText(item, keys)) ?? NO_OLD_VALUE;
}

function keyText(item: unknown, keys: readonly string[]): string | undefined {
  return isJsonObject(item) ? canonicalJson(keys.map((key) => item[key] ?? null)) : undefined;
}
