import {
  type Context,
  type Flag,
  reconciliationCanceled,
  resourceCanceled,
  silentLogger,
} from '../../../../context/index.ts';
import { isInvalidConfig } from '../../../../lib/errors.ts';
import {
  type CRUDResourceConfig,
  CRUDResource,
  crudResource,
} from '../../../../lib/framework/resources/crud-resource.ts';
import { Patch } from '../../../../lib/framework/resources/patch.ts';
import type { CRUDResourceOps } from '../../../../lib/framework/resources/resource.ts';
import { equal, is, match, ok, rejects, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

type Ops = CRUDResourceOps<object, string, string, string, string, string>;

const STEPS = [
  'getCurrentState',
  'getDesiredState',
  'newPatch',
  'applyCreateChange',
  'applyUpdateChange',
  'applyDeleteChange',
];

/** Ops that note each step with its arguments, after which `during` is called. */
function recording(during: (step: string, ctx: Context) => void = () => {}): { ops: Ops; steps: string[] } {
  const steps: string[] = [];
  const note = (step: string, ctx: Context, ...args: readonly string[]): void => {
    steps.push([step, ...args].join(' '));
    during(step, ctx);
  };
  const patch = (): Patch<string, string, string> => {
    const all = new Patch<string, string, string>();
    all.setDeleteChange('d');
    all.setUpdateChange('u');
    all.setCreateChange('c');
    return all;
  };
  const ops: Ops = {
    name: 'test',
    getCurrentState: async (ctx) => {
      note('getCurrentState', ctx);
      return 'current';
    },
    getDesiredState: async (ctx) => {
      note('getDesiredState', ctx);
      return 'desired';
    },
    newUpdatePatch: async (ctx, _, current, desired) => {
      note('newPatch', ctx, 'update', current, desired);
      return patch();
    },
    newDeletePatch: async (ctx, _, current, desired) => {
      note('newPatch', ctx, 'delete', current, desired);
      return patch();
    },
    applyCreateChange: async (ctx, _, change) => note('applyCreateChange', ctx, change),
    applyUpdateChange: async (ctx, _, change) => note('applyUpdateChange', ctx, change),
    applyDeleteChange: async (ctx, _, change) => note('applyDeleteChange', ctx, change),
  };
  return { ops, steps };
}

const VERBS = { ensureCreated: 'update', ensureDeleted: 'delete' } as const;
const FLAGS: Readonly<Record<string, Flag>> = { reconciliationCanceled, resourceCanceled };

suite('CRUDResource', (test) => {
  for (const [verb, kind] of Object.entries(VERBS) as [keyof typeof VERBS, string][]) {
    test(`applies create, update, delete in this order on ${verb}`, async ({ ctx }) => {
      const { ops, steps } = recording();
      await new CRUDResource({ logger: silentLogger, ops })[verb](ctx, {});
      equal(steps, [
        'getCurrentState',
        'getDesiredState',
        `newPatch ${kind} current desired`,
        'applyCreateChange c',
        'applyUpdateChange u',
        'applyDeleteChange d',
      ]);
    });

    for (const [name, flag] of Object.entries(FLAGS)) {
      for (const [index, before] of ['the first step', ...STEPS.slice(0, -1)].entries()) {
        test(`stops on ${verb} when ${name} is set ${index === 0 ? 'before' : 'in'} ${before}`, async ({
          ctx,
        }) => {
          const flagged = flag.with(ctx);
          const { ops, steps } = recording((step, at) => {
            if (step === before) flag.set(at);
          });
          if (index === 0) flag.set(flagged);
          await new CRUDResource({ logger: silentLogger, ops })[verb](flagged, {});
          equal(
            steps.map((step) => step.split(' ')[0]),
            STEPS.slice(0, index),
          );
        });
      }
    }

    for (const [index, failing] of STEPS.entries()) {
      test(`ends ${verb} with the error of ${failing}`, async ({ ctx }) => {
        const boom = new Error('boom');
        const { ops, steps } = recording((step) => {
          if (step === failing) throw boom;
        });
        const error = await rejects(new CRUDResource({ logger: silentLogger, ops })[verb](ctx, {}));
        is(error, boom);
        is(steps.length, index + 1);
      });
    }
  }

  test('runs a part whose setter was called with undefined', async ({ ctx }) => {
    const applied: unknown[] = [];
    const { ops } = recording();
    const patch = new Patch<undefined>();
    patch.setCreateChange(undefined);
    const resource = new CRUDResource({
      logger: silentLogger,
      ops: {
        ...ops,
        newUpdatePatch: async () => patch,
        newDeletePatch: async () => patch,
        applyCreateChange: async (_ctx: Context, _obj: object, change: undefined) =>
          void applied.push(change),
        applyUpdateChange: async (_ctx: Context, _obj: object, _change: never) => void applied.push('update'),
        applyDeleteChange: async (_ctx: Context, _obj: object, _change: never) => void applied.push('delete'),
      },
    });
    await resource.ensureCreated(ctx, {});
    equal(applied, [undefined]);
  });

  test('applies nothing without a patch', async ({ ctx }) => {
    const { ops, steps } = recording();
    const resource = new CRUDResource({
      logger: silentLogger,
      ops: { ...ops, newUpdatePatch: async () => undefined },
    });
    await resource.ensureCreated(ctx, {});
    equal(steps, ['getCurrentState', 'getDesiredState']);
  });

  test('stops between two steps when its signal is aborted', async ({ ctx }) => {
    const controller = new AbortController();
    const reason = new Error('bye');
    const { ops, steps } = recording(() => controller.abort(reason));
    const resource = new CRUDResource({ logger: silentLogger, ops });
    is(await rejects(resource.ensureCreated(ctx.withSignal(controller.signal), {})), reason);
    equal(steps, ['getCurrentState']);
  });

  test('calls steps of a class on its object', async ({ ctx }) => {
    class Counter implements CRUDResourceOps<object, number, number, number, never, never> {
      readonly name = 'counter';
      count = 0;
      async getCurrentState(): Promise<number> {
        return this.count;
      }
      async getDesiredState(): Promise<number> {
        return 3;
      }
      async newUpdatePatch(
        _ctx: Context,
        _obj: object,
        current: number,
        desired: number,
      ): Promise<Patch<number>> {
        const patch = new Patch<number>();
        patch.setCreateChange(desired - current);
        return patch;
      }
      async newDeletePatch(): Promise<undefined> {}
      async applyCreateChange(_ctx: Context, _obj: object, change: number): Promise<void> {
        this.count += change;
      }
      async applyUpdateChange(): Promise<void> {}
      async applyDeleteChange(): Promise<void> {}
    }
    const ops = new Counter();
    await new CRUDResource({ logger: silentLogger, ops }).ensureCreated(ctx, {});
    is(ops.count, 3);
  });

  const { ops } = recording();
  const invalid: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    'no options': [undefined, /^CRUDResourceConfig must not be empty$/],
    'no logger': [{}, /^CRUDResourceConfig.logger must not be empty$/],
    'no ops': [{ logger: silentLogger }, /^CRUDResourceConfig.ops must not be empty$/],
    'no name': [
      { logger: silentLogger, ops: { ...ops, name: '' } },
      /^CRUDResourceConfig.ops.name must not be empty$/,
    ],
  };
  for (const [name, [config, message]] of Object.entries(invalid)) {
    test(`refuses ${name}`, () => {
      type Config = CRUDResourceConfig<object, string, string, string, string, string>;
      const error = throws(() => new CRUDResource(config as Config));
      ok(isInvalidConfig(error));
      match((error as Error).message, message);
    });
  }
});

suite('crudResource', (test) => {
  test('makes a resource of a literal', async ({ ctx }) => {
    const applied: string[] = [];
    const resource = crudResource<{ readonly wanted: string }>()({
      logger: silentLogger,
      ops: {
        name: 'literal',
        getCurrentState: async () => 'a',
        getDesiredState: async (_, obj) => obj.wanted,
        newUpdatePatch: async (_ctx, _obj, current, desired) => {
          const patch = new Patch<string>();
          if (current !== desired) patch.setCreateChange(desired);
          return patch;
        },
        newDeletePatch: async () => undefined,
        applyCreateChange: async (_ctx, _obj, change) => void applied.push(change),
        applyUpdateChange: async () => {},
        applyDeleteChange: async () => {},
      },
    });
    is(resource.name, 'literal');
    await resource.ensureCreated(ctx, { wanted: 'a' });
    await resource.ensureCreated(ctx, { wanted: 'b' });
    equal(applied, ['b']);
  });
});
