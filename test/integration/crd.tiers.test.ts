import { ensureCrd } from '../../lib/framework/crd/crd.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import { CustomResourceDefinition } from '../../lib/object/kinds.ts';
import { equal, is, match, notEqual, ok, rejects } from '../kit/assert.ts';
import { testServer, type TestServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { Operator } from './operator.ts';
import { LIMIT_MS, newGroup, PATIENCE_MS, type Widget, widgetCrd, widgetKind, Widgets } from './widget.ts';

/** A definition that nobody else uses; in a shared cluster it is deleted in the end. */
class Definition implements AsyncDisposable {
  readonly group: string = newGroup();
  readonly crd: CustomResourceDefinition = widgetCrd(this.group);
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  get name(): string {
    return this.crd.metadata?.name ?? '';
  }

  async get(): Promise<CustomResourceDefinition | undefined> {
    return await this.#server.client.tryGet(this.#server.ctx, CustomResourceDefinition, { name: this.name });
  }

  async ensure(crd: CustomResourceDefinition = this.crd): Promise<CustomResourceDefinition> {
    return await ensureCrd(this.#server.ctx, this.#server.client, crd, { pollMs: 20 });
  }

  async delete(): Promise<void> {
    await this.#server.client.delete(this.#server.ctx, CustomResourceDefinition, { name: this.name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if ((await this.get()) !== undefined) await this.delete();
  }
}

function conditions(crd: CustomResourceDefinition | undefined): readonly string[] {
  return (crd?.status?.conditions ?? [])
    .filter(({ status }) => status === 'True')
    .map(({ type }) => type)
    .toSorted();
}

/** The same definition with one more column. */
function withColumn(crd: CustomResourceDefinition): CustomResourceDefinition {
  const [version] = crd.spec.versions;
  const columns = [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }];
  return { ...crd, spec: { ...crd.spec, versions: [{ ...version!, additionalPrinterColumns: columns }] } };
}

suite(
  'ensureCrd on an API server',
  (test) => {
    test('creates a definition and waits until its objects are served', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const found = await definition.ensure();
      equal(conditions(found), ['Established', 'NamesAccepted']);
      const kind = widgetKind(definition.group);
      equal(await server.client.listAll(server.ctx, kind, { namespace: server.namespace }), []);
    });

    test('writes nothing when the server says the same already', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const first = await definition.ensure();
      const second = await definition.ensure();
      is(second.metadata?.generation, first.metadata?.generation);
      is(second.metadata?.resourceVersion, (await definition.get())?.metadata?.resourceVersion);
    });

    test('updates a definition that differs, and keeps its objects', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const { namespace } = server;
      const kind = widgetKind(definition.group);
      const first = await definition.ensure();
      await server.client.create<Widget>(server.ctx, kind, { metadata: { namespace, name: 'a' } });
      const second = await definition.ensure(withColumn(definition.crd));
      is(second.metadata?.uid, first.metadata?.uid);
      notEqual(second.metadata?.generation, first.metadata?.generation);
      equal(
        second.spec.versions[0]?.additionalPrinterColumns?.map(({ name }) => name),
        ['Size'],
      );
      is((await server.client.get<Widget>(server.ctx, kind, { namespace, name: 'a' })).metadata?.name, 'a');
    });

    test('bears others that do the same at the same time', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const crds = [definition.crd, withColumn(definition.crd), definition.crd, withColumn(definition.crd)];
      const found = await Promise.all(crds.map((crd) => definition.ensure(crd)));
      is(new Set(found.map(({ metadata }) => metadata?.uid)).size, 1);
    });

    test('creates a definition again that somebody deleted', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const first = await definition.ensure();
      await definition.delete();
      const second = await definition.ensure();
      notEqual(second.metadata?.uid, first.metadata?.uid);
    });

    test('says what the server has against a definition', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const [version] = definition.crd.spec.versions;
      const schema = { openAPIV3Schema: { properties: { spec: { type: 'object' } } } };
      const crd = {
        ...definition.crd,
        spec: { ...definition.crd.spec, versions: [{ ...version!, schema }] },
      };
      const error = await rejects(definition.ensure(crd));
      match((error as Error).message, /^cannot POST .*customresourcedefinitions: .*openAPIV3Schema\.type/);
    });

    test('is what a framework does before it works, and it never deletes', async (t) => {
      const server = await testServer(t);
      await using definition = new Definition(server);
      const { namespace } = server;
      const kind = widgetKind(definition.group);
      const informer = newInformer<Widget>({ client: server.client, kind, namespace });
      const widgets = await Widgets.on(server);
      const operator = new Operator(server, widgets, { informer, crd: definition.crd });
      const established = async (): Promise<boolean> => conditions(await definition.get()).length === 2;
      await operator.when(established, 'the definition');
      const works = (): boolean => {
        for (const check of Object.values(operator.framework.readyChecks())) check();
        return true;
      };
      await operator.when(works, 'readiness');
      await server.client.create<Widget>(server.ctx, kind, { metadata: { namespace, name: 'a' } });
      await operator.until(['created a']);
      const before = await definition.get();
      await operator.stop();
      ok(before !== undefined);
      is((await definition.get())?.metadata?.resourceVersion, before.metadata?.resourceVersion);
      is((await definition.get())?.metadata?.deletionTimestamp, undefined);
    });
  },
  { timeoutMs: Math.max(LIMIT_MS, PATIENCE_MS) },
);
