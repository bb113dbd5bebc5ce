import { type Clock, type Context, sleepOn, systemClock } from '../../../context/index.ts';
import { type ApiServer, startApiServer } from '../../../lib/apiserver/server.ts';
import type { Client } from '../../../lib/client/client.ts';
import type { Deployment, DaemonSet, Job, StatefulSet } from '../../../lib/object/kinds.ts';
import { Pod } from '../../../lib/object/kinds.ts';
import type { Kind, KubernetesObject, ObjectRef } from '../../../lib/object/kubernetes-object.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { newTestClient } from '../../../lib/testing/test-client.ts';
import {
  type WorkloadSimulator,
  type WorkloadSimulatorOptions,
  simulateWorkloads,
} from '../../../lib/testing/workload-simulator.ts';

/** An API server, a simulator at work on it, and a client of one's own. */
export interface Stage extends AsyncDisposable {
  readonly server: ApiServer;
  readonly client: Client;
  readonly simulator: WorkloadSimulator;
  /** Waits until the object is as it should be. */
  until<T extends KubernetesObject>(kind: Kind<T>, name: string, check: (obj: T) => boolean): Promise<T>;
  /** Waits until the Pods with this label `app` are as they should be. Without an app: all Pods. */
  untilPods(app: string | undefined, check: (pods: readonly Pod[]) => boolean): Promise<readonly Pod[]>;
  pods(app?: string): Promise<readonly Pod[]>;
}

export async function newStage(
  ctx: Context,
  options: Omit<WorkloadSimulatorOptions, 'client'> = {},
): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startApiServer({ listen: false }));
  const client = stack.use(newTestClient(server));
  const simulator = stack.use(await simulateWorkloads(ctx, { ...options, client }));
  const disposal = stack.move();
  const pods = async (app?: string): Promise<readonly Pod[]> =>
    await client.listAll(ctx, Pod, app === undefined ? {} : { labelSelector: `app=${app}` });
  const wait = { deadlineMs: 4000, signal: ctx.signal };
  return {
    server,
    client,
    simulator,
    pods,
    until: async (kind, name, check) =>
      await eventually(async () => await client.get(ctx, kind, refIn(kind, name)), check, wait),
    untilPods: async (app, check) => await eventually(async () => await pods(app), check, wait),
    [Symbol.asyncDispose]: async () => await disposal.disposeAsync(),
  };
}

function refIn<T extends KubernetesObject>(kind: Kind<T>, name: string): ObjectRef {
  return kind.namespaced ? { namespace: 'default', name } : { name };
}

/** Real time, so many times faster: what a Deployment waits for in seconds takes milliseconds. */
export function fastClock(factor: number): Clock {
  const startMs = systemClock.now();
  const elapsedMs = (): number => (systemClock.now() - startMs) * factor;
  const timer: Clock['timer'] = (ms, callback, options) => systemClock.timer(ms / factor, callback, options);
  return {
    now: () => startMs + elapsedMs(),
    monotonic: elapsedMs,
    timer,
    sleep: async (ms, signal) => await sleepOn({ timer }, ms, signal),
  };
}

/** A template whose Pods carry the label `app`. */
export function podTemplate(app: string, image = 'web:1'): NonNullable<Deployment['spec']>['template'] {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image }] } };
}

export function deployment(name: string, spec: Partial<NonNullable<Deployment['spec']>> = {}): Deployment {
  const selector = { matchLabels: { app: name } };
  return {
    metadata: { name, namespace: 'default' },
    spec: { selector, template: podTemplate(name), ...spec },
  };
}

export function statefulSet(name: string, spec: Partial<NonNullable<StatefulSet['spec']>> = {}): StatefulSet {
  const selector = { matchLabels: { app: name } };
  return {
    metadata: { name, namespace: 'default' },
    spec: { selector, template: podTemplate(name), ...spec },
  };
}

export function daemonSet(name: string, spec: Partial<NonNullable<DaemonSet['spec']>> = {}): DaemonSet {
  const selector = { matchLabels: { app: name } };
  return {
    metadata: { name, namespace: 'default' },
    spec: { selector, template: podTemplate(name), ...spec },
  };
}

export function job(name: string, spec: Partial<NonNullable<Job['spec']>> = {}): Job {
  const template = podTemplate(name);
  const whole = { ...template, spec: { ...template.spec!, restartPolicy: 'Never' } };
  return { metadata: { name, namespace: 'default' }, spec: { template: whole, ...spec } };
}

/** A condition's status, with its reason where it has one. */
export function conditionOf(
  obj: {
    readonly status?: {
      readonly conditions?: readonly {
        readonly type: string;
        readonly status: string;
        readonly reason?: string;
      }[];
    };
  },
  type: string,
): string | undefined {
  const found = obj.status?.conditions?.find((condition) => condition.type === type);
  return found && (found.reason === undefined ? found.status : `${found.status} ${found.reason}`);
}

export function isReady(pod: Pod): boolean {
  return conditionOf(pod, 'Ready') === 'True';
}

/** As texts, in order. */
export function sorted(values: readonly unknown[]): readonly string[] {
  return values.map(String).toSorted();
}
