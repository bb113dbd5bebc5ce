import { StatusError } from '../status-error.ts';
import { pathsOf, type FieldSet } from './field-set.ts';
import { keyOf, type Manager } from './managers.ts';

/** Fields that an apply would change and that another manager owns. */
export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

interface Line {
  readonly manager: string;
  readonly path: string;
}

/**
 * 409 with a cause for each field.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal/conflict.go
 */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const lines = sorted.flatMap(({ manager, fields }) =>
    pathsOf(fields).map((path): Line => ({ manager: nameOf(manager), path })),
  );
  const causes = lines.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field: path,
  }));
  return new StatusError(409, 'Conflict', messageOf(lines), { causes });
}

function sortKey({ manager }: Conflict): string {
  return keyOf(manager);
}

function nameOf({ manager, operation, apiVersion, subresource }: Manager): string {
  const below = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${below}${using}`;
}

function messageOf(lines: readonly Line[]): string {
  const [first] = lines;
  if (first !== undefined && lines.length === 1)
    return `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.path}`;
  const byManager = Map.groupBy(lines, ({ manager }) => manager);
  const texts: string[] = [];
  for (const [manager, own] of byManager)
    texts.push(`conflicts with ${manager}:`, ...own.map(({ path }) => `- ${path}`));
  return `Apply failed with ${lines.length} conflicts: ${texts.join('\n')}`;
}
