import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import type { KindRules } from '../../kind-rules.ts';
import { claimSpecCauses } from '../storage/claim-causes.ts';
import { countCauses } from '../causes/count-causes.ts';
import { statefulSetWarnings } from './stateful-set-warnings.ts';
import { podTemplateCauses, templateMetadataCauses } from '../pods/pod-template-causes.ts';
import { collisionCauses, replicaStatusCauses, type ReplicaStatus } from './replica-status-causes.ts';
import { labelSelectorCauses, mismatchCauses, shownSelector } from '../causes/selector-causes.ts';
import { optionalTextCauses } from '../causes/text-causes.ts';
import { endingCauses, openSelectorCauses, overlookedTemplate, withTemplate } from './workloads.ts';

const ROLLING = ['spec', 'updateStrategy', 'rollingUpdate'] as const;

/** Who says nothing about updates rolls them; who only says so says nothing about how. */
function inferStatefulSet(obj: ApiObject): ApiObject {
  const isSaid = textAt(obj, 'spec', 'updateStrategy', 'type') !== '' || at(obj, ...ROLLING) !== undefined;
  return isSaid ? obj : withAt(obj, ROLLING, {});
}

function completeStatefulSet(obj: ApiObject): ApiObject {
  const complete = withTemplate(obj);
  const isRolling = textAt(obj, 'spec', 'updateStrategy', 'type') === 'RollingUpdate';
  const rolling = at(obj, ...ROLLING);
  return isRolling && isJsonObject(rolling)
    ? withAt(complete, ROLLING, { partition: 0, ...rolling })
    : complete;
}

/** How many may be away during an update is nothing that a server keeps by default. */
function withoutUnavailable(obj: ApiObject): ApiObject {
  const isSaid = at(obj, ...ROLLING, 'maxUnavailable') !== undefined;
  return isSaid ? withAt(obj, [...ROLLING, 'maxUnavailable'], undefined) : obj;
}

/** @see kubernetes/kubernetes:pkg/apis/apps/validation/validation.go (ValidateStatefulSetSpec) */
function specCauses(obj: ApiObject): readonly StatusCause[] {
  return [
    ...managementCauses(textAt(obj, 'spec', 'podManagementPolicy')),
    ...strategyCauses(objectAt(obj, 'spec', 'updateStrategy')),
    ...retentionCauses(objectAt(obj, 'spec', 'persistentVolumeClaimRetentionPolicy')),
    ...countCauses(objectAt(obj, 'spec'), 'spec', ['replicas', 'minReadySeconds']),
    ...countCauses(objectAt(obj, 'spec', 'ordinals'), 'spec.ordinals', ['start']),
    ...selectionCauses(obj),
    ...endingCauses(obj, 'StatefulSet'),
  ];
}

function managementCauses(policy: string): readonly StatusCause[] {
  if (policy === 'OrderedReady' || policy === 'Parallel') return [];
  return [invalidCause('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")];
}

function strategyCauses(strategy: JsonObject): readonly StatusCause[] {
  const field = 'spec.updateStrategy';
  const type = textAt(strategy, 'type');
  const rolling = at(strategy, 'rollingUpdate');
  const path = `${field}.rollingUpdate`;
  if (type === 'RollingUpdate') return countCauses(objectAt(strategy, 'rollingUpdate'), path, ['partition']);
  if (type === 'OnDelete') {
    const why = "only allowed for updateStrategy 'RollingUpdate'";
    return rolling === undefined ? [] : [invalidCause(path, shownRolling(rolling), why)];
  }
  const shown = { Type: type, RollingUpdate: shownRolling(rolling) };
  return [invalidCause(field, shown, "must be 'RollingUpdate' or 'OnDelete'")];
}

/** As messages show it, with the names of Go's struct. */
function shownRolling(rolling: JsonValue | undefined): JsonObject | null {
  if (rolling === undefined) return null;
  return { Partition: at(rolling, 'partition') ?? 0, MaxUnavailable: at(rolling, 'maxUnavailable') ?? null };
}

const RETENTIONS = ['Retain', 'Delete'];

function retentionCauses(policy: JsonObject): readonly StatusCause[] {
  return ['whenDeleted', 'whenScaled'].flatMap((name) =>
    unsupportedCauses(`spec.persistentVolumeClaimRetentionPolicy.${name}`, at(policy, name), RETENTIONS),
  );
}

function selectionCauses(obj: ApiObject): readonly StatusCause[] {
  const selector = objectAt(obj, 'spec', 'selector');
  const malformed = labelSelectorCauses(selector, 'spec.selector');
  if (malformed.length > 0) return [...malformed, invalidCause('spec.selector', shownSelector(selector), '')];
  const template = withClaims(obj);
  return [
    ...(at(obj, 'spec', 'selector') === undefined ? [requiredCause('spec.selector')] : []),
    ...openSelectorCauses(obj, 'statefulset'),
    ...mismatchCauses(obj),
    ...podTemplateCauses(template, 'spec.template'),
    // The real server says these twice.
    ...templateMetadataCauses(template, 'spec.template'),
  ];
}

/** The template as its pods will have it: each claim is a volume before the others, in place of one of its name. */
function withClaims(obj: ApiObject): JsonObject {
  const template = objectAt(obj, 'spec', 'template');
  const claims = new Set(
    listAt(obj, 'spec', 'volumeClaimTemplates').map((claim) => textAt(claim, 'metadata', 'name')),
  );
  if (claims.size === 0) return template;
  const own = listAt(template, 'spec', 'volumes').filter((volume) => !claims.has(textAt(volume, 'name')));
  const made = [...claims].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return withAt(template, ['spec', 'volumes'], [...made, ...own]);
}

/** What may not change later is looked at in new objects only. */
function newCauses(obj: ApiObject): readonly StatusCause[] {
  return [
    ...listAt(obj, 'spec', 'volumeClaimTemplates').flatMap((claim, index) =>
      claimSpecCauses(objectAt(claim, 'spec'), `spec.volumeClaimTemplates[${index}].spec`),
    ),
    ...optionalTextCauses('spec.serviceName', textAt(obj, 'spec', 'serviceName'), labelName),
  ];
}

const MUTABLE: readonly string[] = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

function fixedPart(obj: ApiObject): JsonObject {
  const entries = Object.entries(objectAt(obj, 'spec')).filter(([name]) => !MUTABLE.includes(name));
  return Object.fromEntries(entries);
}

function changeCauses(obj: ApiObject, old: ApiObject): readonly StatusCause[] {
  if (isDeepStrictEqual(fixedPart(obj), fixedPart(old))) return [];
  const quoted = MUTABLE.map((name) => `'${name}'`);
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
  return [forbiddenCause('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
}

const STATUS: ReplicaStatus = {
  counts: [
    'replicas',
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
    'observedGeneration',
    'collisionCount',
  ],
  parts: ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
  ready: 'status.readyReplicas',
};

export const STATEFUL_SET_RULES: KindRules = {
  infer: inferStatefulSet,
  complete: completeStatefulSet,
  create: withoutUnavailable,
  update: withoutUnavailable,
  validate: (obj, old) => [
    ...specCauses(obj),
    ...(old === undefined ? newCauses(obj) : changeCauses(obj, old)),
  ],
  overlooks: (causes) => ['spec.volumeClaimTemplates', 'spec.updateStrategy', ...overlookedTemplate(causes)],
  warnings: statefulSetWarnings,
  status: { validate: (obj, old) => [...replicaStatusCauses(obj, STATUS), ...collisionCauses(obj, old)] },
};
