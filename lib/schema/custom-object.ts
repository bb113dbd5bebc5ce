import type { JsonObject } from '../object/json.ts';
import type { Condition, ObjectMeta } from '../object/kinds.ts';
import type { Kind, KubernetesObject } from '../object/kubernetes-object.ts';
import type { Versions } from './custom-resource-options.ts';
import type { InputOf, OutputOf } from './standard-schema.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** The type, read-only all the way down: objects from a cache are shared. */
export type Frozen<T> = JsonObject extends T
  ? T
  : T extends
        string | number | boolean | bigint | symbol | null | undefined | Date | ((...args: never) => unknown)
    ? T
    : T extends readonly unknown[]
      ? { readonly [Index in keyof T]: Frozen<T[Index]> }
      : { readonly [Name in keyof T]: Frozen<T[Name]> };

/** What every status may have. */
export interface CommonStatus {
  readonly conditions?: readonly Condition[];
  /** The `metadata.generation` that the status is about. */
  readonly observedGeneration?: number;
}

type StatusOf<Source> = Frozen<NonNullable<OutputOf<Source>>> &
  Omit<CommonStatus, keyof NonNullable<OutputOf<Source>>>;

/** An object of a version. */
export interface CustomObject<
  ApiVersion extends string,
  Name extends string,
  Spec,
  Status,
> extends KubernetesObject {
  readonly apiVersion?: ApiVersion;
  readonly kind?: Name;
  readonly metadata?: ObjectMeta;
  readonly spec: Spec;
  readonly status?: Status;
}

/** The objects of a version, by the options of its resource. */
export type ObjectAt<
  Group extends string,
  Name extends string,
  All extends Versions,
  Version extends keyof All,
> = CustomObject<
  `${Group}/${Version & string}`,
  Name,
  Frozen<OutputOf<All[Version]['spec']>>,
  All[Version] extends { readonly status: infer Source } ? StatusOf<Source> : CommonStatus
>;

/** What one writes to make an object. */
export interface ObjectInput<Spec> {
  readonly metadata: ObjectMeta;
  readonly spec: Spec;
}

/** The version that is stored: the one marked so, or the only one. */
export type StorageVersion<All extends Versions> = {
  [Version in keyof All]: All[Version] extends { readonly storage: true } ? Version : never;
}[keyof All] extends infer Marked
  ? [Marked] extends [never]
    ? keyof All
    : Marked & keyof All
  : never;

/** One version of a custom resource. Its functions need no `this`. */
export interface ResourceVersion<T extends KubernetesObject, Input> {
  /** `v1`. */
  readonly name: string;
  readonly kind: Kind<T>;
  /** Of the whole object, as it stands in the definition. */
  readonly schema: StructuralSchema;
  /**
   * Reads an object: with defaults and transforms, and in the form that its type promises. A `status` that does
   * not fit is left out, since it is the operator's own account, which it gives again; its conditions stay.
   * Never changes its argument. Rules and formats are left to the API server.
   *
   * @throws SchemaError that names everything that is wrong, without values.
   */
  readonly parse: (obj: unknown) => T;
  /** Makes an object to write, with its defaults. @throws SchemaError as `parse` does. */
  readonly object: (input: ObjectInput<Input>) => T;
  /** The values of fields of `format: password`, to be kept out of logs. Bears any value. */
  readonly passwords: (obj: unknown) => readonly string[];
}

/** The objects of a custom resource, or of one of its versions: `type Website = ObjectOf<typeof Website>`. */
export type ObjectOf<Resource> = Resource extends { readonly kind: Kind<infer T> } ? T : never;

/** A version, by the options of its resource. */
export type VersionAt<
  Group extends string,
  Name extends string,
  All extends Versions,
  Version extends keyof All,
> = ResourceVersion<ObjectAt<Group, Name, All, Version>, Frozen<InputOf<All[Version]['spec']>>>;
