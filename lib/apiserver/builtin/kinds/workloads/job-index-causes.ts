import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, numberAt, textAt } from '../../../fields.ts';
import { countCauses } from '../causes/count-causes.ts';

/** Most Pods at once, and most indexes that fail, of a Job with indexes. */
const MOST = 100_000;
/** More completions than this have lower bounds on the rest, where each index has a backoff limit. */
const MANY_COMPLETIONS = 100_000;
const MOST_OF_MANY = 10_000;

/** Causes of what a Job's spec says of its indexes. */
export function indexCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const lacksLimit = has(spec, 'maxFailedIndexes') && !has(spec, 'backoffLimitPerIndex');
  return [
    ...countCauses(spec, path, ['backoffLimitPerIndex', 'maxFailedIndexes']),
    ...(lacksLimit
      ? [requiredCause(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...(textAt(spec, 'completionMode') === 'Indexed'
      ? indexedCauses(spec, path)
      : unindexedCauses(spec, path)),
  ];
}

function has(spec: JsonObject, name: string): boolean {
  return at(spec, name) !== undefined;
}

function indexedCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const failing = `${path}.maxFailedIndexes`;
  const [completions, failed] = [numberAt(spec, 'completions'), numberAt(spec, 'maxFailedIndexes')];
  const causes: StatusCause[] = [];
  if (!has(spec, 'completions'))
    causes.push(requiredCause(`${path}.completions`, 'when completion mode is Indexed'));
  causes.push(
    ...mostCauses(spec, 'parallelism', { path, most: MOST, when: ' when completion mode is Indexed' }),
  );
  if (has(spec, 'completions') && failed > completions)
    causes.push(invalidCause(failing, failed, 'must be less than or equal to completions'));
  causes.push(...mostCauses(spec, 'maxFailedIndexes', { path, most: MOST, when: '' }));
  if (completions <= MANY_COMPLETIONS || !has(spec, 'backoffLimitPerIndex')) return causes;
  const when = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  const bound = { path, most: MOST_OF_MANY, when };
  if (!has(spec, 'maxFailedIndexes'))
    causes.push(requiredCause(failing, `must be specified when completions is above ${MANY_COMPLETIONS}`));
  return [
    ...causes,
    ...mostCauses(spec, 'parallelism', bound),
    ...mostCauses(spec, 'maxFailedIndexes', bound),
  ];
}

interface Bound {
  readonly path: string;
  readonly most: number;
  readonly when: string;
}

function mostCauses(spec: JsonObject, name: string, { path, most, when }: Bound): readonly StatusCause[] {
  const count = numberAt(spec, name);
  if (count <= most) return [];
  return [invalidCause(`${path}.${name}`, count, `must be less than or equal to ${most}${when}`)];
}

function unindexedCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  return ['backoffLimitPerIndex', 'maxFailedIndexes']
    .filter((name) => has(spec, name))
    .map((name) => invalidCause(`${path}.${name}`, at(spec, name), 'requires indexed completion mode'));
}
