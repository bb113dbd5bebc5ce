import type { ConfigMap, Deployment, Service } from 'operatorkit';

import { type Website, childMeta, labelsOf, nameOf } from './website.ts';

/** The pages, as files. */
export function configMapOf(site: Website, banner: string | undefined): ConfigMap {
  const top = banner === undefined ? '' : `<p>${banner}</p>`;
  const { title, body } = site.spec;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: childMeta(site),
    data: { 'index.html': `<title>${title}</title>${top}<h1>${title}</h1><p>${body}</p>\n` },
  };
}

/** The web servers. */
export function deploymentOf(site: Website): Deployment {
  const { image, replicas } = site.spec;
  const volume = { name: 'pages', configMap: { name: nameOf(site) } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: childMeta(site),
    spec: {
      replicas,
      selector: { matchLabels: labelsOf(site) },
      template: {
        metadata: { labels: labelsOf(site) },
        spec: {
          containers: [
            {
              name: 'web',
              image,
              ports: [{ name: 'http', containerPort: 80 }],
              volumeMounts: [{ name: 'pages', mountPath: '/usr/share/nginx/html' }],
            },
          ],
          volumes: [volume],
        },
      },
    },
  };
}

/** The address. */
export function serviceOf(site: Website): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: childMeta(site),
    spec: {
      selector: labelsOf(site),
      ports: [{ name: 'http', port: site.spec.port, targetPort: 'http' }],
    },
  };
}
