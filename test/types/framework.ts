// What the compiler must accept, and what it must refuse. Nothing here runs; the type check is the test.
import type { Informer as ModelInformer, V1Deployment, V1Pod } from '@kubernetes/client-node';

import { type Context, background, silentLogger } from '../../context/index.ts';
import {
  type CRUDResourceOps,
  type Client,
  type Deployment,
  Framework,
  type Informer,
  type KubernetesObject,
  Patch,
  Pod,
  type Resource,
  ResourceRouter,
  ResourceSet,
  crudResource,
  fromClientNodeInformer,
  generationChanged,
  merge,
  processDelete,
  processUpdate,
  secondaryWatch,
  serialized,
} from '../../lib/index.ts';

const logger = silentLogger;
const ctx = background();
declare const client: Client;
declare const pods: Informer<Pod>;
declare const deployments: Informer<Deployment>;
declare const podResource: Resource<Pod>;
declare const deploymentResource: Resource<Deployment>;
declare const anyResource: Resource;
declare const pod: Pod;

// Exactly this type, neither wider nor narrower: the compiler compares the two functions by identity of A and B.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
type Probe<A> = <X>() => X extends A ? 1 : 2;
type Same<A, B> = Probe<A> extends Probe<B> ? true : false;
declare function same<A, B>(...args: Same<A, B> extends true ? [] : ['not the same type']): void;
declare const deployment: Deployment;

// States and changes flow from the literal; only the changes are named.
export const literal = crudResource<Pod>()({
  logger,
  ops: {
    name: 'literal',
    getCurrentState: async (_ctx, obj) => obj.metadata?.name,
    getDesiredState: async (_ctx, obj) => ({ phase: obj.status?.phase }),
    newUpdatePatch: async (_ctx, _obj, current, desired) => {
      same<typeof current, string | undefined>();
      same<typeof desired, { phase: string | undefined }>();
      const patch = new Patch<number, Date, boolean>();
      patch.setCreateChange(1);
      // @ts-expect-error: the change for creations is a number
      patch.setCreateChange('1');
      // @ts-expect-error: the change for deletions is a boolean
      patch.setDeleteChange(1);
      return patch;
    },
    newDeletePatch: async () => undefined,
    applyCreateChange: async (_ctx, obj, change) => {
      same<typeof obj, Pod>();
      same<typeof change, number>();
    },
    applyUpdateChange: async (_ctx, _obj, change) => same<typeof change, Date>(),
    applyDeleteChange: async (_ctx, _obj, change) => same<typeof change, boolean>(),
  },
});
export const itsType: Resource<Pod> = literal;
same<
  typeof literal.ops,
  CRUDResourceOps<Pod, string | undefined, { phase: string | undefined }, number, Date, boolean>
>();

export const wrongChange = crudResource<Pod>()({
  logger,
  ops: {
    name: 'wrong',
    getCurrentState: async () => 1,
    getDesiredState: async () => 2,
    // @ts-expect-error: what the patch creates is a number, and what is applied a string
    newUpdatePatch: async () => new Patch<number>(),
    newDeletePatch: async () => undefined,
    applyCreateChange: async (_ctx, _obj, change: string) => void change,
    applyUpdateChange: async () => {},
    applyDeleteChange: async () => {},
  },
});

// A bare patch says "nothing to do".
const bare = new Patch();
// @ts-expect-error: it has no changes
bare.setCreateChange('a');
// @ts-expect-error: it has no changes
bare.setUpdateChange('a');
// @ts-expect-error: it has no changes
bare.setDeleteChange('a');
export const fits: Patch<string, number, boolean> = bare;
// @ts-expect-error: another change
export const unfit: Patch<number> = new Patch<string>();

// A resource of one kind is no resource of another; one of all kinds is one of each.
export const general: Resource<Pod> = anyResource;
// @ts-expect-error: reconciles Deployments
export const foreign: Resource<Pod> = deploymentResource;
// @ts-expect-error: reconciles Pods only
export const narrow: Resource = podResource;
// @ts-expect-error: reconciles Pods
export const literalOfPods: Resource<Deployment> = literal;
// @ts-expect-error: a Deployment is no Pod
export const kindOfAnother: Pod = deployment;

// Sets: by a test, or by a type guard that narrows.
const podSet = new ResourceSet<Pod>({ handles: () => true, logger, resources: [podResource, anyResource] });
export const inferredSet: ResourceSet<Pod> = new ResourceSet({
  handles: (obj: Pod) => obj.spec !== undefined,
  logger,
  resources: async (_ctx: Context, obj: Pod) => (obj.spec === undefined ? [] : [podResource]),
});
const isPod = (obj: KubernetesObject): obj is Pod => obj.kind === 'Pod';
const guardedSet = new ResourceSet({ handles: isPod, logger, resources: [podResource] });
same<typeof guardedSet, ResourceSet>();
// @ts-expect-error: the guard says Pod, so that this handles Deployments at best
export const wrongGuard: ResourceSet = new ResourceSet({
  handles: isPod,
  logger,
  resources: [deploymentResource],
});
export const wrongSet = new ResourceSet<Pod>({
  handles: () => true,
  logger,
  // @ts-expect-error: reconciles Deployments
  resources: [deploymentResource],
});

const podRouter = new ResourceRouter<Pod>({ logger, resourceSets: [podSet, guardedSet] });
export const mixedRouter = new ResourceRouter({ logger, resourceSets: [guardedSet] });
// @ts-expect-error: the set handles Pods only
export const wrongRouter = new ResourceRouter<Deployment>({ logger, resourceSets: [podSet] });

// The framework's object is that of its informer and its router.
const framework = new Framework({
  name: 'pods',
  informer: pods,
  client,
  logger,
  resourceRouter: podRouter,
  predicates: [generationChanged, ({ old, object }) => old?.spec?.nodeName !== object.spec?.nodeName],
  initCtx: (at, obj) => at.withLogger(logger.with({ node: obj.spec?.nodeName })),
  watches: [
    { informer: deployments, map: (_old, now) => [now?.metadata?.name ?? ''] },
    secondaryWatch({
      informer: deployments,
      map: (old, now) => {
        same<typeof old, Deployment | undefined>();
        return [`${now?.spec?.replicas}`];
      },
    }),
  ],
});
same<typeof framework, Framework<Pod>>();
export const wrongFramework = new Framework<Pod>({
  name: 'pods',
  // @ts-expect-error: tells of Deployments
  informer: deployments,
  client,
  logger,
  resourceRouter: podRouter,
});
export const anyKind = new Framework({
  name: 'all',
  informer: pods,
  client,
  logger,
  resourceRouter: mixedRouter,
});

framework.updateFunc(undefined, pod);
framework.updateFunc(pod);
framework.deleteFunc(pod);
// @ts-expect-error: no Pod
framework.deleteFunc(deployment);
export async function events(updates: AsyncIterable<Pod>, others: AsyncIterable<Deployment>): Promise<void> {
  await framework.processEvents(ctx, merge({ updates }));
  // @ts-expect-error: no Pods
  await framework.processEvents(ctx, merge({ updates: others }));
}

// client-node's models fit where only their shape matters.
declare const model: V1Pod;
declare const modelResource: Resource<V1Pod>;
declare const modelInformer: ModelInformer<V1Pod>;
declare const otherModelInformer: ModelInformer<V1Deployment>;
export async function models(): Promise<void> {
  await processUpdate(ctx, model, [modelResource]);
  await processDelete(ctx, model, [modelResource]);
  // @ts-expect-error: its times are Dates, those of the wire are strings
  await processUpdate(ctx, model, [podResource]);
  const run = serialized(processUpdate<V1Pod>, { onError: () => {} });
  modelInformer.on('update', (obj) => void run(ctx, obj, [modelResource]));
}
export const adapted: Informer<Pod> = fromClientNodeInformer(modelInformer, Pod);
same<ReturnType<typeof adapted.get>, Pod | undefined>();
export const untold = fromClientNodeInformer(otherModelInformer).get('a')?.spec?.replicas satisfies
  number | undefined;
export const creationTime = fromClientNodeInformer(modelInformer).get('a')?.metadata
  ?.creationTimestamp satisfies string | undefined;
