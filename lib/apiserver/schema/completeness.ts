import type { StatusCause } from '../../object/status.ts';
import { requiredCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';

/** The same place in the structure, and in the junctor that speaks of it. */
interface Places {
  readonly structure: string;
  readonly junctor: string;
}

function junctorsOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [
    ...(not === undefined ? [] : [['not', not] as const]),
    ...allOf.map((one, index) => [`allOf[${index}]`, one] as const),
    ...anyOf.map((one, index) => [`anyOf[${index}]`, one] as const),
    ...oneOf.map((one, index) => [`oneOf[${index}]`, one] as const),
  ];
}

function nestedCauses(nested: Schema, structure: Schema | undefined, at: Places): readonly StatusCause[] {
  if (structure === undefined) return [requiredCause(at.structure, `because it is defined in ${at.junctor}`)];
  const below = (path: string): Places => ({
    structure: `${at.structure}.${path}`,
    junctor: `${at.junctor}.${path}`,
  });
  return [
    ...joinedCauses(nested, structure, at),
    ...(nested.items === undefined ? [] : nestedCauses(nested.items, structure.items, below('items'))),
    ...Object.entries(nested.properties ?? {}).flatMap(([name, member]) =>
      nestedCauses(member, structure.properties?.[name], below(`properties[${name}]`)),
    ),
  ];
}

function joinedCauses(schema: Schema, structure: Schema, at: Places): readonly StatusCause[] {
  return junctorsOf(schema).flatMap(([path, nested]) =>
    nestedCauses(nested, structure, { ...at, junctor: `${at.junctor}.${path}` }),
  );
}

/**
 * Causes of fields that a junctor at the root speaks of and that the structure does not have. The API server
 * does not look for them further below.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/complete.go
 */
export function completenessCauses(schema: Schema, path: string): readonly StatusCause[] {
  return joinedCauses(schema, schema, { structure: path, junctor: path });
}
