import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../object/json.ts';
import { isJsonObject } from '../../object/json.ts';
import { NO_MANAGERS, readManagers, type Managers } from './managers.ts';

/**
 * The managers as a client wants them: most send back what they got, or nothing; some rename a manager, or reset
 * all by an empty list. Undefined where what is stored goes on to hold, also when what was sent makes no sense.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal/fieldmanager.go
 */
export function sentManagers(
  sent: JsonValue | undefined,
  stored: readonly JsonObject[] | undefined,
  custom: boolean,
): Managers | undefined {
  if (!Array.isArray(sent) || sent === stored) return undefined;
  const entries = sent as readonly JsonValue[];
  if (isReset(entries, custom)) return NO_MANAGERS;
  if (isDeepStrictEqual(entries, stored)) return undefined;
  const managers = readManagers(entries);
  return managers?.size === 0 ? undefined : managers;
}

/** An empty list is as good as none in a custom resource. */
function isReset(entries: readonly JsonValue[], custom: boolean): boolean {
  const [only] = entries;
  if (only === undefined) return !custom;
  return entries.length === 1 && isJsonObject(only) && Object.keys(only).length === 0;
}
