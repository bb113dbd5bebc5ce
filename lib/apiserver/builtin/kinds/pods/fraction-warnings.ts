import type { JsonObject } from '../../../../object/json.ts';
import { objectAt, textAt } from '../../../fields.ts';
import { exactQuantity } from '../../quantity.ts';

const NANOS = 10n ** 9n;

/** Which resources are bytes, and which of the two lists is looked at first. */
const BYTES = {
  container: { names: ['memory', 'ephemeral-storage'], lists: ['limits', 'requests'] },
  claim: { names: ['storage'], lists: ['requests', 'limits'] },
} as const;

/** What is odd about the limits and requests of a container or a claim: bytes are whole. */
export function fractionWarnings(
  resources: JsonObject,
  path: string,
  owner: keyof typeof BYTES,
): readonly string[] {
  const { names, lists } = BYTES[owner];
  return names.flatMap((name) =>
    lists.flatMap((list) => amountWarnings(objectAt(resources, list), name, `${path}.${list}`)),
  );
}

/** The same for what a pod needs beside its containers. */
export function overheadWarnings(overhead: JsonObject, path: string): readonly string[] {
  return BYTES.container.names.flatMap((name) => amountWarnings(overhead, name, path));
}

function amountWarnings(amounts: JsonObject, name: string, path: string): readonly string[] {
  const quantity = textAt(amounts, name);
  if ((exactQuantity(quantity) ?? 0n) % NANOS === 0n) return [];
  return [
    `${path}[${name}]: fractional byte value ${JSON.stringify(quantity)} is invalid, must be an integer`,
  ];
}
