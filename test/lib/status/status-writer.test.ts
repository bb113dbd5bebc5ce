import type { Context } from '../../../context/index.ts';
import type { Client, KindRef, PatchBody } from '../../../lib/client/client.ts';
import { isConflict } from '../../../lib/client/errors.ts';
import { isExecutionFailed, isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap, type CustomResourceDefinition } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { StatusReport } from '../../../lib/status/status-report.ts';
import { newStatusWriter, type StatusWriterOptions } from '../../../lib/status/status-writer.ts';
import { equal, is, ok, rejects, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { apiError } from '../framework/fake-cluster.ts';

interface Site extends KubernetesObject {
  readonly status?: { readonly size?: number };
}

const site: Site = {
  apiVersion: 'example.com/v1',
  kind: 'Site',
  metadata: { name: 'a', namespace: 'default', uid: '1', resourceVersion: '7', generation: 2 },
};

const crd: CustomResourceDefinition = {
  metadata: { name: 'pages.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Site', plural: 'pages' },
    versions: [],
  },
};

/** A client whose patches end as the test says, and that keeps what it was asked. */
function scripted(answer: (patch: PatchBody) => KubernetesObject, fresh: Site | undefined = site) {
  const calls: unknown[] = [];
  const client = {
    patch: async (_ctx: Context, kind: KindRef<Site>, _ref: unknown, patch: PatchBody, options: object) => {
      calls.push({ kind, patch, options });
      return answer(patch);
    },
    tryGet: async () => {
      calls.push('get');
      return fresh;
    },
  };
  return {
    calls,
    writer: (options: Partial<StatusWriterOptions<Site>> = {}) =>
      newStatusWriter<Site>({ client: client as unknown as Client, ...options }),
  };
}

const small = () => ({ size: 1 });

suite('newStatusWriter', (test) => {
  test('asks for a client', () => {
    const error = throws(
      () => newStatusWriter({} as StatusWriterOptions<Site>),
      /StatusWriterOptions\.client/,
    );
    ok(isInvalidConfig(error));
  });

  test('says what changes, of which version, to the status', async ({ ctx }) => {
    const run = scripted(() => site);
    await run.writer({ fieldManager: 'test' }).write(ctx, site, small);
    equal(run.calls, [
      {
        kind: { apiVersion: 'example.com/v1', kind: 'Site' },
        patch: { type: 'merge', value: { metadata: { resourceVersion: '7' }, status: { size: 1 } } },
        options: { fieldManager: 'test', subresource: 'status' },
      },
    ]);
  });

  const kinds: Readonly<
    Record<string, { readonly options: Partial<StatusWriterOptions<Site>>; readonly want: unknown }>
  > = {
    'the kind that it is given': { options: { kind: ConfigMap, crd }, want: ConfigMap },
    'the place that the CRD says': {
      options: { crd },
      want: { apiVersion: 'example.com/v1', kind: 'Site', plural: 'pages', namespaced: true },
    },
  };
  for (const [name, { options, want }] of Object.entries(kinds)) {
    test(`writes to ${name}`, async ({ ctx }) => {
      const run = scripted(() => site);
      await run.writer(options).write(ctx, site, small);
      equal((run.calls[0] as { readonly kind: unknown }).kind, want);
    });
  }

  test('says what is missing for an object without a kind', async ({ ctx }) => {
    const run = scripted(() => site);
    await rejects(
      run.writer().write(ctx, { metadata: { name: 'a', resourceVersion: '1' } }, small),
      /give the kind/,
    );
  });

  test('reads an object first whose version it does not know', async ({ ctx }) => {
    const run = scripted(() => site);
    await run.writer().write(ctx, { ...site, metadata: { name: 'a', namespace: 'default' } }, small);
    is(run.calls[0], 'get');
    is(run.calls.length, 2);
  });

  test('gives up after five conflicts', async ({ ctx }) => {
    const run = scripted(() => {
      throw apiError(409, 'Conflict');
    });
    const error = await rejects(
      run.writer().write(ctx, site, small),
      /cannot write status of object default\/a/,
    );
    ok(isExecutionFailed(error) && isConflict(error));
    is(run.calls.filter((call) => call !== 'get').length, 5);
  });

  test('ends with the reason of its signal', async ({ ctx }) => {
    const stop = new AbortController();
    const reason = new Error('stop');
    const run = scripted(() => {
      stop.abort(reason);
      throw reason;
    });
    is(await rejects(run.writer().write(ctx.withSignal(stop.signal), site, small)), reason);
  });

  test('says nothing twice that the server does not keep', async ({ ctx }) => {
    const run = scripted(() => site);
    const writer = run.writer();
    const report = new StatusReport();
    report.condition({ type: 'Ready', status: 'True', reason: 'AsExpected' });
    for (let i = 0; i < 3; i += 1) await writer.write(ctx, site, report);
    is(run.calls.length, 1);
    report.set({ size: 2 });
    await writer.write(ctx, site, report);
    is(run.calls.length, 2);
  });

  const failures: Readonly<
    Record<string, { readonly given: unknown; readonly want: RegExp; readonly retryable: boolean }>
  > = {
    'what may not be written': {
      given: apiError(403, 'Forbidden'),
      want: /allow the verb patch/,
      retryable: true,
    },
    'what its schema refuses': {
      given: apiError(422, 'Invalid'),
      want: /schema does not take it/,
      retryable: true,
    },
    'what is too large to read': {
      given: apiError(413, 'RequestEntityTooLarge'),
      want: /too large: 10 bytes, in an object of \d+ bytes, of which the server stores about 1572864; keep/,
      retryable: false,
    },
    'what is too large to store': {
      given: new Error('etcdserver: request is too large'),
      want: /too large: 10 bytes/,
      retryable: false,
    },
  };
  for (const [name, { given, want, retryable }] of Object.entries(failures)) {
    test(`says what to do about ${name}`, async ({ ctx }) => {
      const run = scripted(() => {
        throw given;
      });
      const error = await rejects(run.writer().write(ctx, site, small), want);
      is((error as { readonly retryable?: unknown }).retryable, retryable);
    });
  }

  test('knows beforehand whether there is anything to write', ({ ctx }) => {
    const writer = scripted(() => site).writer();
    const written: Site = { ...site, status: { size: 1 } };
    is(writer.isWritten(ctx, site, small), false);
    is(writer.isWritten(ctx, written, small), true);
    is(writer.isWritten(ctx, written, small, { observedGeneration: true }), false);
  });
});
