import type { Logger } from '../../../context/index.ts';
import type { JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { at, listAt, textAt, withAt } from '../fields.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { CLAIM_PROTECTION, VOLUME_PROTECTION } from '../objects/deletion.ts';
import { storageKey } from '../objects/object-store.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import type { StorageChange } from '../storage.ts';
import { BackgroundWork } from './background-work.ts';
import { watchAll } from './watch-all.ts';

const PODS = 'pods';
const CLAIMS = 'persistentvolumeclaims';
const VOLUMES = 'persistentvolumes';

/**
 * Lets persistent volumes and their claims go when they are deleted and nobody uses them: a claim that no Pod on a node
 * mounts, a volume that is not bound.
 *
 * @see kubernetes/kubernetes:pkg/controller/volume/pvcprotection and pvprotection
 */
export class VolumeProtection implements AsyncDisposable {
  readonly #parts: ApiParts;
  readonly #claims: BackgroundWork;
  readonly #volumes: BackgroundWork;
  readonly #watch: Disposable;

  constructor(parts: ApiParts, logger: Logger) {
    this.#parts = parts;
    this.#claims = new BackgroundWork('pvc-protection', logger, (key) => this.#release(CLAIMS, key));
    this.#volumes = new BackgroundWork('pv-protection', logger, (key) => this.#release(VOLUMES, key));
    this.#watch = watchAll(parts, (definition, change) => this.#changed(definition, change));
  }

  async idle(): Promise<void> {
    await Promise.all([this.#claims.idle(), this.#volumes.idle()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#watch[Symbol.dispose]();
    await Promise.all([this.#claims[Symbol.asyncDispose](), this.#volumes[Symbol.asyncDispose]()]);
  }

  #changed(definition: ResourceDefinition, { type, object, key }: StorageChange): void {
    const collection = collectionOf(definition);
    if (collection === PODS) for (const claim of claimsOf(object)) this.#claims.add(claim);
    if (type === 'remove' || object.metadata.deletionTimestamp === undefined) return;
    if (collection === CLAIMS) this.#claims.add(key);
    else if (collection === VOLUMES) this.#volumes.add(key);
  }

  #release(collection: typeof CLAIMS | typeof VOLUMES, key: string): void {
    const [finalizer, isUsed] =
      collection === CLAIMS
        ? [CLAIM_PROTECTION, (obj: ApiObject) => this.#isMounted(obj)]
        : [VOLUME_PROTECTION, isBound];
    const obj = this.#parts.storage.get(collection, key);
    if (obj?.metadata.deletionTimestamp === undefined) return;
    if (obj.metadata.finalizers?.includes(finalizer) !== true || isUsed(obj)) return;
    const { name, namespace } = obj.metadata;
    const definition = this.#parts.registry.ofCollection(collection)!;
    this.#parts.objects.update(
      { definition, namespace, name },
      (old) => {
        const others = (old.metadata.finalizers ?? []).filter((one) => one !== finalizer);
        return withAt(old, ['metadata', 'finalizers'], others.length === 0 ? undefined : others);
      },
      {
        scope: 'all',
        ownership: this.#parts.owners.tracking({ manager: 'kube-controller-manager', subresource: '' }),
      },
    );
  }

  #isMounted({ metadata: { namespace, name } }: ApiObject): boolean {
    const key = storageKey(namespace, name);
    const pods = this.#parts.storage.list(PODS, { prefix: `${namespace}/` }).items;
    return pods.some((pod) => textAt(pod, 'spec', 'nodeName') !== '' && claimsOf(pod).includes(key));
  }
}

function isBound(volume: ApiObject): boolean {
  return textAt(volume, 'status', 'phase') === 'Bound';
}

/** The claims that a Pod mounts, those that are made for it alone too, by their keys. */
function claimsOf(pod: ApiObject): readonly string[] {
  const { namespace, name } = pod.metadata;
  return listAt(pod, 'spec', 'volumes')
    .map((volume: JsonValue) =>
      at(volume, 'ephemeral') === undefined || isShutDown(pod)
        ? textAt(volume, 'persistentVolumeClaim', 'claimName')
        : `${name}-${textAt(volume, 'name')}`,
    )
    .filter((claim) => claim !== '')
    .map((claim) => storageKey(namespace, claim));
}

/** It only waits for those who hold it, who may wait for its volumes in turn. */
function isShutDown({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}
