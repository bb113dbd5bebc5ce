import type { Context } from '../../../context/index.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { type SecretValues, secretValues } from '../../secret-values.ts';

/** What a kind's objects must be like; a custom resource made of a schema is one. */
export interface ObjectSchema<T extends KubernetesObject> {
  /** The object with its defaults. Throws for one that does not fit; must be pure. */
  readonly parse: (obj: KubernetesObject) => T;
  /** What no log, event or condition may show. Must not throw. */
  readonly passwords?: (obj: KubernetesObject) => Iterable<string>;
}

/**
 * Objects as their schema reads them, once for each version that the cache had: reconciles of one version share
 * the result.
 */
export class ParsedObjects<T extends KubernetesObject> {
  readonly #schema: ObjectSchema<T> | undefined;
  readonly #parsed = new WeakMap<T, T>();
  readonly #failures = new WeakSet<object>();
  /** The object whose passwords each reconcile was told last. */
  readonly #told = new WeakMap<SecretValues, T>();

  /** @param schema undefined: objects are taken as they are. */
  constructor(schema: ObjectSchema<T> | undefined) {
    this.#schema = schema;
  }

  /** @throws what the schema throws. The object's passwords are known to the context from then on. */
  of(ctx: Context, obj: T): T {
    const schema = this.#schema;
    if (schema === undefined) return obj;
    this.#tellPasswords(secretValues.get(ctx), obj);
    const known = this.#parsed.get(obj);
    if (known !== undefined) return known;
    try {
      const parsed = schema.parse(obj);
      this.#parsed.set(obj, parsed);
      return parsed;
    } catch (error) {
      if (typeof error === 'object' && error !== null) this.#failures.add(error);
      throw error;
    }
  }

  #tellPasswords(values: SecretValues | undefined, obj: T): void {
    if (values === undefined || this.#told.get(values) === obj) return;
    for (const password of this.#schema?.passwords?.(obj) ?? []) values.add(password);
    this.#told.set(values, obj);
  }

  /** Whether the error says that an object does not fit. */
  isFailure(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#failures.has(error);
  }
}
