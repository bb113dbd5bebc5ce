import { type KubernetesObject, type ObjectMeta, defineKind, type Kind } from 'operatorkit';

/** The custom resource: a static website, see crd.yaml. */
export interface Website extends KubernetesObject {
  readonly apiVersion?: 'web.example.com/v1';
  readonly kind?: 'Website';
  readonly spec: WebsiteSpec;
  readonly status?: WebsiteStatus;
}

export interface WebsiteSpec {
  readonly title: string;
  readonly body: string;
  readonly replicas: number;
  readonly image: string;
  readonly port: number;
  /** A ConfigMap in the same namespace whose key `banner` is shown on top. */
  readonly bannerFrom?: string;
}

export interface WebsiteStatus {
  readonly phase?: 'Pending' | 'Running' | 'Failed';
  readonly message?: string;
  readonly readyReplicas?: number;
  readonly observedGeneration?: number;
}

export const Website: Kind<Website> = defineKind<Website>({
  apiVersion: 'web.example.com/v1',
  kind: 'Website',
  plural: 'websites',
  namespaced: true,
});

/** What all objects of this operator carry, so that one informer per kind sees just them. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'website-operator' } as const;

export function labelsOf(site: Website): Record<string, string> {
  return { ...MANAGED_BY, 'app.kubernetes.io/name': nameOf(site) };
}

/** Metadata of an object that the website owns: Kubernetes deletes it with the website. */
export function childMeta(site: Website): ObjectMeta {
  return {
    name: nameOf(site),
    namespace: namespaceOf(site),
    labels: labelsOf(site),
    ownerReferences: [
      {
        apiVersion: 'web.example.com/v1',
        kind: 'Website',
        name: nameOf(site),
        uid: site.metadata?.uid ?? '',
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  };
}

export function nameOf(obj: KubernetesObject): string {
  return obj.metadata?.name ?? '';
}

export function namespaceOf(obj: KubernetesObject): string {
  return obj.metadata?.namespace ?? 'default';
}
