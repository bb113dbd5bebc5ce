import { isJsonObject } from '../../object/json.ts';
import { inNameOrder } from '../name-order.ts';

/** JSON with members in order of their names, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isJsonObject(part) ? inNameOrder(part) : part));
}
