import { type Pod, StatefulSet, type PersistentVolumeClaim } from '../../object/kinds.ts';
import { newPod } from './new-pod.ts';
import { REVISION_LABEL } from './stateful-set-status.ts';

type Claim = NonNullable<NonNullable<StatefulSet['spec']>['volumeClaimTemplates']>[number];

/** A StatefulSet's Pod: its name, its host name and its volumes are its own. */
export function statefulPod(set: StatefulSet, ordinal: number, revision: string): Pod {
  const name = `${set.metadata?.name}-${ordinal}`;
  const { template = {}, serviceName } = set.spec ?? {};
  return newPod(
    { kind: StatefulSet, owner: set, template },
    {
      name,
      generateName: `${set.metadata?.name}-`,
      labels: {
        'apps.kubernetes.io/pod-index': String(ordinal),
        [REVISION_LABEL]: revision,
        'statefulset.kubernetes.io/pod-name': name,
      },
      spec: {
        hostname: name,
        ...(serviceName === undefined || serviceName === '' ? {} : { subdomain: serviceName }),
        volumes: volumes(set, name),
      },
    },
  );
}

function volumes(set: StatefulSet, podName: string): NonNullable<NonNullable<Pod['spec']>['volumes']> {
  const claims = claimTemplates(set).map((claim) => ({
    name: claim.metadata?.name ?? '',
    persistentVolumeClaim: { claimName: claimName(claim, podName) },
  }));
  const taken = new Set(claims.map(({ name }) => name));
  const others = (set.spec?.template.spec?.volumes ?? []).filter(({ name }) => !taken.has(name));
  return [...others, ...claims];
}

/** The claims that a Pod needs. They outlive it, and nobody owns them. */
export function claimsOf(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] {
  const podName = `${set.metadata?.name}-${ordinal}`;
  const { namespace } = set.metadata ?? {};
  const labels = set.spec?.selector.matchLabels;
  return claimTemplates(set).map((claim) =>
    newClaim(claim, { name: claimName(claim, podName), namespace, labels }),
  );
}

function newClaim(
  { metadata, spec }: Claim,
  {
    name,
    namespace,
    labels,
  }: {
    readonly name: string;
    readonly namespace: string | undefined;
    readonly labels: Readonly<Record<string, string>> | undefined;
  },
): PersistentVolumeClaim {
  return {
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      labels: { ...metadata?.labels, ...labels },
      ...(metadata?.annotations === undefined ? {} : { annotations: metadata.annotations }),
    },
    ...(spec === undefined ? {} : { spec }),
  };
}

function claimTemplates({ spec }: StatefulSet): readonly Claim[] {
  return spec?.volumeClaimTemplates ?? [];
}

function claimName(claim: Claim, podName: string): string {
  return `${claim.metadata?.name}-${podName}`;
}
