import { isJsonObject, type JsonObject } from '../../object/json.ts';
import { childPath, invalidCause, requiredCause, tooManyCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Findings } from './findings.ts';
import { correlatedMember, itemCorrelation } from './ratcheting.ts';
import { fieldOf, type CheckNode, type SchemaNode } from './schema-node.ts';

function checkCount(node: SchemaNode, findings: Findings, count: number, unit: 'items' | 'properties'): void {
  const { schema } = node;
  const minimum = unit === 'items' ? schema.minItems : schema.minProperties;
  const maximum = unit === 'items' ? schema.maxItems : schema.maxProperties;
  if (minimum !== undefined && count < minimum)
    findings.add(
      invalidCause(fieldOf(node), count, `${node.path} in body should have at least ${minimum} ${unit}`),
    );
  if (maximum !== undefined && count > maximum) findings.add(tooManyCause(fieldOf(node), count, maximum));
}

function hasDuplicates(items: readonly unknown[]): boolean {
  return new Set(items.map(canonicalJson)).size < items.length;
}

export function checkArray(
  node: SchemaNode,
  items: readonly unknown[],
  findings: Findings,
  check: CheckNode,
): void {
  const { items: schema, uniqueItems } = node.schema;
  if (schema !== undefined) {
    const oldOf = itemCorrelation(node);
    for (const [index, value] of items.entries()) {
      const old = oldOf(value);
      findings.merge(check({ ...node, schema, value, path: `${node.path}[${index}]`, old }));
    }
  }
  checkCount(node, findings, items.length, 'items');
  if (uniqueItems === true && hasDuplicates(items))
    findings.add(invalidCause(fieldOf(node), '', `${node.path} in body shouldn't contain duplicates`));
  findings.matches += 1;
}

function memberSchema(schema: Schema, name: string): Schema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name))
    return schema.properties[name];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function isForbidden(schema: Schema, name: string): boolean {
  if (schema.additionalProperties !== false) return false;
  return schema.properties === undefined || !Object.hasOwn(schema.properties, name);
}

function checkMembers(node: SchemaNode, obj: JsonObject, findings: Findings, check: CheckNode): void {
  for (const [name, value] of Object.entries(obj)) {
    if (value === undefined) continue;
    const schema = memberSchema(node.schema, name);
    const path = childPath(node.path, name);
    if (isForbidden(node.schema, name))
      findings.add(invalidCause(fieldOf(node), name, `${node.path}.${name} in body is a forbidden property`));
    if (schema === undefined) continue;
    findings.merge(check({ ...node, schema, value, path, old: correlatedMember(node, name) }));
  }
}

export function checkObject(node: SchemaNode, findings: Findings, check: CheckNode): void {
  const obj = node.value;
  if (!isJsonObject(obj)) return;
  checkCount(node, findings, Object.keys(obj).length, 'properties');
  checkMembers(node, obj, findings, check);
  for (const name of node.schema.required ?? [])
    if (!Object.hasOwn(obj, name) || obj[name] === undefined)
      findings.add(requiredCause(fieldOf(node, childPath(node.path, name))));
}
