import type { Context } from '../context/index.ts';
import { ExecutionFailedError, requireOption } from '../lib/errors.ts';
import { CRUDResource } from '../lib/framework/resources/crud-resource.ts';
import type { CRUDResourceOps, Resource } from '../lib/framework/resources/resource.ts';

/** What a resource does, by the names that metrics, logs and traces have for it. */
export type Operation =
  | 'EnsureCreated'
  | 'EnsureDeleted'
  | 'GetCurrentState'
  | 'GetDesiredState'
  | 'NewUpdatePatch'
  | 'NewDeletePatch'
  | 'ApplyCreateChange'
  | 'ApplyUpdateChange'
  | 'ApplyDeleteChange';

/** One call of an operation. */
export interface Call {
  /** The resource's name. */
  readonly resource: string;
  readonly operation: Operation;
  /** The observed object. */
  readonly obj: object;
}

/** What a wrapper does around each call. It calls `work` as often as it likes, and settles as the call shall. */
export type Around = <R>(ctx: Context, call: Call, work: (ctx: Context) => Promise<R>) => Promise<R>;

/** A resource that stands in for another one. */
export interface WrappedResource<T extends object> extends Resource<T> {
  readonly wrapped: Resource<T>;
}

/** So many wrappers around each other are a circle. */
const MOST_WRAPPERS = 1000;

/**
 * Resources that do the same with something around each operation: around each of the seven steps of a
 * `CRUDResource`, and around `ensureCreated` and `ensureDeleted` of any other.
 *
 * **Guarantees:** nothing is changed in the resources that are given; what wraps a `CRUDResource` is one too, so
 * that wrappers nest, the last one outermost.
 *
 * @throws InvalidConfigError when there is no resource.
 */
export function wrap<T extends object>(resource: Resource<T>, around: Around): WrappedResource<T>;
export function wrap<T extends object>(
  resources: readonly Resource<T>[],
  around: Around,
): readonly WrappedResource<T>[];
export function wrap<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  around: Around,
): WrappedResource<T> | readonly WrappedResource<T>[];
export function wrap<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
  around: Around,
): WrappedResource<T> | readonly WrappedResource<T>[] {
  return isList(resources) ? resources.map((one) => wrapOne(one, around)) : wrapOne(resources, around);
}

/** TypeScript's own test forgets what a list holds that cannot be written to. */
function isList<T extends object>(
  resources: Resource<T> | readonly Resource<T>[],
): resources is readonly Resource<T>[] {
  return Array.isArray(resources);
}

function wrapOne<T extends object>(resource: Resource<T>, around: Around): WrappedResource<T> {
  const { name } = requireOption('resource to be wrapped', resource);
  if (resource instanceof CRUDResource)
    return Object.assign(resource.withOps(wrappedOps(resource.ops as AnyOps<T>, around)), {
      wrapped: resource,
    }) as WrappedResource<T>;
  const call =
    (operation: Operation, verb: 'ensureCreated' | 'ensureDeleted') =>
    async (ctx: Context, obj: T): Promise<void> =>
      await around(
        ctx,
        { resource: name, operation, obj },
        async (inner) => await resource[verb](inner, obj),
      );
  return {
    ...declarations(resource),
    name,
    wrapped: resource,
    ensureCreated: call('EnsureCreated', 'ensureCreated'),
    ensureDeleted: call('EnsureDeleted', 'ensureDeleted'),
  };
}

/** What a resource says of itself, which no wrapper changes. */
function declarations({
  watches,
  permissions,
  dryRunnable,
}: Pick<Resource, 'watches' | 'permissions' | 'dryRunnable'>): object {
  return {
    ...(watches && { watches }),
    ...(permissions && { permissions }),
    ...(dryRunnable !== undefined && { dryRunnable }),
  };
}

/** States and changes pass through. */
type AnyOps<T extends object> = CRUDResourceOps<T, unknown, unknown, unknown, unknown, unknown>;

function wrappedOps<T extends object>(ops: AnyOps<T>, around: Around): AnyOps<T> {
  const { name } = ops;
  const step =
    <A extends readonly unknown[], R>(
      operation: Operation,
      work: (ctx: Context, obj: T, ...args: A) => Promise<R>,
    ) =>
    async (ctx: Context, obj: T, ...args: A): Promise<R> =>
      await around(ctx, { resource: name, operation, obj }, async (inner) => await work(inner, obj, ...args));
  // Called on the very object that was given: it may be of a class that uses `this`.
  return {
    ...declarations(ops),
    name,
    getCurrentState: step('GetCurrentState', (ctx, obj) => ops.getCurrentState(ctx, obj)),
    getDesiredState: step('GetDesiredState', (ctx, obj) => ops.getDesiredState(ctx, obj)),
    newUpdatePatch: step('NewUpdatePatch', (ctx, obj, current: unknown, desired: unknown) =>
      ops.newUpdatePatch(ctx, obj, current, desired),
    ),
    newDeletePatch: step('NewDeletePatch', (ctx, obj, current: unknown, desired: unknown) =>
      ops.newDeletePatch(ctx, obj, current, desired),
    ),
    applyCreateChange: step('ApplyCreateChange', (ctx, obj, change: unknown) =>
      ops.applyCreateChange(ctx, obj, change),
    ),
    applyUpdateChange: step('ApplyUpdateChange', (ctx, obj, change: unknown) =>
      ops.applyUpdateChange(ctx, obj, change),
    ),
    applyDeleteChange: step('ApplyDeleteChange', (ctx, obj, change: unknown) =>
      ops.applyDeleteChange(ctx, obj, change),
    ),
  };
}

/**
 * The resource inside all wrappers; the resource itself when it is not wrapped.
 *
 * @throws ExecutionFailedError when the wrappers wrap each other in a circle.
 */
export function underlying<T extends object>(resource: Resource<T>): Resource<T> {
  let at = resource;
  for (let depth = 0; depth < MOST_WRAPPERS; depth += 1) {
    if (!isWrapped(at)) return at;
    at = at.wrapped;
  }
  throw new ExecutionFailedError(
    `cannot find the resource inside the wrappers of ${resource.name}: they wrap each other in a circle`,
  );
}

function isWrapped<T extends object>(resource: Resource<T>): resource is WrappedResource<T> {
  return 'wrapped' in resource && typeof resource.wrapped === 'object' && resource.wrapped !== null;
}
