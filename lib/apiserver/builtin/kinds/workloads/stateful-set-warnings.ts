import type { ApiObject } from '../../../api-object.ts';
import { listAt, numberAt, objectAt } from '../../../fields.ts';
import { fractionWarnings } from '../pods/fraction-warnings.ts';
import { isSameSpec, templateWarnings } from './workload-warnings.ts';

/**
 * What is odd about a StatefulSet. After an update, paths name the claims by another word.
 *
 * @see kubernetes/kubernetes:pkg/registry/apps/statefulset/strategy.go (WarningsOnUpdate)
 */
export function statefulSetWarnings(obj: ApiObject, old: ApiObject | undefined): readonly string[] {
  const isSame = old !== undefined && isSameSpec(obj, old);
  const part = old === undefined ? '' : '.Spec';
  return [
    ...(isSame ? [] : templateWarnings(obj)),
    ...listAt(obj, 'spec', 'volumeClaimTemplates').flatMap((claim, index) =>
      fractionWarnings(
        objectAt(claim, 'spec', 'resources'),
        `spec.volumeClaimTemplates[${index}]${part}.resources`,
        'claim',
      ),
    ),
    ...(numberAt(obj, 'spec', 'revisionHistoryLimit') < 0
      ? [
          'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
        ]
      : []),
  ];
}
