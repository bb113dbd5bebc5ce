import type { StatusCause } from '../../object/status.ts';

/** Longer paths are not looked for as parts of others: keys of maps may be of any length. */
const LONGEST_PARENT = 4096;

/**
 * The causes that a schema found and of which a built-in kind's rules have said nothing: neither of the field, nor of
 * one below it, nor the same of one above. Where they look at all, they know better than the schema.
 *
 * @param own what the rules found.
 * @param overlooked paths of fields that they do not look into.
 */
export function unjudged(
  causes: readonly StatusCause[],
  own: readonly StatusCause[],
  overlooked: readonly string[],
): readonly StatusCause[] {
  if (causes.length === 0) return causes;
  const [fields, parents, ofReason] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { field = '', reason } of own) {
    fields.add(field);
    ofReason.add(`${reason} ${field}`);
    for (const parent of parentsOf(field)) parents.add(parent);
  }
  const isJudged = ({ field = '', reason }: StatusCause): boolean =>
    overlooked.some((part) => field === part || isBelow(field, part)) ||
    fields.has(field) ||
    parents.has(field) ||
    parentsOf(field).some((parent) => ofReason.has(`${reason} ${parent}`));
  return causes.filter((cause) => !isJudged(cause));
}

function isBelow(field: string, other: string): boolean {
  return field.startsWith(`${other}.`) || field.startsWith(`${other}[`);
}

/** The paths of all that a field is a part of. */
function parentsOf(field: string): readonly string[] {
  const parents: string[] = [];
  for (const { index } of field.slice(0, LONGEST_PARENT).matchAll(/[.[]/g))
    parents.push(field.slice(0, index));
  return parents;
}
