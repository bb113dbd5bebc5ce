import type { JsonValue } from './json.ts';

/**
 * The form in which a value travels as JSON, for a model type of client-node: times are strings
 * (`2026-01-02T15:04:05Z`), the generator's escaped names have their real spelling (`_default` is `default`,
 * `x_kubernetes_int_or_string` is `x-kubernetes-int-or-string`), `any` is any JSON, and everything is
 * read-only, since objects from a cache are shared.
 */
export type Wire<T> = 0 extends 1 & T
  ? JsonValue
  : T extends Date
    ? string
    : T extends string | number | boolean | null | undefined
      ? T
      : T extends readonly (infer Item)[]
        ? readonly Wire<Item>[]
        : T extends object
          ? keyof T extends never
            ? JsonValue
            : { readonly [Key in keyof T as WireName<Key>]: Wire<T[Key]> }
          : JsonValue;

/** The real spelling of a property name of a client-node model. */
export type WireName<Key> = Key extends `x_kubernetes_${infer Rest}`
  ? `x-kubernetes-${Dashes<Rest>}`
  : Key extends `_${infer Rest}`
    ? Rest
    : Key;

type Dashes<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}-${Dashes<Tail>}`
  : Name;
