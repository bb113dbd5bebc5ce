import type { JsonValue } from '../object/json.ts';
import { textAt } from './fields.ts';

/**
 * Since when a condition has its status.
 *
 * @param before the condition as it was, if there was one.
 * @param now RFC 3339, whole seconds.
 */
export function transitionTime(before: JsonValue | undefined, status: string, now: string): string {
  return textAt(before, 'status') === status ? textAt(before, 'lastTransitionTime') : now;
}
