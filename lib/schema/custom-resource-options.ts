import type { SchemaSource } from './standard-schema.ts';

/** One column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  /** Where the value stands: `.spec.replicas`. */
  readonly jsonPath: string;
  /** Default: what the schema says about a simple path; `date` for times; else `string`. */
  readonly type?: 'boolean' | 'date' | 'integer' | 'number' | 'string';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown, 1 with `-o wide`. Default 0. */
  readonly priority?: number;
}

/**
 * A rule in the Common Expression Language.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules
 */
export interface ValidationRule {
  /** What `self` is: `spec.ports[]`, where `[]` is each item of a list or value of a map. `''` is the whole object. Default `spec`. */
  readonly path?: string;
  /** Must be true: `self.min <= self.max`. */
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?:
    'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate';
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** Where the scale subresource finds its numbers. */
export interface ScaleOptions {
  /** Default `.spec.replicas`. */
  readonly specReplicasPath?: string;
  /** Default `.status.replicas`. */
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

/** One version of a custom resource. */
export interface VersionOptions {
  readonly spec: SchemaSource;
  /** Every status has `conditions` and `observedGeneration` besides. */
  readonly status?: SchemaSource;
  /** Whether objects are stored in this version; exactly one is. Default: true for an only version. */
  readonly storage?: boolean;
  /** Default true. */
  readonly served?: boolean;
  /** Whether clients are warned, and with what. Default false. */
  readonly deprecated?: boolean | string;
  readonly printerColumns?: readonly PrinterColumn[];
  /** Default: no scale subresource. */
  readonly scale?: ScaleOptions;
  /** Fields for field selectors: `.spec.image`. */
  readonly selectableFields?: readonly string[];
  readonly rules?: readonly ValidationRule[];
  /** What `kubectl explain` says. */
  readonly description?: string;
}

export type Versions = Readonly<Record<string, VersionOptions>>;

/** Options of `customResource`. */
export interface CustomResourceOptions<
  Group extends string = string,
  Name extends string = string,
  All extends Versions = Versions,
> {
  /** A domain of yours: `example.com`. */
  readonly group: Group;
  /** `Website`. */
  readonly kind: Name;
  /** Default: the kind in lower case, in the plural: `websites`. */
  readonly plural?: string;
  /** Default: the kind in lower case. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** `kubectl get all` shows those of category `all`. */
  readonly categories?: readonly string[];
  /** Default `Namespaced`. */
  readonly scope?: 'Namespaced' | 'Cluster';
  /** By name: `v1`. Objects are the same in all of them but for `apiVersion`; nothing converts them. */
  readonly versions: All;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}
