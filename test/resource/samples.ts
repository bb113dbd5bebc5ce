import type { Context } from '../../context/index.ts';
import { silentLogger } from '../../context/index.ts';
import { CRUDResource } from '../../lib/framework/resources/crud-resource.ts';
import { Patch } from '../../lib/framework/resources/patch.ts';
import type { CRUDResourceOps, Resource } from '../../lib/framework/resources/resource.ts';

/** The operations of a deletion, and of an update that changes everything, in order. */
export const UPDATE_STEPS = [
  'GetCurrentState',
  'GetDesiredState',
  'NewUpdatePatch',
  'ApplyCreateChange',
  'ApplyUpdateChange',
  'ApplyDeleteChange',
];
export const DELETE_STEPS = UPDATE_STEPS.with(2, 'NewDeletePatch');

type During = (operation: string, ctx: Context) => Promise<void> | void;

/** Ops of a class that uses `this`, which call `during` with the operation's name. */
class Ops implements CRUDResourceOps<object, string, string, string, string, string> {
  readonly name = 'crud';
  readonly #during: During;

  constructor(during: During) {
    this.#during = during;
  }

  readonly getCurrentState = async (ctx: Context): Promise<string> =>
    await this.#do('GetCurrentState', ctx, 'is');
  readonly getDesiredState = async (ctx: Context): Promise<string> =>
    await this.#do('GetDesiredState', ctx, 'to be');
  readonly applyCreateChange = async (ctx: Context, _: object, change: string): Promise<void> =>
    void (await this.#do('ApplyCreateChange', ctx, change));
  readonly applyUpdateChange = async (ctx: Context, _: object, change: string): Promise<void> =>
    void (await this.#do('ApplyUpdateChange', ctx, change));
  readonly applyDeleteChange = async (ctx: Context, _: object, change: string): Promise<void> =>
    void (await this.#do('ApplyDeleteChange', ctx, change));

  async newUpdatePatch(
    ctx: Context,
    _: object,
    current: string,
    desired: string,
  ): Promise<Patch<string, string, string>> {
    return await this.#patch('NewUpdatePatch', ctx, `${current} ${desired}`);
  }

  async newDeletePatch(
    ctx: Context,
    _: object,
    current: string,
    desired: string,
  ): Promise<Patch<string, string, string>> {
    return await this.#patch('NewDeletePatch', ctx, `${current} ${desired}`);
  }

  async #patch(operation: string, ctx: Context, change: string): Promise<Patch<string, string, string>> {
    const patch = new Patch<string, string, string>();
    patch.setCreateChange(change);
    patch.setUpdateChange(change);
    patch.setDeleteChange(change);
    return await this.#do(operation, ctx, patch);
  }

  async #do<R>(operation: string, ctx: Context, result: R): Promise<R> {
    await this.#during(operation, ctx);
    return result;
  }
}

/** A CRUDResource named `crud` that changes everything. */
export function crud(
  during: During = () => {},
): CRUDResource<object, string, string, string, string, string> {
  return new CRUDResource({ logger: silentLogger, ops: new Ops(during) });
}

/** A resource named `plain`. */
export function plain(during: During = () => {}): Resource<object> {
  return {
    name: 'plain',
    ensureCreated: async (ctx) => await during('EnsureCreated', ctx),
    ensureDeleted: async (ctx) => await during('EnsureDeleted', ctx),
  };
}
