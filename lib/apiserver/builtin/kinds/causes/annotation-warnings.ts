import type { JsonObject } from '../../../../object/json.ts';
import { at } from '../../../fields.ts';

/** What is said of annotations that are there. @param deprecated what of each. @param path of all of them. */
export function annotationWarnings(
  annotations: JsonObject,
  deprecated: Readonly<Record<string, string>>,
  path: string,
): readonly string[] {
  return Object.entries(deprecated)
    .filter(([key]) => at(annotations, key) !== undefined)
    .map(([key, text]) => `${path}[${key}]: ${text}`);
}
