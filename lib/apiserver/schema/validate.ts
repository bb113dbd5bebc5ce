import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { rulesIn } from '../cel/ruled-schema.ts';
import { notSupportedCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { checkArray, checkObject } from './check-collections.ts';
import { checkJunctors } from './check-junctors.ts';
import { checkNumber, checkString } from './check-scalars.ts';
import { checkType, restrictsType } from './check-type.ts';
import { embeddedResourceCauses } from './embedded-causes.ts';
import { Findings } from './findings.ts';
import { listTypeCauses } from './list-types.ts';
import { isDefinition } from './named-schema.ts';
import { isUnchanged } from './ratcheting.ts';
import { fieldOf, NO_OLD_VALUE, type SchemaNode } from './schema-node.ts';

/** A null is none of them for the API server, even where it is listed: it compares by types, of which a null has none. */
function checkEnum(node: SchemaNode, findings: Findings): void {
  const { enum: allowed = [] } = node.schema;
  const isListed = node.value !== null && allowed.some((one) => isDeepStrictEqual(one, node.value));
  if (allowed.length === 0 || isListed) return;
  findings.add(notSupportedCause(fieldOf(node), node.value, allowed));
}

function checkValue(node: SchemaNode, findings: Findings): void {
  const { value } = node;
  if (typeof value === 'string') checkString(node, value, findings);
  if (typeof value === 'number') checkNumber(node, value, findings);
  if (Array.isArray(value)) checkArray(node, value, findings, checkNode);
  checkEnum(node, findings);
  if (isJsonObject(value)) checkObject(node, findings, checkNode);
}

function checkNode(node: SchemaNode): Findings {
  const findings = new Findings();
  if (restrictsType(node.schema)) {
    const wrongType = checkType(node);
    findings.add(wrongType);
    findings.matches += wrongType === undefined ? 2 : 1;
  }
  if (node.value === null) checkEnum(node, findings);
  else {
    checkJunctors(node, findings, checkNode);
    checkValue(node, findings);
    findings.matches += 2;
  }
  return findings.valid || !isUnchanged(node) ? findings : new Findings();
}

/**
 * Checks a value against a structural schema, with the causes that the API server gives for custom resources:
 * the keywords of {@link Schema}, embedded resources, lists of type set and map (but not for built-in kinds, whose
 * lists the API server does not hold to that), and rules. Causes stand in the schema's order, then the object's.
 *
 * @param path where the value stands in its object (`status`), or empty; stands in front of the causes' fields,
 * but not of the paths in their messages, as the API server has it.
 * @param old the value before an update: what did not change is not found wrong again. Default: a creation.
 * @param earlier what else is wrong with the object: with the worst of it, rules are not looked at.
 * @see kubernetes/kube-openapi:pkg/validation/validate/schema.go
 */
export function validate(
  schema: Schema,
  value: unknown,
  path: string,
  old: unknown = NO_OLD_VALUE,
  earlier: readonly StatusCause[] = [],
): StatusCause[] {
  const findings = checkNode({ schema, value, path: '', prefix: path, old });
  if (isDefinition(schema)) return findings.causes;
  const causes = [
    ...findings.causes,
    ...embeddedResourceCauses(schema, value, path),
    ...listTypeCauses(schema, value, path),
  ];
  return [...causes, ...rulesIn(schema).causes(value, path, old, [...earlier, ...causes])];
}

/** What is looked at in an object that is said to be of another kind: parts that are objects, lists, and rules. */
export function otherKindCauses(
  schema: Schema,
  obj: JsonObject,
  old: JsonObject | undefined,
): readonly StatusCause[] {
  const isOld = old !== undefined && listTypeCauses(schema, old, '').length > 0;
  const causes = [
    ...embeddedResourceCauses(schema, obj, ''),
    ...(isOld ? [] : listTypeCauses(schema, obj, '')),
  ];
  return [...causes, ...rulesIn(schema).causes(obj, '', old ?? NO_OLD_VALUE, causes)];
}

/**
 * Checks what a write to the status makes of an object: the status by itself, and lists and rules everywhere.
 * Messages name paths in the status.
 */
export function validateStatus(
  schema: Schema,
  obj: JsonObject,
  old: JsonObject,
  earlier: readonly StatusCause[],
): StatusCause[] {
  const own = schema.properties?.['status'];
  const { status: value } = obj;
  const { status: before = null } = old;
  const isChecked = own !== undefined && value !== undefined;
  const found = isChecked
    ? checkNode({ schema: own, value, path: '', prefix: 'status', old: before }).causes
    : [];
  const causes = [...found, ...listTypeCauses(schema, obj, '')];
  return [...causes, ...rulesIn(schema).causes(obj, '', old, [...earlier, ...causes])];
}
