/** A part of a patch that was set, whatever its value. */
export interface Change<T> {
  readonly value: T;
}

/**
 * What must be done to reach the desired state: up to three parts, applied in the order create, update, delete.
 * A part is applied if its setter was called, even with `undefined`.
 *
 * A bare `new Patch()` is a `Patch<never, never, never>`: it says "nothing to do", and its setters do not
 * compile.
 *
 * NOTE: operatorkit's documentation promised this order; its code applied create, delete, update.
 *
 * @see giantswarm/operatorkit:framework/patch.go
 */
export class Patch<Create = never, Update = never, Delete = never> {
  #create: Change<Create> | undefined;
  #update: Change<Update> | undefined;
  #delete: Change<Delete> | undefined;

  setCreateChange(value: Create): void {
    this.#create = { value };
  }

  setUpdateChange(value: Update): void {
    this.#update = { value };
  }

  setDeleteChange(value: Delete): void {
    this.#delete = { value };
  }

  /** Undefined where the setter was not called. */
  get createChange(): Change<Create> | undefined {
    return this.#create;
  }

  /** Undefined where the setter was not called. */
  get updateChange(): Change<Update> | undefined {
    return this.#update;
  }

  /** Undefined where the setter was not called. */
  get deleteChange(): Change<Delete> | undefined {
    return this.#delete;
  }
}
