import type { JsonObject } from '../object/json.ts';

/** One thing that is wrong with a value, as a Standard Schema says it. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/**
 * The part of Standard Schema and Standard JSON Schema that is used here: what Zod, Valibot, ArkType and others
 * have in common, so that none of them is imported.
 *
 * @see standard-schema/standard-schema:packages/spec/src/index.ts
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Of Standard JSON Schema, which not every vendor has. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown> }
      | undefined;
  };
}

/** A schema of a library that cannot make a JSON Schema of it, with the JSON Schema of its input. */
export interface SchemaPair {
  readonly schema: StandardSchema;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
}

/**
 * What a part of a custom resource looks like: a schema of a library with Standard Schema, the pair, or a plain
 * JSON Schema.
 */
export type SchemaSource = StandardSchema | SchemaPair | Readonly<Record<string, unknown>>;

/** What stands in the cluster before defaults: what one may write. */
export type InputOf<Source> = Source extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? Input
    : never
  : Source extends { readonly schema: infer Inner extends StandardSchema; readonly jsonSchema: unknown }
    ? InputOf<Inner>
    : JsonObject;

/** What `parse` makes of it: with defaults and transforms. */
export type OutputOf<Source> = Source extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : never
  : Source extends { readonly schema: infer Inner extends StandardSchema; readonly jsonSchema: unknown }
    ? OutputOf<Inner>
    : JsonObject;

/** Schemas may be functions: ArkType's are. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value
  );
}

export function isSchemaPair(value: SchemaSource): value is SchemaPair {
  return 'jsonSchema' in value && 'schema' in value && isStandardSchema(value.schema);
}
