import type { Context } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { InvalidConfigError, requireOption } from '../../lib/errors.ts';
import type { FrameworkConfig } from '../../lib/framework/framework-config.ts';
import { Framework } from '../../lib/framework/framework.ts';
import type { ObjectSchema } from '../../lib/framework/reconcile/object-schema.ts';
import { ResourceRouter } from '../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../lib/framework/resources/resource-set.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import type { CustomResourceDefinition } from '../../lib/object/kinds.ts';
import type { Kind, KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { statusReport } from '../../lib/status/status-report.ts';
import { Children } from './children.ts';
import type { Desirable, DesiredObject, OwnedObjectsOptions } from './owned-objects-options.ts';
import { ownedObjects, type OwnedObjectsResource } from './owned-objects.ts';

/** What the operator reconciles: a `customResource`, or a kind with what else is known of it. */
export interface OperatedResource<T extends KubernetesObject> extends Partial<ObjectSchema<T>> {
  readonly kind: Kind<T>;
  /** Ensured at the start. Default: it is there already. */
  readonly crd?: CustomResourceDefinition;
}

/** Fields of a status; null takes one away. Conditions are said by `statusReport.condition`. */
export type StatusFields = Readonly<Record<string, unknown>>;

export interface OperatorConfig<T extends KubernetesObject, Desired extends Desirable = DesiredObject>
  extends
    Omit<FrameworkConfig<T>, 'client' | 'crd' | 'kind' | 'schema' | 'informer' | 'resourceRouter'>,
    Pick<OwnedObjectsOptions<T, Desired>, ChildOption> {
  readonly client: Client;
  readonly resource: OperatedResource<T>;
  /**
   * What the status says, from what the children are like. Called after they were applied, not for objects that
   * are being deleted. Default: conditions alone.
   */
  readonly report?: Report<T>;
}

/** Options of `ownedObjects`. */
type ChildOption =
  | 'kinds'
  | 'desired'
  | 'adopt'
  | 'createOnce'
  | 'force'
  | 'prune'
  | 'ownerReference'
  | 'deletion'
  | 'namespace'
  | 'namespaces';

type Report<T> = (ctx: Context, obj: T, children: Children) => StatusFields | Promise<StatusFields>;

/**
 * An operator of the usual sort: for each object of one kind some objects of others, and a status that tells of
 * them. It is a {@link Framework} made of an informer, one resource set, `ownedObjects` and a resource that
 * reports the status; whoever needs more writes those down himself.
 *
 * The framework keeps the status and takes the resource's definition and schema; each option of
 * {@link FrameworkConfig} may be given besides.
 *
 * @throws InvalidConfigError for the first option that is missing or wrong.
 */
export function newOperator<T extends KubernetesObject, Desired extends Desirable = DesiredObject>(
  config: OperatorConfig<T, Desired>,
): Framework<T> {
  requireOption('OperatorConfig', config);
  const { resource, kinds, desired, report, ...others } = config;
  const { adopt, createOnce, force, prune, ownerReference, deletion, namespace, namespaces, ...rest } =
    others;
  const { name, client, logger, registry } = rest;
  const { kind, crd, parse, passwords } = requireOption('OperatorConfig.resource', resource);
  requireOption('OperatorConfig.resource.kind', kind);
  requireOption('OperatorConfig.name', name);
  requireOption('OperatorConfig.logger', logger);
  const children = ownedObjects<T, Desired>({
    name,
    client,
    owner: kind,
    kinds,
    desired,
    ...given({ adopt, createOnce, force, prune, ownerReference, deletion, namespace, namespaces, registry }),
  });
  const resources = report === undefined ? [children] : [children, reporting(children, report)];
  return new Framework<T>({
    status: true,
    ...rest,
    kind,
    ...given({ crd }),
    ...(parse !== undefined && { schema: { parse, ...given({ passwords }) } }),
    informer: newInformer<T>({ client, kind, ...given({ namespace, namespaces, registry }) }),
    resourceRouter: new ResourceRouter<T>({
      logger,
      resourceSets: [new ResourceSet<T>({ handles: () => true, logger, resources })],
    }),
  });
}

function reporting<T extends KubernetesObject>(
  owned: OwnedObjectsResource<T>,
  report: Report<T>,
): Resource<T> {
  if (typeof report !== 'function') throw new InvalidConfigError('OperatorConfig.report must be a function');
  return {
    name: 'status',
    dryRunnable: true,
    ensureCreated: async (ctx, obj) => {
      const children = new Children(await owned.ops.getCurrentState(ctx, obj));
      statusReport.set(ctx, await report(ctx, obj, children));
    },
    ensureDeleted: async () => {},
  };
}

/** The members that are there. */
function given<O extends object>(options: O): { readonly [K in keyof O]?: Exclude<O[K], undefined> } {
  const found = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as { readonly [K in keyof O]?: Exclude<O[K], undefined> };
}
