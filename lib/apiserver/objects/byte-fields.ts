import type { Schema } from '../schema.ts';
import { definitionName } from '../schema/named-schema.ts';

/** Fields that hold bytes, which the tables' schemas show as any text: one, or a map of them. */
const BYTES: ReadonlySet<string> = new Set([
  'ConfigMap.binaryData',
  'Secret.data',
  'WebhookClientConfig.caBundle',
]);

/** Whether the field of a struct holds bytes. @param owner the struct, by its schema or by its name. */
export function isBytes(owner: Schema | string, field: string): boolean {
  const struct = typeof owner === 'string' ? owner : definitionName(owner)?.split('.').at(-1);
  return BYTES.has(`${struct}.${field}`);
}
