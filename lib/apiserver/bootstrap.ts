import type { JsonObject } from '../object/json.ts';
import type { ApiParts } from './handlers/api-parts.ts';
import { storeReadyMade } from './ready-made.ts';

/** The namespaces of a new cluster. */
export const FIRST_NAMESPACES: readonly string[] = [
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
];

const KUBERNETES_SERVICE: JsonObject = {
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    internalTrafficPolicy: 'Cluster',
    type: 'ClusterIP',
    sessionAffinity: 'None',
    ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    clusterIP: '10.96.0.1',
    clusterIPs: ['10.96.0.1'],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  },
  status: { loadBalancer: {} },
};

/** Makes what a cluster has before anyone uses it and is not there: its namespaces, and its own service. */
export function bootstrap(parts: ApiParts): void {
  storeReadyMade(parts, 'namespaces', FIRST_NAMESPACES.map(namespaceOf));
  storeReadyMade(parts, 'services', [KUBERNETES_SERVICE]);
}

function namespaceOf(name: string): JsonObject {
  return {
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    status: { phase: 'Active' },
    spec: { finalizers: ['kubernetes'] },
  };
}
