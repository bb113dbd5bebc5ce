import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, objectAt, textAt, withAt } from '../../../fields.ts';

/** Only what rolls has defaults for that. */
export function inferRolling(obj: ApiObject, strategy: 'strategy' | 'updateStrategy'): ApiObject {
  const path = ['spec', strategy, 'rollingUpdate'];
  const type = textAt(obj, 'spec', strategy, 'type');
  if (type === '' || type === 'RollingUpdate' || at(obj, ...path) === undefined) return obj;
  return withAt(obj, path, { maxUnavailable: 0, maxSurge: 0, ...objectAt(obj, ...path) });
}

/** A strategy of updates as messages show it, with the names of Go's struct. */
export function shownStrategy(type: string, rolling: JsonValue | undefined): JsonObject {
  const { maxUnavailable = 0, maxSurge = 0 } = isJsonObject(rolling) ? rolling : {};
  const shown = { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge };
  return { Type: type, RollingUpdate: rolling === undefined ? null : shown };
}
