import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import {
  type ListedObjectsConfig,
  type ListedObjectsResource,
  listedObjects,
  notEmpty,
} from './listed-objects.ts';

export type ConfigMapResourceConfig<T extends object> = ListedObjectsConfig<T, ConfigMap>;

/**
 * Makes the ConfigMaps that are there like those that should be there: creates, updates and deletes what differs
 * in labels, annotations, `data` and `binaryData`. For operators that come from operatorkit; `ownedObjects` does more.
 *
 * @throws InvalidConfigError for the first option that is missing or wrong.
 * @see giantswarm/operatorkit:pkg/resource/k8s/configmapresource
 */
export function configMapResource<T extends object = KubernetesObject>(
  config: ConfigMapResourceConfig<T>,
): ListedObjectsResource<T, ConfigMap> {
  return listedObjects<T, ConfigMap>(config, {
    kind: ConfigMap,
    path: 'ConfigMapResourceConfig',
    members: ['data', 'binaryData'],
    contentOf: ({ data, binaryData }) => notEmpty({ data, binaryData }),
  });
}
