import type { StatusCause } from '../../object/status.ts';
import { invalidCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import type { Findings } from './findings.ts';
import { rootFieldOf, type CheckNode, type SchemaNode } from './schema-node.ts';

function about(node: SchemaNode, text: string): StatusCause {
  return invalidCause(rootFieldOf(node), '', `${JSON.stringify(node.path)} ${text}`);
}

/** Of alternatives that all fail, the one that came furthest; the earlier of equals. */
function bestOf(results: readonly Findings[]): Findings | undefined {
  return results.reduce<Findings | undefined>(
    (best, one) => (best === undefined || one.matches > best.matches ? one : best),
    undefined,
  );
}

function checkEach(node: SchemaNode, schemas: readonly Schema[], check: CheckNode): readonly Findings[] {
  return schemas.map((schema) => check({ ...node, schema }));
}

function checkAnyOf(
  node: SchemaNode,
  schemas: readonly Schema[],
  findings: Findings,
  check: CheckNode,
): void {
  const all = checkEach(node, schemas, check);
  const success = all.find((one) => one.valid);
  if (success === undefined) findings.add(about(node, 'must validate at least one schema (anyOf)'));
  const told = success ?? bestOf(all);
  if (told !== undefined) findings.merge(told);
}

function checkOneOf(
  node: SchemaNode,
  schemas: readonly Schema[],
  findings: Findings,
  check: CheckNode,
): void {
  const all = checkEach(node, schemas, check);
  const valid = all.filter((one) => one.valid);
  if (valid.length !== 1) {
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    findings.add(about(node, `must validate one and only one schema (oneOf). ${found}`));
  }
  const told = valid.length === 0 ? bestOf(all) : valid[0];
  if (told !== undefined && valid.length <= 1) findings.merge(told);
}

function checkAllOf(
  node: SchemaNode,
  schemas: readonly Schema[],
  findings: Findings,
  check: CheckNode,
): void {
  const all = checkEach(node, schemas, check);
  for (const one of all) findings.merge(one);
  const valid = all.filter((one) => one.valid).length;
  if (valid === all.length) return;
  findings.add(about(node, `must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`));
}

/**
 * The keywords that join schemas.
 *
 * @see kubernetes/kube-openapi:pkg/validation/validate/schema_props.go
 */
export function checkJunctors(node: SchemaNode, findings: Findings, check: CheckNode): void {
  const { allOf = [], anyOf = [], not, oneOf = [] } = node.schema;
  if (anyOf.length > 0) checkAnyOf(node, anyOf, findings, check);
  if (oneOf.length > 0) checkOneOf(node, oneOf, findings, check);
  if (allOf.length > 0) checkAllOf(node, allOf, findings, check);
  if (not !== undefined && check({ ...node, schema: not }).valid)
    findings.add(about(node, 'must not validate the schema (not)'));
  findings.matches += 1;
}
