import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../../field-causes.ts';
import { at, objectAt, textAt, withAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { countCauses } from '../causes/count-causes.ts';
import { overlookedIn } from '../pods/pod-causes.ts';
import { podTemplateCauses } from '../pods/pod-template-causes.ts';
import { templateWarnings } from './workload-warnings.ts';
import { collisionCauses } from './replica-status-causes.ts';
import { inferRolling, shownStrategy } from './rolling-strategy.ts';
import { immutableCauses, labelSelectorCauses, mismatchCauses } from '../causes/selector-causes.ts';
import { amountOf, excessCauses, shareCauses } from '../causes/share-causes.ts';
import { endingCauses, openSelectorCauses, withTemplate } from './workloads.ts';

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

function generationOf({ metadata: { annotations } }: ApiObject): number {
  const said = Number(annotations?.[TEMPLATE_GENERATION] ?? 0);
  return Number.isSafeInteger(said) ? said : 0;
}

function withGeneration(obj: ApiObject, generation: number): ApiObject {
  const annotations = { ...obj.metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
  return { ...obj, metadata: { ...obj.metadata, annotations } };
}

/** Templates are counted in an annotation, from where the first object says. */
function countFirst(obj: ApiObject): ApiObject {
  return withGeneration(obj, Math.max(generationOf(obj), 1));
}

function countTemplate(obj: ApiObject, old: ApiObject): ApiObject {
  return withGeneration(obj, generationOf(old) + (isSameTemplate(obj, old) ? 0 : 1));
}

function isSameTemplate(obj: ApiObject, old: ApiObject | undefined): boolean {
  return isDeepStrictEqual(at(obj, 'spec', 'template'), at(old, 'spec', 'template'));
}

/** The annotation counts as its writer's, who may not know of it. */
function withCount(obj: ApiObject): ApiObject {
  const annotations = { [TEMPLATE_GENERATION]: '0', ...obj.metadata.annotations };
  return { ...obj, metadata: { ...obj.metadata, annotations } };
}

function rollingDaemonSet(obj: ApiObject): ApiObject {
  const strategy = objectAt(obj, 'spec', 'updateStrategy');
  if (textAt(strategy, 'type') !== 'RollingUpdate') return obj;
  const rollingUpdate = { maxUnavailable: 1, maxSurge: 0, ...objectAt(strategy, 'rollingUpdate') };
  return withAt(obj, ['spec', 'updateStrategy', 'rollingUpdate'], rollingUpdate);
}

const STRATEGY = 'spec.updateStrategy';

function strategyCauses(strategy: JsonObject): readonly StatusCause[] {
  const type = textAt(strategy, 'type');
  if (type === 'OnDelete') return [];
  if (type === 'RollingUpdate') return rollingCauses(objectAt(strategy, 'rollingUpdate'));
  const shown = shownStrategy(type, at(strategy, 'rollingUpdate'));
  return [notSupportedCause(STRATEGY, shown, ['RollingUpdate', 'OnDelete'])];
}

/** Pods go before others come, or come before others go: not both. */
function rollingCauses({ maxUnavailable = 0, maxSurge = 0 }: JsonObject): readonly StatusCause[] {
  const path = `${STRATEGY}.rollingUpdate`;
  const [unavailable, surge] = [`${path}.maxUnavailable`, `${path}.maxSurge`];
  const [goes, comes] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  return [
    ...shareCauses(maxUnavailable, unavailable),
    ...shareCauses(maxSurge, surge),
    ...excessCauses(maxUnavailable, unavailable),
    ...excessCauses(maxSurge, surge),
    ...(goes && comes
      ? [invalidCause(surge, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(goes || comes ? [] : [requiredCause(unavailable, 'cannot be 0 when maxSurge is 0')]),
  ];
}

/** @see kubernetes/kubernetes:pkg/apis/apps/validation/validation.go (ValidateDaemonSetSpec) */
function daemonSetCauses(obj: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const malformed = labelSelectorCauses(objectAt(obj, 'spec', 'selector'), 'spec.selector');
  return [
    ...malformed,
    ...(malformed.length > 0 ? [] : mismatchCauses(obj)),
    ...openSelectorCauses(obj, 'daemonset'),
    ...podTemplateCauses(objectAt(obj, 'spec', 'template'), 'spec.template'),
    ...endingCauses(obj, 'DaemonSet'),
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['minReadySeconds', 'revisionHistoryLimit']),
    ...strategyCauses(objectAt(obj, 'spec', 'updateStrategy')),
    ...immutableCauses(obj, old, 'spec', 'selector'),
  ];
}

const STATUS_COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
];

export const DAEMON_SET_RULES: KindRules = {
  infer: (obj) => inferRolling(obj, 'updateStrategy'),
  create: countFirst,
  update: countTemplate,
  complete: (obj) => withCount(rollingDaemonSet(withTemplate(obj))),
  validate: daemonSetCauses,
  // A selector that is missing selects nothing, and that is what is wrong.
  overlooks: () => ['spec.selector', ...overlookedIn('spec.template.spec')],
  warnings: (obj, old) => (isSameTemplate(obj, old) ? [] : templateWarnings(obj)),
  status: {
    update: countTemplate,
    validate: (obj, old) => [
      ...countCauses(objectAt(obj, 'status'), 'status', STATUS_COUNTS),
      ...collisionCauses(obj, old),
    ],
  },
};
