import type { KubernetesObject } from '../../object/kubernetes-object.ts';

/** Counts the templates of a Deployment, from 1. On its ReplicaSets, and on itself for the present one. */
export const REVISION = 'deployment.kubernetes.io/revision';
export const DESIRED_REPLICAS = 'deployment.kubernetes.io/desired-replicas';
export const MAX_REPLICAS = 'deployment.kubernetes.io/max-replicas';

/** 0 where there is none. */
export function revisionOf(obj: KubernetesObject): number {
  return Number(obj.metadata?.annotations?.[REVISION] ?? 0) || 0;
}

/** The revision that the present ReplicaSet has to have beside these older ones: a rollback gets a new one. */
export function currentRevision(
  current: KubernetesObject | undefined,
  old: readonly KubernetesObject[],
): number {
  return Math.max(current === undefined ? 0 : revisionOf(current), Math.max(0, ...old.map(revisionOf)) + 1);
}

/** The annotations, unless the object has them all. */
export function missingAnnotations(
  obj: KubernetesObject,
  wanted: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const present = obj.metadata?.annotations ?? {};
  return Object.entries(wanted).every(([key, value]) => present[key] === value) ? undefined : wanted;
}
