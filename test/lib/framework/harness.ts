import { type Context, silentLogger } from '../../../context/index.ts';
import { exponentialBackOff } from '../../../lib/backoff.ts';
import type { FrameworkConfig } from '../../../lib/framework/framework-config.ts';
import { Framework } from '../../../lib/framework/framework.ts';
import { ResourceRouter } from '../../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../../lib/framework/resources/resource-set.ts';
import type { Resource } from '../../../lib/framework/resources/resource.ts';
import { Registry } from '../../../lib/metrics.ts';
import type { ConfigMap } from '../../../lib/object/kinds.ts';
import { keyOf } from '../../../lib/object/kubernetes-object.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { FakeCluster } from './fake-cluster.ts';
import { RecordingLogger } from '../../kit/recording-logger.ts';

export const FINALIZER = 'operatorkit.giantswarm.io/test';

type Ensure = (ctx: Context, obj: ConfigMap) => Promise<void>;

export interface HarnessOptions extends Partial<
  Omit<FrameworkConfig<ConfigMap>, 'logger' | 'clock' | 'name'>
> {
  readonly created?: Ensure;
  readonly deleted?: Ensure;
  readonly handles?: (obj: ConfigMap) => boolean;
  readonly withoutClient?: boolean;
  readonly resources?: readonly Resource<ConfigMap>[];
  readonly cluster?: FakeCluster;
}

/** A framework over a fake cluster and a virtual clock, and what it did. Ends the framework when disposed. */
export class Harness implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly logger = new RecordingLogger();
  readonly registry: Registry;
  readonly cluster: FakeCluster;
  readonly framework: Framework<ConfigMap>;
  /** `created default/a`, `deleted default/a`, in order. */
  readonly calls: string[] = [];
  readonly stop = new AbortController();
  ended: { readonly error?: unknown } | undefined;
  readonly #runs: Promise<void>[] = [];

  constructor(options: HarnessOptions = {}) {
    const { created, deleted, handles = () => true, withoutClient = false, ...rest } = options;
    const { cluster = new FakeCluster(), registry = new Registry(), resources, ...config } = rest;
    this.registry = registry;
    this.cluster = cluster;
    const own = [this.#recorder(created ?? (async () => {}), deleted ?? (async () => {}))];
    const set = new ResourceSet<ConfigMap>({ handles, logger: silentLogger, resources: resources ?? own });
    this.framework = new Framework<ConfigMap>({
      name: 'test',
      informer: this.cluster.informer,
      resourceRouter: new ResourceRouter({ logger: silentLogger, resourceSets: [set] }),
      backOffFactory: () => exponentialBackOff({ initialMs: 1000, factor: 1, jitter: 0 }),
      resyncMs: 0,
      ...(withoutClient ? {} : { client: this.cluster.client }),
      ...config,
      logger: this.logger,
      registry: this.registry,
      clock: this.clock,
    });
  }

  /** Boots, and lets it come to rest. */
  async boot(): Promise<this> {
    this.follow(this.framework.boot(this.stop.signal));
    await this.settle();
    return this;
  }

  /** Waits for a run of the framework at the end. */
  follow(run: Promise<void>): void {
    this.#runs.push(
      run.then(
        () => void (this.ended = {}),
        (error: unknown) => void (this.ended = { error }),
      ),
    );
  }

  /** Lets everything happen that waits for no timer. */
  async settle(): Promise<void> {
    for (let i = 0; i < 5; i += 1) await this.clock.advance(0);
  }

  async metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const metric = await this.registry.getSingleMetric(name)?.get();
    const found = metric?.values.find((value) =>
      Object.entries(labels).every(
        ([label, want]) => (value.labels as Record<string, unknown>)[label] === want,
      ),
    );
    return found?.value ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort(new Error('the test is over'));
    if (this.#runs.length > 0) await this.clock.runUntil(() => this.ended !== undefined);
    await Promise.all(this.#runs);
  }

  #recorder(created: Ensure, deleted: Ensure): Resource<ConfigMap> {
    return {
      name: 'recorder',
      ensureCreated: (ctx, obj) => {
        this.calls.push(`created ${keyOf(obj)}`);
        return created(ctx, obj);
      },
      ensureDeleted: (ctx, obj) => {
        this.calls.push(`deleted ${keyOf(obj)}`);
        return deleted(ctx, obj);
      },
    };
  }
}
