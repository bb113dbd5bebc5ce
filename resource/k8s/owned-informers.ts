import { type SecondaryWatch, toOwner } from '../../lib/framework/intake/secondary-watch.ts';
import type { CacheSource } from '../../lib/informer/cache-source.ts';
import type { Informer } from '../../lib/informer/informer.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import type { Kind, KubernetesObject, ObjectKey } from '../../lib/object/kubernetes-object.ts';
import { OWNED_BY_LABEL, OWNER_ANNOTATION, OWNER_UID_LABEL, ownedBy, ownerUids } from './marks.ts';
import { OptionalInformer } from './optional-informer.ts';
import { OWNER_INDEX } from './owned-kind.ts';
import {
  type OptionalKind,
  type OwnedObjectsOptions,
  isOptional,
  kindName,
  kindOf,
} from './owned-objects-options.ts';

const LOOK_EVERY_MS = 10_000;

type Options = Pick<
  OwnedObjectsOptions<never>,
  'name' | 'client' | 'informers' | 'namespace' | 'namespaces' | 'registry'
>;

/** The informer that was given for the kind, or one of our own that holds what carries our mark. */
export function informerOf(
  one: Kind | OptionalKind,
  options: Options,
  manager: string,
): Informer & CacheSource {
  const { client } = options;
  const informer = givenInformer(kindOf(one), options) ?? ownInformer(kindOf(one), options, manager);
  if (!isOptional(one)) return informer;
  return new OptionalInformer({ client, informer, lookEveryMs: one.lookEveryMs ?? LOOK_EVERY_MS });
}

function givenInformer(kind: Kind, { informers = [] }: Options): (Informer & CacheSource) | undefined {
  return informers.find((informer) => kindName(informer.kind) === kindName(kind));
}

function ownInformer(
  kind: Kind,
  { name, client, ...scope }: Options,
  manager: string,
): Informer & CacheSource {
  const { namespace, namespaces, registry } = scope;
  return newInformer<KubernetesObject>({
    client,
    kind,
    ...(kind.namespaced && namespace !== undefined && { namespace }),
    ...(kind.namespaced && namespaces !== undefined && { namespaces }),
    labelSelector: `${OWNED_BY_LABEL}=${name}`,
    keepManagedFieldsOf: manager,
    indexers: { [OWNER_INDEX]: ownerUids },
    ...(registry && { registry }),
  });
}

/** Where owned objects are watched; undefined: everywhere. */
export function namespacesOf({ namespace, namespaces }: Options): readonly string[] | undefined {
  return namespace === undefined ? namespaces : [namespace];
}

/** Finds the owners of what the resource owns: by owner references, or by the annotation in their place. */
export function toOwnerOf(owner: Kind, name: string): SecondaryWatch['map'] {
  const byReference = toOwner(owner);
  const ours = (obj: KubernetesObject | undefined): KubernetesObject | undefined =>
    obj !== undefined && ownedBy(obj) === name ? obj : undefined;
  return (old, now) =>
    new Set([...byReference(ours(old), ours(now)), ...byAnnotation(ours(old)), ...byAnnotation(ours(now))]);
}

function byAnnotation(obj: KubernetesObject | undefined): readonly ObjectKey[] {
  const key = obj?.metadata?.annotations?.[OWNER_ANNOTATION];
  return key === undefined || obj?.metadata?.labels?.[OWNER_UID_LABEL] === undefined ? [] : [key];
}
