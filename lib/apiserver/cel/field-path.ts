import { childPath } from '../field-causes.ts';
import type { Schema } from '../schema.ts';

const SEGMENT = /\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]/guy;

/** The names that a path such as `.a['b-c']` goes through; undefined when it is none. */
function segmentsOf(path: string): readonly string[] | undefined {
  const found = [...path.matchAll(SEGMENT)];
  const length = found.reduce((sum, [text]) => sum + text.length, 0);
  if (path === '' || length < path.length) return undefined;
  return found.map(([, plain, quoted = '']) => plain ?? quoted.replaceAll(/\\(.)/gu, '$1'));
}

/**
 * The field that a rule's `fieldPath` means, below the field of its object. Undefined when the schema has no such member.
 */
export function fieldAt(path: string, schema: Schema, base: string): string | undefined {
  let [below, field]: [Schema, string] = [schema, base];
  for (const name of segmentsOf(path) ?? [undefined]) {
    if (name === undefined) return undefined;
    const { properties, additionalProperties } = below;
    const member = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member !== undefined) [below, field] = [member, childPath(field, name)];
    else if (typeof additionalProperties === 'object')
      [below, field] = [additionalProperties, `${field}[${name}]`];
    else return undefined;
  }
  return field;
}
