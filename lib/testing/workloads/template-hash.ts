import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '../../object/kinds.ts';

/** What Pods are made of, the same in all workloads. */
export type PodTemplate = NonNullable<Deployment['spec']>['template'];

/** The label that tells the Pods of a Deployment's ReplicaSets apart. */
export const HASH_LABEL = 'pod-template-hash';

/** As in names that Kubernetes makes up: without vowels and look-alikes, so that no word comes of it. */
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const LENGTH = 10;

/** A short name for a template, the same for equal ones. Not the one that Kubernetes would give it. */
export function templateHash(template: PodTemplate): string {
  let rest = fnv1a64(canonicalText(template));
  let text = '';
  for (let i = 0; i < LENGTH; i += 1) {
    text += LETTERS[Number(rest % BigInt(LETTERS.length))];
    rest /= BigInt(LETTERS.length);
  }
  return text;
}

/** Whether both make the same Pods; the hash that one of them carries already does not count. */
export function isSameTemplate(a: PodTemplate, b: PodTemplate): boolean {
  return isDeepStrictEqual(withoutHash(a), withoutHash(b));
}

function withoutHash(template: PodTemplate): PodTemplate {
  const { [HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

/** JSON with the members of each object in order. */
function canonicalText(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function fnv1a64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}
