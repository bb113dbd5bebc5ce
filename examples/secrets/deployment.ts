import { createHash } from 'node:crypto';

import type { Deployment, Secret } from 'operatorkit';

import type { App } from './app.ts';

/** An annotation of the Pods: it changes with the Secret's data, so that the Deployment replaces them. */
const CHECKSUM = 'apps.example.com/secret-checksum';

/** A label by which one finds out who works under a user's name. */
const USER = 'apps.example.com/user';

export function deploymentOf({ metadata, spec }: App, secret: Secret): Deployment {
  const labels = { 'app.kubernetes.io/name': metadata?.name ?? '' };
  const user = Buffer.from(secret.data?.['user'] ?? '', 'base64').toString();
  const container = {
    name: 'app',
    image: spec.image,
    envFrom: [{ secretRef: { name: spec.secretName } }],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: metadata?.name ?? '', labels: { [USER]: user } },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: { [CHECKSUM]: checksumOf(secret) } },
        spec: { containers: [container] },
      },
    },
  };
}

/** With the uid, so that equal data of two Secrets cannot be told from it. */
function checksumOf({ metadata, data = {} }: Secret): string {
  const keys = Object.keys(data).toSorted();
  const text = JSON.stringify([metadata?.uid, keys.map((key) => [key, data[key]])]);
  return createHash('sha256').update(text).digest('hex');
}
