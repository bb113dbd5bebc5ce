import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause } from '../../../field-causes.ts';
import { at, numberAt } from '../../../fields.ts';

/** What a number must be that counts. */
export const NOT_NEGATIVE = 'must be greater than or equal to 0';

/** Causes of members that are less than none. @param path of the object that has them. */
export function countCauses(obj: JsonObject, path: string, names: readonly string[]): readonly StatusCause[] {
  return names
    .filter((name) => numberAt(obj, name) < 0)
    .map((name) => invalidCause(`${path}.${name}`, at(obj, name), NOT_NEGATIVE));
}
