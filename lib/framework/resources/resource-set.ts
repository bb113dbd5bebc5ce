import type { Context, Logger } from '../../../context/index.ts';
import { InvalidConfigError, requireOption } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import type { Declared, Resource } from './resource.ts';

/**
 * Which resources reconcile which objects: typically one set for each version of an operator's logic. Each
 * object must be handled by at most one set of its router.
 *
 * @see giantswarm/operatorkit:framework/resource_set.go
 */
export interface ResourceSet<T extends object = KubernetesObject> {
  /** Must be quick and pure. */
  readonly handles: (obj: T) => boolean;
  /** Prepares the context of one reconcile, after the framework's flags were installed. */
  readonly initCtx: (ctx: Context, obj: T) => Promise<Context>;
  /** The resources of one reconcile, in order. */
  readonly resources: (ctx: Context, obj: T) => Promise<readonly Resource<T>[]>;
  /** The resources that are known before there is an object, for their watches and permissions. Default none. */
  readonly declared?: readonly Declared[];
}

/** A list, or a function that is asked at each reconcile. */
export type ResourceSetResources<T extends object> =
  | readonly Resource<T>[]
  | ((ctx: Context, obj: T) => readonly Resource<T>[] | Promise<readonly Resource<T>[]>);

/** Options for a set that handles objects by a test. */
export interface ResourceSetConfig<T extends object = KubernetesObject> {
  /** Whether this set reconciles the object. */
  readonly handles: (obj: T) => boolean;
  /**
   * Puts values for the resources into the context of one reconcile. Must return its argument or a descendant
   * of it, else the reconcile fails. Default: nothing is added.
   */
  readonly initCtx?: (ctx: Context, obj: T) => Context | Promise<Context>;
  readonly logger: Logger;
  /** Run in order. A list must not be empty, nor may what a function returns. */
  readonly resources: ResourceSetResources<T>;
}

/** Options for a set whose test is a type guard: its resources are those of the narrower type. */
export interface GuardedResourceSetConfig<T extends object, S extends T> {
  readonly handles: (obj: T) => obj is S;
  readonly initCtx?: (ctx: Context, obj: S) => Context | Promise<Context>;
  readonly logger: Logger;
  readonly resources: ResourceSetResources<S>;
}

/** The two ways to make a set. Both throw an invalid-config error for `handles`, `logger` or `resources`. */
export interface ResourceSetConstructor {
  new <T extends object, S extends T>(config: GuardedResourceSetConfig<T, S>): ResourceSet<T>;
  new <T extends object = KubernetesObject>(config: ResourceSetConfig<T>): ResourceSet<T>;
}

class ConfiguredResourceSet<T extends object> implements ResourceSet<T> {
  readonly handles: (obj: T) => boolean;
  readonly initCtx: (ctx: Context, obj: T) => Promise<Context>;
  readonly resources: (ctx: Context, obj: T) => Promise<readonly Resource<T>[]>;
  readonly declared: readonly Declared[];

  constructor(config: ResourceSetConfig<T>) {
    requireOption('ResourceSetConfig', config);
    const { initCtx = (ctx: Context) => ctx } = config;
    this.handles = requireFunction('ResourceSetConfig.handles', config.handles);
    requireOption('ResourceSetConfig.logger', config.logger);
    requireFunction('ResourceSetConfig.initCtx', initCtx);
    const resources = requireResources(config.resources);
    this.initCtx = async (ctx, obj) => await initCtx(ctx, obj);
    this.resources = async (ctx, obj) => await resources(ctx, obj);
    this.declared = typeof config.resources === 'function' ? [] : [...config.resources];
  }
}

/** A resource set made of options; see {@link ResourceSetConfig} and {@link GuardedResourceSetConfig}. */
// A class cannot declare two constructors with type parameters of their own, so their type is written out.
export const ResourceSet: ResourceSetConstructor = ConfiguredResourceSet;

function requireFunction<F>(path: string, value: F): F {
  requireOption(path, value);
  if (typeof value !== 'function') throw new InvalidConfigError(`${path} must be a function`);
  return value;
}

function requireResources<T extends object>(
  resources: ResourceSetResources<T>,
): (ctx: Context, obj: T) => readonly Resource<T>[] | Promise<readonly Resource<T>[]> {
  const path = 'ResourceSetConfig.resources';
  requireOption(path, resources);
  if (typeof resources === 'function') return resources;
  if (!Array.isArray(resources)) throw new InvalidConfigError(`${path} must be a list or a function`);
  if (resources.length === 0) throw new InvalidConfigError(`${path} must not be empty`);
  for (const [index, resource] of resources.entries()) {
    requireOption(`${path}[${index}]`, resource);
  }
  return defaultResourceSetResourceFunc(resources);
}

/** The function form of a plain list: the same resources for every object. */
export function defaultResourceSetResourceFunc<T extends object = KubernetesObject>(
  resources: readonly Resource<T>[],
): (ctx: Context, obj: T) => Promise<readonly Resource<T>[]> {
  return async () => resources;
}
