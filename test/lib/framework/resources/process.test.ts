import {
  type Context,
  deletionAllowed,
  finalizersKept,
  reconciliationCanceled,
  requeueAfter,
  resourceCanceled,
  updateAllowed,
  updateNecessary,
} from '../../../../context/index.ts';
import { isExecutionFailed } from '../../../../lib/errors.ts';
import { processDelete, processUpdate } from '../../../../lib/framework/resources/process.ts';
import type { Resource } from '../../../../lib/framework/resources/resource.ts';
import { equal, is, ok, rejects } from '../../../kit/assert.ts';
import { turns } from '../../../kit/real-time.ts';
import { suite } from '../../../kit/suite.ts';

function resource(
  name: string,
  steps: string[],
  during: (ctx: Context) => void = () => {},
): Resource<object> {
  return {
    name,
    ensureCreated: async (ctx) => {
      steps.push(`created ${name}`);
      during(ctx);
    },
    ensureDeleted: async (ctx) => {
      steps.push(`deleted ${name}`);
      during(ctx);
    },
  };
}

const PROCESSES = { created: processUpdate, deleted: processDelete } as const;

for (const [verb, process] of Object.entries(PROCESSES)) {
  suite(process.name, (test) => {
    test('runs the resources strictly in order', async ({ ctx }) => {
      const steps: string[] = [];
      const slow: Resource<object> = {
        ...resource('slow', steps),
        [verb === 'created' ? 'ensureCreated' : 'ensureDeleted']: async () => {
          await turns(1);
          steps.push(`${verb} slow`);
        },
      };
      const outcome = await process(ctx, {}, [slow, resource('quick', steps)]);
      equal(steps, [`${verb} slow`, `${verb} quick`]);
      equal(outcome, { canceled: false, finalizersKept: false });
    });

    test('ends with the first error, untouched', async ({ ctx }) => {
      const steps: string[] = [];
      const boom = new Error('boom');
      const failing = resource('a', steps, (at) => {
        reconciliationCanceled.set(at);
        throw boom;
      });
      is(await rejects(process(ctx, {}, [failing, resource('b', steps)])), boom);
      equal(steps, [`${verb} a`]);
    });

    test('stops after a resource that canceled the reconciliation', async ({ ctx }) => {
      const steps: string[] = [];
      const canceling = resource('a', steps, (at) => reconciliationCanceled.set(at));
      const outcome = await process(ctx, {}, [canceling, resource('b', steps)]);
      equal(steps, [`${verb} a`]);
      is(outcome.canceled, true);
    });

    test('runs nothing when the reconciliation was canceled before', async ({ ctx }) => {
      const steps: string[] = [];
      const canceled = reconciliationCanceled.with(ctx);
      reconciliationCanceled.set(canceled);
      const outcome = await process(canceled, {}, [resource('a', steps)]);
      equal(steps, []);
      is(outcome.canceled, true);
    });

    test('gives each resource a resource flag of its own', async ({ ctx }) => {
      const seen: boolean[] = [];
      const canceling = resource('r', [], (at) => {
        seen.push(resourceCanceled.isSet(at));
        resourceCanceled.set(at);
      });
      const outer = resourceCanceled.with(ctx);
      const outcome = await process(outer, {}, [canceling, canceling]);
      equal(seen, [false, false]);
      is(resourceCanceled.isSet(outer), false);
      is(outcome.canceled, false);
    });

    test('installs the flags that the context lacks', async ({ ctx }) => {
      const gates = [updateAllowed, updateNecessary, deletionAllowed];
      const first = resource('first', [], (at) => {
        for (const gate of gates) ok(gate.set(at), gate.name);
        ok(finalizersKept.set(at));
        ok(requeueAfter.set(at, 20));
        ok(requeueAfter.set(at, 10));
      });
      const second = resource('second', [], (at) => {
        for (const gate of gates) ok(gate.isSet(at), gate.name);
      });
      const outcome = await process(ctx, {}, [first, second]);
      equal(outcome, { canceled: false, finalizersKept: true, requeueAfterMs: 10 });
    });

    test('uses the flags that the context has', async ({ ctx }) => {
      const outer = finalizersKept.with(ctx);
      await process(outer, {}, [resource('a', [], (at) => finalizersKept.set(at))]);
      is(finalizersKept.isSet(outer), true);
    });

    test('stops before a resource when its signal is aborted', async ({ ctx }) => {
      const steps: string[] = [];
      const controller = new AbortController();
      const reason = new Error('bye');
      const aborting = resource('a', steps, () => controller.abort(reason));
      const run = process(ctx.withSignal(controller.signal), {}, [aborting, resource('b', steps)]);
      is(await rejects(run), reason);
      equal(steps, [`${verb} a`]);
    });

    test('refuses an empty list', async ({ ctx }) => {
      const error = await rejects(process(ctx, {}, []), /must not be empty/);
      ok(isExecutionFailed(error));
      ok(isExecutionFailed(await rejects(process(ctx, {}, undefined as unknown as []))));
    });
  });
}
