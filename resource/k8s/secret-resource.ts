import { Secret } from '../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import {
  type ListedObjectsConfig,
  type ListedObjectsResource,
  listedObjects,
  notEmpty,
} from './listed-objects.ts';

export type SecretResourceConfig<T extends object> = ListedObjectsConfig<T, Secret>;

/**
 * The same as `configMapResource` for Secrets. `stringData` of a desired one counts as the `data` that the server
 * makes of it. A Secret's type cannot be changed, and is not compared.
 *
 * @throws InvalidConfigError for the first option that is missing or wrong.
 * @see giantswarm/operatorkit:pkg/resource/k8s/secretresource
 */
export function secretResource<T extends object = KubernetesObject>(
  config: SecretResourceConfig<T>,
): ListedObjectsResource<T, Secret> {
  return listedObjects<T, Secret>(config, {
    kind: Secret,
    path: 'SecretResourceConfig',
    members: ['data', 'stringData'],
    contentOf: ({ data, stringData = {} }) => notEmpty({ data: { ...data, ...encoded(stringData) } }),
  });
}

function encoded(texts: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(texts);
  return Object.fromEntries(entries.map(([name, text]) => [name, Buffer.from(text).toString('base64')]));
}
