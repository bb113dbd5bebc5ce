import type { JsonObject } from '../../../object/json.ts';
import { textAt } from '../../fields.ts';
import { exactQuantity } from '../quantity.ts';

const NANOS = 10n ** 9n;

/** What is odd about limits and requests: bytes are whole. @param names of the resources that are bytes. */
export function fractionWarnings(
  resources: JsonObject,
  path: string,
  names: readonly string[],
): readonly string[] {
  return names.flatMap((name) =>
    ['limits', 'requests'].flatMap((list) => {
      const quantity = textAt(resources, list, name);
      if ((exactQuantity(quantity) ?? 0n) % NANOS === 0n) return [];
      const field = `${path}.${list}[${name}]`;
      return [`${field}: fractional byte value ${JSON.stringify(quantity)} is invalid, must be an integer`];
    }),
  );
}
