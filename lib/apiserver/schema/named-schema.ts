import type { Schema } from '../schema.ts';

/** Marks a schema that is a definition of the tables: where OpenAPI refers instead of repeating. */
export const DEFINITION: unique symbol = Symbol('definition');

/** A schema that knows which definition it is, and what the reference to it adds. */
export interface NamedSchema extends Schema {
  readonly [DEFINITION]?: { readonly name: string; readonly extras: Schema };
}

/** `core.v1.PodSpec`; undefined for a schema that the tables give no name. */
export function definitionName(schema: NamedSchema): string | undefined {
  return schema[DEFINITION]?.name;
}

/** Whether the schema describes a built-in kind, which Go's types have checked before. */
export function isDefinition(schema: NamedSchema): boolean {
  return schema[DEFINITION] !== undefined;
}
