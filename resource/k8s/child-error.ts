import { ApiError, findApiError } from '../../lib/client/errors.ts';
import { ExecutionFailedError, isOperatorError } from '../../lib/errors.ts';
import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import type { StatusCause } from '../../lib/object/status.ts';
import { childName } from './marks.ts';

const FIELD_CONFLICT = 'FieldManagerConflict';
const MANAGER = /conflict with "(?<manager>(?:[^"\\]|\\.)*)"/;

/**
 * Says about which owned object a request was that failed, and what to do about a conflict. Of the answers about
 * Secrets only their reasons and fields are kept: the words may have values in them.
 *
 * @param signal its reason is no failure, and is returned as it is.
 */
export function childError(
  verb: string,
  child: KubernetesObject,
  error: unknown,
  signal: AbortSignal,
): unknown {
  if (signal.aborted && error === signal.reason) return error;
  const cause = child.kind === 'Secret' ? withoutWords(error) : error;
  const what = `cannot ${verb} ${childName(child)}`;
  const conflicts = conflictsOf(error);
  if (conflicts.length > 0) return new ExecutionFailedError(`${what}: ${conflictText(conflicts)}`, { cause });
  const retryable = isOperatorError(error) ? error.retryable : true;
  return new ExecutionFailedError(what, { cause, retryable });
}

function conflictsOf(error: unknown): readonly StatusCause[] {
  const causes = findApiError(error)?.status.details?.causes ?? [];
  return causes.filter(({ reason }) => reason === FIELD_CONFLICT);
}

/** `.spec.replicas belongs to "kubectl"; let …`. */
function conflictText(conflicts: readonly StatusCause[]): string {
  const byManager = new Map<string, string[]>();
  for (const { field = 'a field', message = '' } of conflicts) {
    const manager = MANAGER.exec(message)?.groups?.['manager'] ?? 'somebody else';
    byManager.set(manager, [...(byManager.get(manager) ?? []), field]);
  }
  const owned = [...byManager].map(([manager, fields]) => `"${manager}" manages ${fields.join(', ')}`);
  return `${owned.join('; ')} with another value; make it release the field, leave the field out, name it in createOnce, or take it with force: true`;
}

/** The same answer without what anybody said in it. */
function withoutWords(error: unknown): unknown {
  const answer = findApiError(error);
  if (answer === undefined) return error;
  const { reason, code, details } = answer.status;
  const causes = (details?.causes ?? []).map(({ reason: why, field }) => causeOf(why, field));
  const fields = causes.map(({ field }) => field).filter((field) => field !== undefined);
  const message = `${fields.length === 0 ? 'the server refused it' : `wrong or in conflict: ${fields.join(', ')}`} (${code} ${reason}); its words are left out, for they may tell the data`;
  const status = { ...answer.status, message, details: { ...details, causes } };
  const { retryable, retryAfterMs } = answer;
  return new ApiError(message, status, { retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

function causeOf(reason: string | undefined, field: string | undefined): StatusCause {
  return { ...(reason !== undefined && { reason }), ...(field !== undefined && { field }) };
}
