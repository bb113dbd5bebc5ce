import type { Context } from '../../context/index.ts';
import { exponentialBackOff } from '../../lib/backoff.ts';
import type { Client } from '../../lib/client/client.ts';
import { newClient } from '../../lib/client/http-client.ts';
import { type EventRecorder, newEventRecorder } from '../../lib/events/event-recorder.ts';
import type { Transport } from '../../lib/client/transport.ts';
import type { FrameworkConfig } from '../../lib/framework/framework-config.ts';
import type { Framework } from '../../lib/framework/framework.ts';
import { describePlannedChange } from '../../lib/framework/resources/planned-change.ts';
import { tracingObserver } from '../../lib/framework/observe/tracing-observer.ts';
import { Registry } from '../../lib/metrics.ts';
import type { Kind, KubernetesObject, ObjectKey } from '../../lib/object/kubernetes-object.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { type PermissionRecorder, recordPermissions } from '../../lib/testing/permission-recorder.ts';
import { equal, ok } from '../kit/assert.ts';
import { type TestServer, testServer } from '../kit/server.ts';
import { Spans } from '../kit/spans.ts';
import type { TestContext } from '../kit/suite.ts';
import { tier } from '../kit/tier.ts';
import { Door, describeRequest, isRead } from './door.ts';
import { Loops } from './loops.ts';
import { formsOf } from './sentinel.ts';
import { type Place, type Texts, readableTexts } from './readable-texts.ts';
import { type Step, stepOf } from './step.ts';

/** How long anything may take here, in milliseconds. */
export const PATIENCE_MS: number = tier() === 'real' ? 45_000 : 10_000;

/** The limit of one test, above all waits within it. */
export const LIMIT_MS: number = 3 * PATIENCE_MS;

/** What every example takes. */
export type ExampleConfig = Required<
  Pick<
    FrameworkConfig,
    'client' | 'logger' | 'registry' | 'recorder' | 'explain' | 'observers' | 'backOffFactory' | 'resyncMs'
  >
> & { readonly namespace: string } & Pick<FrameworkConfig, 'dryRun'>;

export type NewOperator<T extends KubernetesObject> = (config: ExampleConfig) => Framework<T>;

/**
 * An example at work in a namespace of its own: its requests are counted at the server's door, and all that a
 * person could read of it is gathered.
 */
export class ExampleStage<T extends KubernetesObject> {
  readonly server: TestServer;
  readonly ctx: Context;
  readonly namespace: string;
  /** Somebody else's: what it asks for is not counted. */
  readonly client: Client;
  readonly framework: Framework<T>;
  /** Of the reconciled objects. */
  readonly kind: Kind<T>;
  readonly loops: Loops = new Loops();
  readonly #newOperator: NewOperator<T>;
  readonly #door: Door;
  readonly #permissions: PermissionRecorder;
  readonly #recorder: EventRecorder;
  readonly #registry: Registry = new Registry();
  readonly #stop = new AbortController();
  readonly #planned: string[] = [];
  readonly #spans: Spans;
  #running: Promise<void> = Promise.resolve();

  private constructor(server: TestServer, spans: Spans, kind: Kind<T>, newOperator: NewOperator<T>) {
    const { ctx, namespace, client, logger } = server;
    this.server = server;
    this.ctx = ctx;
    this.namespace = namespace;
    this.client = client;
    this.kind = kind;
    this.#spans = spans;
    this.#newOperator = newOperator;
    this.#door = new Door(client.transport);
    this.#permissions = recordPermissions(this.#door);
    this.#recorder = newEventRecorder({ client, controller: 'example.com/test', logger });
    this.framework = newOperator(this.#config(this.#permissions, this.loops));
  }

  /** Resolves when the operator is ready. It ends with the test, which fails if it asked for what it did not declare. */
  static async on<T extends KubernetesObject>(
    t: TestContext,
    kind: Kind<T>,
    newOperator: NewOperator<T>,
  ): Promise<ExampleStage<T>> {
    const stage = new ExampleStage(await testServer(t), Spans.of(t), kind, newOperator);
    stage.#running = stage.framework.boot(stage.#stop.signal);
    t.defer(async () => {
      await stage.stop();
      stage.#permissions.assertDeclared(stage.framework.permissions());
      await stage.#recorder[Symbol.asyncDispose]();
    });
    await stage.framework.whenReady(stage.ctx);
    stage.#door.requests.splice(0);
    return stage;
  }

  /** Ends the operator; the objects stay. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the operator is stopped'));
    await this.#running;
  }

  key(name: string): ObjectKey {
    return `${this.namespace}/${name}`;
  }

  async create<K extends KubernetesObject>(kind: Kind<K>, obj: K): Promise<K> {
    const metadata = { namespace: this.namespace, ...obj.metadata };
    return await this.client.create<K>(this.ctx, kind, { ...obj, metadata });
  }

  async find<K extends KubernetesObject>(kind: Kind<K>, name: string): Promise<K | undefined> {
    return await this.client.tryGet<K>(this.ctx, kind, { name, namespace: this.namespace });
  }

  /** Whether the operator was told of this version of an object, or of a newer one. */
  knows(kind: Kind, obj: KubernetesObject): boolean {
    return this.#door.hasBrought(kind, obj);
  }

  /** Merges. */
  async change(kind: Kind, name: string, value: object): Promise<void> {
    const ref = { name, namespace: this.namespace };
    await this.client.patch(this.ctx, kind, ref, { type: 'merge', value });
  }

  async delete(kind: Kind, name: string): Promise<void> {
    await this.client.delete(this.ctx, kind, { name, namespace: this.namespace });
  }

  async until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    const { signal } = this.ctx;
    await eventually(condition, (holds) => holds, { what, deadlineMs: PATIENCE_MS, signal });
  }

  /**
   * Does something, and waits until it has come about and a reconcile of the object asks for nothing any more.
   * @throws where a reconcile wrote the status more than once.
   */
  async step(
    name: string,
    act: () => Promise<unknown>,
    what: string,
    condition: () => boolean | Promise<boolean>,
  ): Promise<Step> {
    const before = this.loops.endedOf(this.key(name)).length;
    this.#door.requests.splice(0);
    await act();
    await this.until(what, condition);
    const { requests } = this.#door;
    await this.until('a reconcile that asks for nothing', async () => {
      await this.until('the news of the own writes', () => this.#door.isCaughtUp);
      const asked = requests.length;
      await this.reconcile(name);
      return requests.length === asked;
    });
    return stepOf(requests, this.loops.of(this.key(name)) - before);
  }

  /** Asks for a reconcile of the object and waits until it has ended. */
  async reconcile(name: string): Promise<void> {
    const key = this.key(name);
    const before = this.loops.triggered(key);
    this.framework.trigger(key);
    await this.until('the reconcile', () => this.loops.triggered(key) > before);
  }

  /** @throws unless three reconciles of the object pass without a request. */
  async isQuiet(name: string): Promise<void> {
    this.#door.requests.splice(0);
    for (let i = 0; i < 3; i += 1) await this.reconcile(name);
    equal(this.#door.requests.map(describeRequest), []);
  }

  /** Does something, and waits until so many reconciles of the object have failed. @returns what they asked for. */
  async fails(name: string, act: () => Promise<unknown>, times = 2): Promise<Step> {
    const key = this.key(name);
    const [before, failures] = [this.loops.endedOf(key).length, this.loops.failed(key)];
    this.#door.requests.splice(0);
    await act();
    await this.until('failures', () => this.loops.failed(key) >= failures + times);
    return stepOf(this.#door.requests, this.loops.of(key) - before);
  }

  /**
   * Stops the operator and runs the same one in a dry run, until it has looked at the object. What it would change
   * is gathered.
   */
  async dryRun(name: string): Promise<readonly string[]> {
    await this.stop();
    const [door, loops, changes] = [new Door(this.client.transport), new Loops(), [] as string[]];
    const stop = new AbortController();
    const operator = this.#newOperator({
      ...this.#config(door, loops),
      dryRun: (change) => void changes.push(describePlannedChange(change)),
    });
    const running = operator.boot(stop.signal);
    try {
      await this.until('the dry run', () => loops.endedOf(this.key(name)).length > 0);
    } finally {
      stop.abort(new Error('the dry run is over'));
      await running;
    }
    const written = door.requests.filter((request) => !isRead(request) && !request.dryRun);
    equal(written.map(describeRequest), []);
    this.#planned.push(...changes);
    return changes;
  }

  /** @throws when one of the values, or a form of it, stands where a person could read it. */
  async hides(values: readonly string[]): Promise<void> {
    equal(await this.leaks(values), {});
  }

  /** Where one of the values stands, and what stands around it. */
  async leaks(values: readonly string[]): Promise<Readonly<Record<string, string>>> {
    await this.#recorder.flush();
    const found = Object.entries(await this.#texts()).flatMap(([where, text]) => {
      const at = Math.max(...values.flatMap(formsOf).map((form) => text.indexOf(form)));
      return at < 0 ? [] : [[where, text.slice(Math.max(0, at - 300), at + 300)]];
    });
    return Object.fromEntries(found) as Record<string, string>;
  }

  /** @throws unless there was something to read there. */
  async shows(where: Place, text: string): Promise<void> {
    await this.#recorder.flush();
    const texts = await this.#texts();
    ok(texts[where].includes(text), `${where} does not show "${text}": ${texts[where].slice(0, 4000)}`);
  }

  async #texts(): Promise<Texts> {
    const { ctx, namespace, client, framework, loops } = this;
    return await readableTexts(ctx, {
      client,
      namespace,
      framework,
      logger: this.server.logger,
      registry: this.#registry,
      keys: loops.keys,
      objects: await client.listAll(ctx, this.kind, { namespace }),
      planned: this.#planned,
      spans: this.#spans,
    });
  }

  #config(transport: Transport, loops: Loops): ExampleConfig {
    return {
      client: newClient({ transport, registry: this.#registry }),
      logger: this.server.logger,
      namespace: this.namespace,
      registry: this.#registry,
      recorder: this.#recorder,
      explain: true,
      observers: [loops, tracingObserver({ tracer: this.#spans.provider.getTracer('test') })],
      backOffFactory: () => exponentialBackOff({ initialMs: 20, factor: 2, maxMs: 500 }),
      resyncMs: 0,
    };
  }
}
