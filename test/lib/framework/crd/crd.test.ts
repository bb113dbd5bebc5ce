import type { Context } from '../../../../context/index.ts';
import type { Client } from '../../../../lib/client/client.ts';
import { isTimeout } from '../../../../lib/errors.ts';
import { changedCrd } from '../../../../lib/framework/crd/crd-difference.ts';
import { ensureCrd } from '../../../../lib/framework/crd/crd.ts';
import type { CustomResourceDefinition } from '../../../../lib/object/kinds.ts';
import { eventually } from '../../../../lib/testing/eventually.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { equal, is, ok, rejects, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { FakeCluster, apiError } from '../fake-cluster.ts';
import { Harness } from '../harness.ts';

type Crd = CustomResourceDefinition;
type Spec = Crd['spec'];

const spec: Spec = {
  group: 'example.com',
  scope: 'Namespaced',
  names: { kind: 'Website', plural: 'websites' },
  versions: [
    {
      name: 'v1',
      served: true,
      storage: true,
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          required: [],
          properties: { spec: { type: 'object', properties: { on: { type: 'boolean', default: false } } } },
        },
      },
    },
  ],
};
const crd: Crd = { metadata: { name: 'websites.example.com', labels: { app: 'web' } }, spec };

/** As the server stores it. */
const stored: Crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { ...crd.metadata, uid: 'u', resourceVersion: '1', annotations: { theirs: 'yes' } },
  spec: {
    ...spec,
    names: { ...spec.names, listKind: 'WebsiteList', singular: 'website' },
    conversion: { strategy: 'None' },
    versions: [
      {
        ...spec.versions[0]!,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { on: { type: 'boolean', default: false } } } },
          },
        },
      },
    ],
  },
};

const established: NonNullable<Crd['status']> = {
  conditions: [
    { type: 'NamesAccepted', status: 'True' },
    { type: 'Established', status: 'True' },
  ],
};

/** A server with one definition at most, which is established when `status` says so. */
class FakeCrds {
  readonly writes: string[] = [];
  readonly refusals: unknown[] = [];
  found: Crd | undefined;
  status: Crd['status'] = established;
  readonly client: Client;

  constructor(found?: Crd) {
    this.found = found;
    const methods = {
      tryGet: async () => this.found && this.#now(),
      create: async (_ctx: Context, _kind: unknown, obj: Crd) => this.#write('create', obj),
      update: async (_ctx: Context, _kind: unknown, obj: Crd) => this.#write('update', obj),
    };
    this.client = methods as unknown as Client;
  }

  #now(): Crd {
    return { ...this.found!, ...(this.status && { status: this.status }) };
  }

  #write(verb: string, obj: Crd): Crd {
    this.writes.push(verb);
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw refusal as Error;
    this.found = obj;
    return this.#now();
  }
}

suite('ensureCrd', (test) => {
  test('creates what is not there', async ({ ctx }) => {
    const server = new FakeCrds();
    const made = await ensureCrd(ctx, server.client, crd);
    equal(server.writes, ['create']);
    equal(made.status, established);
  });

  test('writes nothing when the server says the same in its own words', async ({ ctx }) => {
    const server = new FakeCrds(stored);
    await ensureCrd(ctx, server.client, crd);
    equal(server.writes, []);
  });

  test('updates what differs, and keeps what is of others', async ({ ctx }) => {
    const server = new FakeCrds(stored);
    await ensureCrd(ctx, server.client, {
      ...crd,
      spec: { ...spec, names: { ...spec.names, shortNames: ['ws'] } },
    });
    equal(server.writes, ['update']);
    equal(server.found?.spec.names.shortNames, ['ws']);
    equal(server.found?.metadata?.annotations, { theirs: 'yes' });
    is(server.found?.metadata?.resourceVersion, '1');
  });

  test('looks again when others are quicker', async ({ ctx }) => {
    const clock = new VirtualClock();
    const server = new FakeCrds();
    server.refusals.push(apiError(409, 'AlreadyExists'), apiError(409, 'Conflict'));
    const run = ensureCrd(ctx.withClock(clock), server.client, crd);
    await clock.advance(2000);
    await run;
    equal(server.writes, ['create', 'create', 'create']);
  });

  test('waits until it is established', async ({ ctx }) => {
    const clock = new VirtualClock();
    const server = new FakeCrds(stored);
    server.status = { conditions: [{ type: 'NamesAccepted', status: 'True' }] };
    let done = false;
    const run = ensureCrd(ctx.withClock(clock), server.client, crd).then(() => void (done = true));
    await clock.advance(5000);
    is(done, false);
    server.status = established;
    await clock.advance(500);
    await run;
  });

  test('says what it saw last when the time is over', async ({ ctx }) => {
    const clock = new VirtualClock();
    const server = new FakeCrds(stored);
    server.status = {
      conditions: [{ type: 'NamesAccepted', status: 'False', reason: 'PluralConflict', message: 'taken' }],
    };
    const run = rejects(ensureCrd(ctx.withClock(clock), server.client, crd, { timeoutMs: 3000 }));
    await clock.advance(4000);
    const error = await run;
    ok(isTimeout(error));
    ok(/websites.example.com within 3000 ms: NamesAccepted=False PluralConflict taken/.test(String(error)));
    equal(server.writes, []);
  });

  test('waits for the end of one that is being deleted, and creates it again', async ({ ctx }) => {
    const clock = new VirtualClock();
    const server = new FakeCrds({ ...stored, metadata: { ...stored.metadata, deletionTimestamp: 'now' } });
    const wanted = { ...crd, spec: { ...spec, names: { ...spec.names, shortNames: ['ws'] } } };
    const run = ensureCrd(ctx.withClock(clock), server.client, wanted);
    await clock.advance(1000);
    equal(server.writes, []);
    server.found = undefined;
    await clock.advance(500);
    await run;
    equal(server.writes, ['create']);
  });

  test('hands on what the server refuses', async ({ ctx }) => {
    const server = new FakeCrds();
    server.refusals.push(apiError(403, 'Forbidden'));
    await rejects(ensureCrd(ctx, server.client, crd), /Forbidden/);
  });
});

suite('changedCrd', (test) => {
  const schema = (on: Record<string, object>): Spec => ({
    ...spec,
    versions: [
      {
        ...spec.versions[0]!,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: on } } },
        },
      },
    ],
  });
  const webhook = (caBundle?: string): Spec => ({
    ...spec,
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 's', namespace: 'n' }, ...(caBundle !== undefined && { caBundle }) },
      },
    },
  });
  interface Case {
    readonly wanted: Spec;
    readonly found: Spec;
    readonly same: boolean;
  }
  const cases: Readonly<Record<string, Case>> = {
    'defaults of the server': { wanted: spec, found: stored.spec, same: true },
    'a property more': { wanted: schema({ on: {}, off: {} }), found: schema({ on: {} }), same: false },
    'a property less': { wanted: schema({ on: {} }), found: schema({ on: {}, off: {} }), same: false },
    'another order': { wanted: schema({ a: {}, b: {} }), found: schema({ b: {}, a: {} }), same: true },
    'nullable: false': { wanted: schema({ a: { nullable: false } }), found: schema({ a: {} }), same: true },
    'default: false': { wanted: schema({ a: { default: false } }), found: schema({ a: {} }), same: false },
    'default: []': { wanted: schema({ a: { default: [] } }), found: schema({ a: {} }), same: false },
    'no status subresource': {
      wanted: { ...spec, versions: [{ name: 'v1', served: true, storage: true }] },
      found: {
        ...spec,
        versions: [{ name: 'v1', served: true, storage: true, subresources: { status: {} } }],
      },
      same: false,
    },
    'a conversion of others': { wanted: spec, found: webhook('ca'), same: true },
    'an injected CA': { wanted: webhook(), found: webhook('ca'), same: true },
    'a CA of our own': { wanted: webhook('ours'), found: webhook('ca'), same: false },
    'the default port of a webhook': {
      wanted: webhook(),
      found: {
        ...webhook(),
        conversion: {
          strategy: 'Webhook',
          webhook: {
            conversionReviewVersions: ['v1'],
            clientConfig: { service: { name: 's', namespace: 'n', port: 443 } },
          },
        },
      },
      same: true,
    },
  };
  for (const [name, { wanted, found, same }] of Object.entries(cases)) {
    test(`takes ${name} for ${same ? 'the same' : 'a difference'}`, () => {
      is(changedCrd({ ...crd, spec: wanted }, { ...stored, spec: found }) === undefined, same);
    });
  }

  test('adds labels of ours to those of others', () => {
    const found = { ...stored, metadata: { ...stored.metadata, labels: { theirs: 'yes' } } };
    equal(changedCrd(crd, found)?.metadata?.labels, { theirs: 'yes', app: 'web' });
  });
});

suite('Framework with a CRD', (test) => {
  test('tries for ever to establish it, says why in its checks, then runs', async () => {
    const cluster = new FakeCluster();
    const server = new FakeCrds();
    for (let i = 0; i < 20; i += 1) server.refusals.push(apiError(403, 'Forbidden'));
    await using run = new Harness({ cluster, crd, client: server.client });
    await run.boot();
    throws(run.framework.readyChecks()['crd']!, /Forbidden/);
    is(cluster.informer.runs, 0);
    await eventually(
      async () => await run.clock.advance(30_000).then(() => cluster.informer.runs),
      (runs) => runs === 1,
      { intervalMs: 1 },
    );
    is(server.writes.length, 21);
    run.framework.readyChecks()['crd']!();
  });
});
