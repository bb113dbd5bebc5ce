import { StatusError } from '../status-error.ts';
import { firstTold } from '../told.ts';
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
 * 409 with a cause for each field, up to four megabytes of them.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal/conflict.go
 */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const lines = sorted.flatMap(({ manager, fields }) =>
    pathsOf(fields).map((path): Line => ({ manager: nameOf(manager), path })),
  );
  const told = firstTold(lines, ({ manager, path }) => manager.length + path.length);
  const causes = told.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field: path,
  }));
  return new StatusError(409, 'Conflict', messageOf(told, lines.length), { causes });
}

function sortKey({ manager }: Conflict): string {
  return keyOf(manager);
}

function nameOf({ manager, operation, apiVersion, subresource }: Manager): string {
  const below = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${below}${using}`;
}

/** @param count of all, of which these are the first. */
function messageOf(lines: readonly Line[], count: number): string {
  const [first] = lines;
  if (first !== undefined && count === 1)
    return `Apply failed with 1 conflict: conflict with ${first.manager}: ${first.path}`;
  const byManager = Map.groupBy(lines, ({ manager }) => manager);
  const texts: string[] = [];
  for (const [manager, own] of byManager)
    texts.push(`conflicts with ${manager}:`, ...own.map(({ path }) => `- ${path}`));
  if (lines.length < count) texts.push('- and more');
  return `Apply failed with ${count} conflicts: ${texts.join('\n')}`;
}
