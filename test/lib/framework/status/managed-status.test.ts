import { type Context, dryRun } from '../../../../context/index.ts';
import type { Client, KindRef, PatchBody } from '../../../../lib/client/client.ts';
import { ManagedStatus, type ManagedStatusOptions } from '../../../../lib/framework/status/managed-status.ts';
import { OwnWrites } from '../../../../lib/framework/intake/own-writes.ts';
import { statusOptions } from '../../../../lib/framework/status/status-options.ts';
import { Registry, statusMetrics } from '../../../../lib/metrics.ts';
import type { Condition } from '../../../../lib/object/kinds.ts';
import { type KubernetesObject, keyOf } from '../../../../lib/object/kubernetes-object.ts';
import { REDACTED } from '../../../../lib/redaction.ts';
import { SecretValues, secretValues } from '../../../../lib/secret-values.ts';
import { statusReport } from '../../../../lib/status/status-report.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { equal, is, match, ok, rejects } from '../../../kit/assert.ts';
import { RecordingLogger } from '../../../kit/recording-logger.ts';
import { suite } from '../../../kit/suite.ts';
import { apiError } from '../fake-cluster.ts';

interface Thing extends KubernetesObject {
  readonly status?: {
    readonly size?: number;
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** An API server with one object, whose patches have one level. */
class Server {
  obj: Thing | undefined = {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a', uid: '1', resourceVersion: '1', generation: 4 },
  };
  readonly refusals: Error[] = [];
  patches = 0;
  /** What happens while a patch is on its way. */
  during: () => Promise<void> = async () => {};

  /** Someone else's write. */
  change(metadata: object): Thing {
    const { resourceVersion, ...rest } = this.obj?.metadata ?? {};
    const next = { ...rest, ...metadata, resourceVersion: String(Number(resourceVersion) + 1) };
    this.obj = { ...this.obj, metadata: next };
    return this.obj;
  }

  get client(): Client {
    const methods = {
      tryGet: async () => this.obj,
      patch: async (_ctx: Context, _kind: KindRef<Thing>, _ref: unknown, patch: PatchBody) => {
        this.patches += 1;
        await this.during();
        const refusal = this.refusals.shift();
        if (refusal !== undefined) throw refusal;
        if (this.obj === undefined) throw notFound();
        const { metadata, status } = (patch as { readonly value: Thing }).value;
        if (metadata?.resourceVersion !== this.obj.metadata?.resourceVersion) throw apiError(409, 'Conflict');
        this.obj = { ...this.obj, status: { ...this.obj.status, ...status } };
        return this.change({});
      },
    };
    return methods as unknown as Client;
  }
}

function notFound(): Error {
  const error = apiError(404, 'NotFound');
  return Object.assign(error, { status: { ...error.status, details: { name: 'a' } } });
}

function setUp(options: Partial<ManagedStatusOptions<Thing>> = {}) {
  const server = new Server();
  const registry = new Registry();
  const queued: string[] = [];
  const ownWrites = new OwnWrites<Thing>(({ object }) => queued.push(keyOf(object)));
  const { client } = server;
  const managed = new ManagedStatus<Thing>({
    name: 'test',
    client,
    options: statusOptions(true, client)!,
    metrics: statusMetrics(registry),
    ownWrites,
    ...options,
  });
  return {
    server,
    managed,
    queued,
    ownWrites,
    ready: () => server.obj?.status?.conditions?.find(({ type }) => type === 'Ready'),
    counts: async () =>
      (await registry.getSingleMetric('operatorkit_framework_status_total')?.get())?.values.map(
        ({ value, labels }) => `${labels['controller']} ${labels['result']} ${value}`,
      ),
  };
}

const SUCCESS = { type: 'success' } as const;

suite('ManagedStatus', (test) => {
  test('writes once for a reconcile, and nothing while nothing changes', async ({ ctx }) => {
    const { managed, server, counts } = setUp();
    for (let i = 0; i < 3; i += 1) {
      const inner = managed.start(ctx, server.obj!);
      statusReport.set(inner, { size: 2 });
      statusReport.condition(inner, { type: 'Disk', status: 'True', reason: 'Found' });
      await managed.end(ctx, 'a', SUCCESS);
    }
    is(server.patches, 1);
    const { conditions, ...rest } = server.obj?.status ?? {};
    equal(rest, { size: 2, observedGeneration: 4 });
    equal(
      conditions?.map(({ type, status, observedGeneration }) => [type, status, observedGeneration]),
      [
        ['Disk', 'True', 4],
        ['Ready', 'True', 4],
      ],
    );
    equal(await counts(), ['test written 1', 'test unchanged 2']);
  });

  test('tells of a failure, and of its end', async ({ ctx }) => {
    const { managed, server, ready } = setUp();
    const secrets = new SecretValues();
    secrets.add('hunter2');
    for (const retryMs of [500, 750, 1125]) {
      managed.start(secretValues.with(ctx, secrets), server.obj!);
      await managed.end(ctx, 'a', { type: 'error', error: new Error('no hunter2'), retryMs });
    }
    equal(
      [ready()?.status, ready()?.reason, ready()?.message],
      ['False', 'ReconcileFailed', `no ${REDACTED}; next attempt within 10 seconds`],
    );
    is(server.patches, 1);
    managed.start(ctx, server.obj!);
    await managed.end(ctx, 'a', SUCCESS);
    is(ready()?.status, 'True');
  });

  test('keeps what was reported when it goes on with a newer version', async ({ ctx }) => {
    const { managed, server } = setUp();
    const inner = managed.start(ctx, server.obj!);
    statusReport.set(inner, { size: 3 });
    is(managed.start(inner, server.change({ finalizers: ['x'] })), inner);
    await managed.end(ctx, 'a', SUCCESS);
    is(server.patches, 1);
    is(server.obj?.status?.size, 3);
  });

  test('starts each reconcile with an empty report', async ({ ctx }) => {
    const { managed, server } = setUp();
    statusReport.set(managed.start(ctx, server.obj!), { size: 3 });
    managed.forget('a');
    managed.start(ctx, server.obj!);
    await managed.end(ctx, 'a', SUCCESS);
    is(server.obj?.status?.size, undefined);
  });

  test('says nothing where nothing began', async ({ ctx }) => {
    const { managed, server } = setUp();
    await managed.end(ctx, 'a', SUCCESS);
    is(server.patches, 0);
  });

  test('says that an object is paused, and leaves the rest', async ({ ctx }) => {
    const { managed, server } = setUp();
    managed.start(ctx, server.obj!);
    await managed.end(ctx, 'a', { type: 'paused', annotation: 'example.com/hold' });
    const { conditions, ...rest } = server.obj?.status ?? {};
    equal(rest, {});
    equal(
      conditions?.map(({ type, status }) => `${type} ${status}`),
      ['Paused True'],
    );
  });

  test('keeps its own event from being reconciled', async ({ ctx }) => {
    const written: (string | undefined)[] = [];
    const { managed, server, ownWrites, queued } = setUp({
      onWritten: (before, after) =>
        written.push(before.metadata?.resourceVersion, after.metadata?.resourceVersion),
    });
    managed.start(ctx, server.obj!);
    await managed.end(ctx, 'a', SUCCESS);
    equal(written, ['1', '2']);
    is(ownWrites.take(server.obj!), true);
    equal(queued, []);
  });

  test('lets the event through when the object had changed meanwhile', async ({ ctx }) => {
    const written: unknown[] = [];
    const { managed, server, ownWrites, queued } = setUp({ onWritten: (...both) => written.push(both) });
    const obj = server.obj!;
    managed.start(ctx, obj);
    server.change({ generation: 5 });
    await managed.end(ctx, 'a', SUCCESS);
    is(server.obj?.status?.observedGeneration, 4);
    is(server.patches, 2);
    is(ownWrites.take(server.obj!), false);
    equal([queued, written], [[], []]);
  });

  test('asks for another reconcile when the change came during the write', async ({ ctx }) => {
    const { managed, server, ownWrites, queued } = setUp();
    managed.start(ctx, server.obj!);
    server.during = async () => {
      server.during = async () => {};
      is(ownWrites.defers({ object: server.change({ generation: 5 }) }), true);
    };
    await managed.end(ctx, 'a', SUCCESS);
    equal(queued, ['a']);
  });

  test('waits for no event of what a dry run only tries', async ({ ctx }) => {
    const written: unknown[] = [];
    const { managed, server, ownWrites } = setUp({ onWritten: (...both) => written.push(both) });
    const dry = dryRun.with(ctx);
    dryRun.set(dry);
    managed.start(dry, server.obj!);
    await managed.end(dry, 'a', SUCCESS);
    is(server.patches, 1);
    is(ownWrites.take(server.obj!), false);
    equal(written, []);
  });

  test('fails a reconcile that went well when its status cannot be written', async ({ ctx }) => {
    const { managed, server, counts } = setUp();
    server.refusals.push(apiError(403, 'Forbidden'));
    managed.start(ctx, server.obj!);
    await rejects(managed.end(ctx, 'a', SUCCESS), /allow the verb patch/);
    equal(await counts(), ['test failed 1']);
  });

  test('logs what goes wrong with the status of a failure', async ({ ctx }) => {
    const { managed, server } = setUp();
    const logger = new RecordingLogger();
    server.refusals.push(apiError(403, 'Forbidden'));
    managed.start(ctx, server.obj!);
    await managed.end(ctx.withLogger(logger), 'a', { type: 'error', error: 'no', retryMs: 1 });
    is(logger.lines[0]?.message, 'status not written');
  });

  test('does not wait for ever for the status of a failure', async ({ ctx }) => {
    const clock = new VirtualClock();
    const { managed, server } = setUp();
    const logger = new RecordingLogger();
    const forever = Promise.withResolvers<void>();
    server.during = async () => await forever.promise;
    managed.start(ctx, server.obj!);
    const end = managed.end(ctx.withClock(clock).withLogger(logger), 'a', {
      type: 'error',
      error: 'no',
      retryMs: 1,
    });
    await clock.advance(10_000);
    await end;
    match(String(logger.lines[0]?.fields['error']), /writing the status of a/);
    forever.resolve();
  });

  test('counts an abort as no failure', async ({ ctx }) => {
    const { managed, server, counts } = setUp();
    const stop = new AbortController();
    server.during = async () => {
      stop.abort(new Error('stop'));
      throw stop.signal.reason;
    };
    managed.start(ctx, server.obj!);
    is(await rejects(managed.end(ctx.withSignal(stop.signal), 'a', SUCCESS)), stop.signal.reason);
    equal(await counts(), []);
  });

  test('takes an object that is gone for written', async ({ ctx }) => {
    const { managed, server, counts } = setUp();
    managed.start(ctx, server.obj!);
    server.obj = undefined;
    await managed.end(ctx, 'a', SUCCESS);
    equal(await counts(), ['test gone 1']);
    ok(server.patches === 1);
  });
});
