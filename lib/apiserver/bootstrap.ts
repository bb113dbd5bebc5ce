import type { ApiParts } from './handlers/api-parts.ts';
import type { Draft } from './objects/draft.ts';

/** The namespaces of a new cluster. */
export const FIRST_NAMESPACES: readonly string[] = [
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
];

const KUBERNETES_SERVICE: Draft = {
  metadata: { name: 'kubernetes', labels: { component: 'apiserver', provider: 'kubernetes' } },
  spec: {
    clusterIP: '10.96.0.1',
    clusterIPs: ['10.96.0.1'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    type: 'ClusterIP',
    sessionAffinity: 'None',
    internalTrafficPolicy: 'Cluster',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
  },
};

/** Makes what a cluster has before anyone uses it and is not there: its namespaces, and its own service. */
export function bootstrap({ registry, objects, storage }: ApiParts): void {
  const namespaces = registry.ofCollection('namespaces');
  if (namespaces !== undefined)
    for (const name of FIRST_NAMESPACES)
      if (storage.get('namespaces', name) === undefined)
        objects.create(namespaces, undefined, {
          metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
        });
  const services = registry.ofCollection('services');
  if (services !== undefined && storage.get('services', 'default/kubernetes') === undefined)
    objects.create(services, 'default', KUBERNETES_SERVICE);
}
