import type { JsonObject, JsonValue } from '../object/json.ts';

/**
 * The schema of a CustomResourceDefinition: OpenAPI v3 without references, with a type for every value, and with
 * Kubernetes' extensions.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export interface StructuralSchema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: JsonValue;
  readonly nullable?: boolean;
  readonly enum?: readonly JsonValue[];
  readonly properties?: { readonly [name: string]: StructuralSchema };
  readonly additionalProperties?: StructuralSchema;
  readonly items?: StructuralSchema;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly StructuralSchema[];
  readonly anyOf?: readonly StructuralSchema[];
  readonly oneOf?: readonly StructuralSchema[];
  readonly not?: StructuralSchema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly JsonObject[];
}

export const INT_OR_STRING = 'x-kubernetes-int-or-string';
export const PRESERVE = 'x-kubernetes-preserve-unknown-fields';
export const VALIDATIONS = 'x-kubernetes-validations';

/** Any value at all. */
export const ANYTHING: StructuralSchema = { [PRESERVE]: true, nullable: true };

/** Kubernetes' extensions of schemas. */
export const EXTENSIONS: readonly (keyof StructuralSchema)[] = [
  INT_OR_STRING,
  PRESERVE,
  'x-kubernetes-embedded-resource',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  VALIDATIONS,
];

/** What a schema is about: `any` where it takes everything. */
export function typeNameOf(schema: StructuralSchema): string | undefined {
  if (schema[INT_OR_STRING] === true) return 'int-or-string';
  return schema.type ?? (schema[PRESERVE] === true ? 'any' : undefined);
}
