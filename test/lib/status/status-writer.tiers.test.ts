import { findApiError, isConflict } from '../../../lib/client/errors.ts';
import { ensureCrd } from '../../../lib/framework/crd/crd.ts';
import { type Condition, ConfigMap, type CustomResourceDefinition } from '../../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { StatusReport } from '../../../lib/status/status-report.ts';
import { newStatusWriter } from '../../../lib/status/status-writer.ts';
import { newGroup, widgetCrd } from '../../integration/widget.ts';
import { defined, equal, is, match, ok, rejects } from '../../kit/assert.ts';
import { testServer, type TestServer } from '../../kit/server.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

interface Gauge extends KubernetesObject {
  readonly spec?: { readonly size?: number };
  readonly status?: {
    readonly size?: number;
    readonly others?: string;
    readonly nodes?: readonly string[];
    readonly blob?: string;
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

const GROUP = newGroup();
const gaugeKind: Kind<Gauge> = defineKind<Gauge>({
  apiVersion: `${GROUP}/v1`,
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

/** A status that keeps all that these tests write, and prunes the rest. */
function crd(): CustomResourceDefinition {
  const base = widgetCrd(GROUP);
  const [version] = base.spec.versions;
  const text = { type: 'string' };
  const condition = {
    type: 'object',
    required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
    properties: {
      type: text,
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      reason: text,
      message: text,
      lastTransitionTime: { type: 'string', format: 'date-time' },
      observedGeneration: { type: 'integer' },
    },
  };
  const properties = {
    size: { type: 'integer' },
    others: text,
    nodes: { type: 'array', items: text },
    blob: text,
    observedGeneration: { type: 'integer' },
    conditions: { type: 'array', items: condition },
  };
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  const schema = {
    openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object', properties } } },
  };
  return { ...base, spec: { ...base.spec, versions: [{ ...defined(version), schema }] } };
}

interface Stage extends TestServer {
  readonly obj: Gauge;
  readonly read: () => Promise<Gauge>;
  /** Someone else's write to the object or its status. */
  readonly change: (value: object, subresource?: 'status') => Promise<Gauge>;
}

async function stage(t: TestContext): Promise<Stage> {
  const server = await testServer(t);
  const { ctx, client, namespace } = server;
  await ensureCrd(ctx, client, crd(), { pollMs: 20 });
  const ref = { namespace, name: 'a' };
  const obj = await client.create<Gauge>(ctx, gaugeKind, { metadata: ref, spec: { size: 1 } });
  return {
    ...server,
    obj,
    read: async () => await client.get(ctx, gaugeKind, ref),
    change: async (value, subresource) =>
      await client.patch<Gauge>(
        ctx,
        gaugeKind,
        ref,
        { type: 'merge', value },
        subresource && { subresource },
      ),
  };
}

function report(fields: object, ...types: readonly string[]): StatusReport {
  const made = new StatusReport();
  made.set({ ...fields });
  for (const type of types) made.condition({ type, status: 'True', reason: 'AsExpected' });
  return made;
}

suite('StatusWriter on an API server', (test) => {
  test('writes what is reported, and nothing that is there', async (t) => {
    const { ctx, client, obj } = await stage(t);
    const writer = newStatusWriter<Gauge>({ client, fieldManager: 'gauges' });
    const options = { observedGeneration: true };
    const written = defined(await writer.write(ctx, obj, report({ size: 1 }, 'Ready'), options));
    const [ready] = written.status?.conditions ?? [];
    equal(
      [written.status?.size, written.status?.observedGeneration, ready?.type, ready?.status, ready?.message],
      [1, 1, 'Ready', 'True', ''],
    );
    is(ready?.observedGeneration, 1);
    is(written.metadata?.generation, 1);
    ok(written.metadata?.managedFields?.some(({ manager }) => manager === 'gauges'));
    is(await writer.write(ctx, written, report({ size: 1 }, 'Ready'), options), written);
  });

  test('keeps the fields of others, and takes away what is null', async (t) => {
    const { ctx, client, obj, change } = await stage(t);
    const theirs = {
      type: 'Theirs',
      status: 'True',
      reason: 'A',
      message: '',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const writer = newStatusWriter<Gauge>({ client, kind: gaugeKind });
    await change({ status: { others: 'stays', nodes: ['a', 'b'], size: 4, conditions: [theirs] } }, 'status');
    const written = await writer.write(ctx, obj, report({ size: null, nodes: ['c'] }, 'Ready'));
    const { conditions, ...rest } = defined(written?.status);
    equal(rest, { others: 'stays', nodes: ['c'] });
    equal(conditions?.[0], theirs);
    is(conditions?.[1]?.type, 'Ready');
  });

  test('is told when it rests on an old state, and makes it anew on a fresh one', async (t) => {
    const { ctx, client, obj, change, read } = await stage(t);
    await change({ spec: { size: 2 } });
    await change({ status: { size: 10 } }, 'status');
    const stale = { metadata: { resourceVersion: obj.metadata?.resourceVersion }, status: { size: 0 } };
    ok(isConflict(await rejects(change(stale, 'status'))));
    const writer = newStatusWriter<Gauge>({ client });
    const reread: (number | undefined)[] = [];
    await writer.write(ctx, obj, ({ size = 0 }) => ({ size: size + 1 }), {
      observedGeneration: true,
      onReread: (fresh) => reread.push(fresh.spec?.size),
    });
    equal((await read()).status, { size: 11, observedGeneration: 1 });
    equal(reread, [2]);
  });

  test('loses no write among writers', async (t) => {
    const { ctx, client, obj, read } = await stage(t);
    const writer = newStatusWriter<Gauge>({ client });
    await Promise.all(
      ['a', 'b', 'c'].map((node) =>
        writer.write(ctx, obj, ({ nodes = [], ...rest }) => ({ ...rest, nodes: [...nodes, node] })),
      ),
    );
    equal((await read()).status?.nodes?.toSorted(), ['a', 'b', 'c']);
  });

  test('leaves alone what is gone, and what has its name since', async (t) => {
    const { ctx, client, obj, namespace, read } = await stage(t);
    const writer = newStatusWriter<Gauge>({ client });
    await client.delete(ctx, gaugeKind, { namespace, name: 'a' });
    is(await writer.write(ctx, obj, report({ size: 1 })), undefined);
    await client.create<Gauge>(ctx, gaugeKind, { metadata: { namespace, name: 'a' } });
    is(await writer.write(ctx, obj, report({ size: 1 })), undefined);
    is((await read()).status, undefined);
  });

  test('says how to switch the subresource on', async (t) => {
    const { ctx, client, namespace } = await testServer(t);
    const obj = await client.create(ctx, ConfigMap, { metadata: { namespace, name: 'a' } });
    const error = await rejects(
      newStatusWriter({ client }).write(ctx, obj, report({ size: 1 })),
      /ConfigMap of v1 has no status subresource; switch it on with subresources: \{ status: \{\} \}/,
    );
    is((error as { readonly retryable?: unknown }).retryable, false);
  });

  test('writes once what the schema does not know', async (t) => {
    const { ctx, client, obj } = await stage(t);
    const writer = newStatusWriter<Gauge>({ client });
    const unknown = report({ size: 1, colour: 'red' });
    const written = defined(await writer.write(ctx, obj, unknown));
    equal(written.status, { size: 1 });
    is(writer.isWritten(ctx, written, unknown), true);
    is(await writer.write(ctx, written, unknown), written);
  });

  test('says why what its schema refuses is refused', async (t) => {
    const { ctx, client, obj } = await stage(t);
    const error = await rejects(
      newStatusWriter<Gauge>({ client }).write(ctx, obj, report({ size: 'large' })),
      /schema does not take it/,
    );
    match(findApiError(error)?.message ?? '', /status\.size/);
  });

  test('says how large a status is that the server does not take', async (t) => {
    const { ctx, client, obj, tier } = await stage(t);
    const writer = newStatusWriter<Gauge>({ client });
    // Only a real server has a store with limits, and only HTTP has one of its own.
    const sizes = { direct: [], http: [3.2], real: [1.6, 2.5, 3.2] }[tier];
    for (const size of sizes) {
      const blob = 'x'.repeat(size * 1024 * 1024);
      const error = await rejects(
        writer.write(ctx, obj, report({ blob })),
        /too large: \d{7} bytes, in an object/,
      );
      is((error as { readonly retryable?: unknown }).retryable, false);
    }
  });
});
