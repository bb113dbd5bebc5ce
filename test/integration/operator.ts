import type { Context } from '../../context/index.ts';
import { exponentialBackOff } from '../../lib/backoff.ts';
import type { FrameworkConfig } from '../../lib/framework/framework-config.ts';
import { Framework } from '../../lib/framework/framework.ts';
import { ResourceRouter } from '../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../lib/framework/resources/resource-set.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import { Registry } from '../../lib/metrics.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { defined, equal } from '../kit/assert.ts';
import type { TestServer } from '../kit/server.ts';
import { PATIENCE_MS, type Widget, type Widgets } from './widget.ts';

type Ensure = (ctx: Context, obj: Widget) => Promise<unknown>;

export interface OperatorOptions extends Partial<Omit<FrameworkConfig<Widget>, 'logger'>> {
  /** What its one resource does, beside taking notes. */
  readonly created?: Ensure;
  readonly deleted?: Ensure;
  /** Instead of that one. */
  readonly resources?: readonly Resource<Widget>[];
  readonly handles?: (obj: Widget) => boolean;
}

/** An informer of the widgets of one test, quick to try again. */
export function widgetInformer(server: TestServer, { kind, namespace }: Widgets): Informer<Widget> {
  const backOffFactory = () => exponentialBackOff({ initialMs: 20, factor: 2, maxMs: 500 });
  return newInformer<Widget>({ client: server.client, kind, namespace, backOffFactory });
}

/** An operator of widgets that runs, and what it did. Stops the framework when disposed. */
export class Operator implements AsyncDisposable {
  readonly framework: Framework<Widget>;
  readonly registry: Registry;
  /** `created a`, `deleted a`, in the order of their beginnings. */
  readonly calls: string[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  readonly #server: TestServer;
  readonly #widgets: Widgets;
  #barriers = 0;

  constructor(server: TestServer, widgets: Widgets, options: OperatorOptions = {}) {
    const { created, deleted, resources, handles = () => true, ...config } = options;
    const { logger } = server;
    const own = this.#recorder(created ?? (async () => {}), deleted ?? (async () => {}));
    const set = new ResourceSet<Widget>({ handles, logger, resources: resources ?? [own] });
    this.registry = config.registry ?? new Registry();
    this.framework = new Framework<Widget>({
      name: 'test',
      informer: config.informer ?? widgetInformer(server, widgets),
      resourceRouter: new ResourceRouter({ logger, resourceSets: [set] }),
      backOffFactory: () => exponentialBackOff({ initialMs: 20, factor: 2, maxMs: 500 }),
      resyncMs: 0,
      client: server.client,
      ...config,
      registry: this.registry,
      logger,
    });
    this.#server = server;
    this.#widgets = widgets;
    this.#running = this.framework.boot(this.#stop.signal);
  }

  /** Waits until the calls are just these. */
  async until(calls: readonly string[]): Promise<void> {
    await this.when(() => this.calls.length >= calls.length, `${calls.length} calls`);
    equal(this.calls, calls);
  }

  async when(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
    await eventually(condition, (holds) => holds, {
      what,
      deadlineMs: PATIENCE_MS,
      signal: this.#server.ctx.signal,
    }).catch((error: unknown) => {
      throw new Error(`cannot see ${what}; calls so far: ${this.calls.join(', ')}`, { cause: error });
    });
  }

  /**
   * Waits until an object created now was reconciled: events come in order, so that with one worker everything
   * that happened before has been reconciled too. Its own call is not kept.
   */
  async barrier(): Promise<void> {
    this.#barriers += 1;
    const name = `barrier-${this.#barriers}`;
    await this.#widgets.create(name);
    await this.when(() => this.calls.includes(`created ${name}`), name);
    this.calls.splice(this.calls.indexOf(`created ${name}`), 1);
  }

  /** A metric's value, 0 for labels that were not seen. @throws when there is no such metric. */
  async metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const metric = await defined(this.registry.getSingleMetric(name), `there is no metric ${name}`).get();
    const matches = (found: Readonly<Record<string, unknown>>): boolean =>
      Object.entries(labels).every(([label, want]) => found[label] === want);
    return metric.values.find((value) => matches(value.labels))?.value ?? 0;
  }

  /** Resolves when the framework has ended. */
  async stop(reason: Error = new Error('the operator is stopped')): Promise<void> {
    this.#stop.abort(reason);
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #recorder(created: Ensure, deleted: Ensure): Resource<Widget> {
    const note = async (verb: string, work: Ensure, ctx: Context, obj: Widget): Promise<void> => {
      this.calls.push(`${verb} ${obj.metadata?.name ?? ''}`);
      await work(ctx, obj);
    };
    return {
      name: 'recorder',
      ensureCreated: async (ctx, obj) => await note('created', created, ctx, obj),
      ensureDeleted: async (ctx, obj) => await note('deleted', deleted, ctx, obj),
    };
  }
}
