import type { Logger } from '../../../context/index.ts';
import { ExecutionFailedError, InvalidConfigError, NoResourceSetError, requireOption } from '../../errors.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { objectName } from '../object-name.ts';
import type { Declared } from './resource.ts';
import type { ResourceSet } from './resource-set.ts';

export interface ResourceRouterConfig<T extends object = KubernetesObject> {
  readonly logger: Logger;
  /** At least one. Each object must be handled by at most one of them. */
  readonly resourceSets: readonly ResourceSet<T>[];
}

/**
 * Finds the resource set of an object, so that objects of several versions or shapes are reconciled by
 * different resources.
 *
 * @see giantswarm/operatorkit:framework/resource_router.go
 */
export class ResourceRouter<T extends object = KubernetesObject> {
  readonly #logger: Logger;
  readonly #resourceSets: readonly ResourceSet<T>[];

  /** @throws an invalid-config error for `logger` or `resourceSets`, in this order. */
  constructor(config: ResourceRouterConfig<T>) {
    requireOption('ResourceRouterConfig', config);
    this.#logger = requireOption('ResourceRouterConfig.logger', config.logger);
    const sets = requireOption('ResourceRouterConfig.resourceSets', config.resourceSets);
    if (sets.length === 0)
      throw new InvalidConfigError('ResourceRouterConfig.resourceSets must not be empty');
    for (const [index, set] of sets.entries()) {
      requireOption(`ResourceRouterConfig.resourceSets[${index}]`, set);
    }
    this.#resourceSets = [...sets];
  }

  /** The resources of all sets that name theirs by a list. */
  get declared(): readonly Declared[] {
    return this.#resourceSets.flatMap(({ declared = [] }) => declared);
  }

  /**
   * The one set that handles the object. Asks all of them each time.
   *
   * @throws a no-resource-set error when none does, an execution-failed error when several do.
   */
  resourceSet(obj: T): ResourceSet<T> {
    const [set, ...others] = this.#resourceSets.filter((candidate) => candidate.handles(obj));
    if (others.length > 0) {
      const count = others.length + 1;
      throw new ExecutionFailedError(
        `cannot route object: ${count} resource sets handle it, and only one may; make their handles functions exclude each other`,
      );
    }
    if (set === undefined) {
      this.#logger.debug('no resource set for reconciled object', { object: objectName(obj) });
      throw new NoResourceSetError('cannot route object: no resource set handles it');
    }
    return set;
  }
}
