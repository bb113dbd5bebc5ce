import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, textAt } from '../fields.ts';
import { transitionTime } from '../transition-time.ts';

/** What is left of a kind in a namespace that is deleted. */
export interface Remainder {
  readonly plural: string;
  readonly group: string;
  readonly objects: readonly ApiObject[];
}

type Condition = readonly [type: string, status: 'True' | 'False', reason: string, message: string];

const NOTHING_FAILED: readonly Condition[] = [
  [
    'NamespaceDeletionDiscoveryFailure',
    'False',
    'ResourcesDiscovered',
    'All resources successfully discovered',
  ],
  [
    'NamespaceDeletionGroupVersionParsingFailure',
    'False',
    'ParsedGroupVersions',
    'All legacy kube types successfully parsed',
  ],
  [
    'NamespaceDeletionContentFailure',
    'False',
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
];

/**
 * The conditions of a namespace that waits for its content: what is left, and which finalizers hold it.
 *
 * @param now for `lastTransitionTime`: RFC 3339, whole seconds.
 * @see kubernetes/kubernetes:pkg/controller/namespace/deletion/status_condition_utils.go
 */
export function namespaceConditions(
  namespace: ApiObject,
  left: readonly Remainder[],
  now: string,
): readonly JsonObject[] {
  const known = listAt(namespace, 'status', 'conditions');
  return [...NOTHING_FAILED, contentCondition(left), finalizerCondition(left)].map(
    ([type, status, reason, message]) => {
      const old = known.find((one) => textAt(one, 'type') === type);
      const lastTransitionTime = transitionTime(old, status, now);
      return { type, status, lastTransitionTime, reason, message };
    },
  );
}

function contentCondition(left: readonly Remainder[]): Condition {
  const type = 'NamespaceContentRemaining';
  if (left.length === 0) return [type, 'False', 'ContentRemoved', 'All content successfully removed'];
  const counts = left
    .map(({ plural, group, objects }) => `${plural}.${group} has ${objects.length} resource instances`)
    .toSorted();
  return [type, 'True', 'SomeResourcesRemain', `Some resources are remaining: ${counts.join(', ')}`];
}

function finalizerCondition(left: readonly Remainder[]): Condition {
  const type = 'NamespaceFinalizersRemaining';
  const all = left.flatMap(({ objects }) => objects.flatMap(({ metadata }) => metadata.finalizers ?? []));
  if (all.length === 0)
    return [type, 'False', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished'];
  const counts = [...Map.groupBy(all, (name) => name)]
    .map(([name, times]) => `${name} in ${times.length} resource instances`)
    .toSorted();
  const message = `Some content in the namespace has finalizers remaining: ${counts.join(', ')}`;
  return [type, 'True', 'SomeFinalizersRemain', message];
}
