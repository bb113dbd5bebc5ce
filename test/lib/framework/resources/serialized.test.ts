import type { Context } from '../../../../context/index.ts';
import { newExclusion, serialized } from '../../../../lib/framework/resources/serialized.ts';
import { equal, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { RecordingLogger } from '../../../kit/recording-logger.ts';

const a = { metadata: { name: 'a' } };
const b = { metadata: { name: 'b' } };

/** A process that notes its begin and end, and ends when told to. */
function gated(): {
  steps: string[];
  open: () => void;
  process: (ctx: Context, obj: typeof a, what: string) => Promise<void>;
} {
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  return {
    steps,
    open: gate.resolve,
    process: async (_ctx, obj, what) => {
      steps.push(`begin ${obj.metadata.name} ${what}`);
      await gate.promise;
      steps.push(`end ${obj.metadata.name} ${what}`);
    },
  };
}

suite('serialized', (test) => {
  test('runs calls for one object one after another, and other objects in parallel', async ({ ctx }) => {
    const { steps, open, process } = gated();
    const run = serialized(process, { onError: () => {} });
    const all = [run(ctx, a, '1'), run(ctx, a, '2'), run(ctx, b, '1')];
    await Promise.resolve();
    equal(steps, ['begin a 1', 'begin b 1']);
    open();
    await Promise.all(all);
    equal(steps, ['begin a 1', 'begin b 1', 'end a 1', 'end b 1', 'begin a 2', 'end a 2']);
  });

  test('excludes what shares its exclusion', async ({ ctx }) => {
    const { steps, open, process } = gated();
    const exclusion = newExclusion();
    const update = serialized(process, { onError: () => {}, exclusion });
    const remove = serialized(process, { onError: () => {}, exclusion });
    const all = [update(ctx, a, 'update'), remove(ctx, a, 'delete')];
    open();
    await Promise.all(all);
    equal(steps, ['begin a update', 'end a update', 'begin a delete', 'end a delete']);
    equal([...exclusion], []);
  });

  test('hands errors over and never rejects, even when the handler throws', async ({ ctx }) => {
    const logger = new RecordingLogger();
    const seen: unknown[] = [];
    const run = serialized(
      () => {
        throw new Error('boom');
      },
      {
        onError: (error, obj) => {
          seen.push((error as Error).message, obj);
          throw new Error('handler');
        },
      },
    );
    await run(ctx.withLogger(logger), a);
    equal(seen, ['boom', a]);
    equal(logger.of('error handler failed').length, 1);
  });

  test('is silent about its own abort', async ({ ctx }) => {
    const seen: unknown[] = [];
    const run = serialized(async () => {}, { onError: (error) => void seen.push(error) });
    await run(ctx.withSignal(AbortSignal.abort(new Error('bye'))), a);
    equal(seen, []);
  });

  test('refuses to be without an error handler', () => {
    throws(() => serialized(async () => {}, {} as { onError: () => void }), /SerializedOptions.onError/);
  });
});
