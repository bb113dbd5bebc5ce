import type { ConfigMap, Deployment, Secret, Service } from 'operatorkit';

import type { Cache } from './cache.ts';

// What a cache consists of. Defaults are left to the API server, labels and owner references to ownedObjects.

export function configMapOf(cache: Cache): ConfigMap {
  const bytes = cache.spec.memory.toLowerCase().replace('i', 'b');
  const lines = [`maxmemory ${bytes}`, 'maxmemory-policy allkeys-lru', 'aclfile /etc/users/users.acl', ''];
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: nameOf(cache) },
    data: { 'valkey.conf': lines.join('\n') },
  };
}

export function secretOf(cache: Cache): Secret {
  const { name, password } = cache.spec.admin;
  const users = `user ${name} on >${password} ~* &* +@all\n`;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: nameOf(cache) },
    data: { 'users.acl': Buffer.from(users).toString('base64') },
  };
}

export function deploymentOf(cache: Cache): Deployment {
  const { image, replicas, memory, admin } = cache.spec;
  const name = nameOf(cache);
  const container = {
    name: 'cache',
    image,
    args: ['/etc/valkey/valkey.conf'],
    ports: [{ name: 'cache', containerPort: 6379 }],
    resources: { requests: { memory }, limits: { memory } },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/valkey' },
      { name: 'users', mountPath: '/etc/users' },
    ],
  };
  const volumes = [
    { name: 'config', configMap: { name } },
    { name: 'users', secret: { secretName: name } },
  ];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { 'caches.example.com/admin': admin.name } },
    spec: {
      replicas,
      selector: { matchLabels: labelsOf(cache) },
      template: { metadata: { labels: labelsOf(cache) }, spec: { containers: [container], volumes } },
    },
  };
}

export function serviceOf(cache: Cache): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: nameOf(cache) },
    spec: { selector: labelsOf(cache), ports: [{ name: 'cache', port: 6379, targetPort: 'cache' }] },
  };
}

function labelsOf(cache: Cache): Record<string, string> {
  return { 'app.kubernetes.io/name': 'cache', 'app.kubernetes.io/instance': nameOf(cache) };
}

function nameOf(cache: Cache): string {
  return cache.metadata?.name ?? '';
}
