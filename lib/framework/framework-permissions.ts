import type { CacheSource } from '../informer/cache-source.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { kindOfCrd } from '../object/object-kind.ts';
import { permissionsOf, type PermissionScope } from '../rbac/common-permissions.ts';
import type { Permission } from '../rbac/permission.ts';
import type { FrameworkConfig } from './framework-config.ts';
import { isCacheSource } from './known-objects.ts';
import type { SecondaryWatch } from './intake/secondary-watch.ts';

/**
 * What a framework asks of the API server, and what its resources declare: those in the lists of its sets. Of an
 * informer that does not say what it holds nothing is known.
 */
export function frameworkPermissions<T extends KubernetesObject>(
  config: FrameworkConfig<T>,
  watches: readonly SecondaryWatch[],
): readonly Permission[] {
  const { informer, crd, recorder, resourceRouter } = config;
  const sources = [informer, ...watches.map((watch) => watch.informer)].filter((one) => isCacheSource(one));
  const main = isCacheSource(informer) ? scopeOf(informer) : {};
  return [
    ...sources.flatMap((source) => permissionsOf.informer(source.kind, scopeOf(source))),
    ...ownPermissions(config, main),
    ...(crd?.metadata?.name === undefined ? [] : permissionsOf.crd(crd.metadata.name)),
    ...(recorder === undefined ? [] : permissionsOf.events(main)),
    ...resourceRouter.declared.flatMap(({ permissions = [] }) => permissions),
  ];
}

/** Finalizers and status of the framework's objects. */
function ownPermissions<T extends KubernetesObject>(
  { client, kind, crd, informer, status = false }: FrameworkConfig<T>,
  scope: PermissionScope,
): readonly Permission[] {
  const own = kind ?? definedKind(crd) ?? (isCacheSource(informer) ? informer.kind : undefined);
  if (client === undefined || own === undefined) return [];
  return [
    ...permissionsOf.finalizer(own, scope),
    ...(status === false ? [] : permissionsOf.status(own, scope)),
  ];
}

function definedKind(crd: FrameworkConfig['crd']): Permission['kind'] | undefined {
  const version = crd?.spec.versions.find(({ storage }) => storage)?.name;
  if (crd === undefined || version === undefined) return undefined;
  return kindOfCrd(crd, `${crd.spec.group}/${version}`);
}

function scopeOf({ namespaces }: Pick<CacheSource, 'namespaces'>): PermissionScope {
  return namespaces === undefined ? {} : { namespaces };
}
