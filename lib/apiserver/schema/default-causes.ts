import type { StatusCause } from '../../object/status.ts';
import { invalidCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { prune } from './prune.ts';
import { validate } from './validate.ts';

function ownCauses(schema: Schema, path: string): readonly StatusCause[] {
  const { default: value } = schema;
  if (value === undefined) return [];
  const field = `${path}.default`;
  return [
    ...(prune(schema, value).unknown.length > 0
      ? [invalidCause(field, value, 'must not have unknown fields')]
      : []),
    ...validate(schema, value, field),
  ];
}

/**
 * Why the defaults of a schema are none of its own values.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/defaulting/validation.go
 */
export function defaultCauses(schema: Schema, path: string): readonly StatusCause[] {
  const { items, properties = {} } = schema;
  return [
    ...ownCauses(schema, path),
    ...(items === undefined ? [] : defaultCauses(items, `${path}.items`)),
    ...Object.entries(properties).flatMap(([name, member]) =>
      defaultCauses(member, `${path}.properties[${name}]`),
    ),
  ];
}
