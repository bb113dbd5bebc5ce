import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt, withAt } from '../../../fields.ts';
import { LONGEST_DEADLINE } from './pod-causes.ts';
import { tolerationsCauses } from './toleration-causes.ts';

const CONTAINER_LISTS = ['containers', 'initContainers'] as const;
const MUTABLE_FIELDS =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';
const NOT_MODIFIED = 'existing toleration can not be modified except its tolerationSeconds';

/**
 * Causes of what an update does to a pod that it may not. Where containers come or go, or the deadline is none or
 * later than it was, nothing else is looked at.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidatePodUpdate)
 */
export function podChangeCauses(pod: ApiObject, old: ApiObject): readonly StatusCause[] {
  const list = CONTAINER_LISTS.find(
    (name) => containersOf(pod, name).length !== containersOf(old, name).length,
  );
  if (list !== undefined)
    return [forbiddenCause(`spec.${list}`, 'pod updates may not add or remove containers')];
  const deadline = deadlineCauses(
    at(pod, 'spec', 'activeDeadlineSeconds'),
    at(old, 'spec', 'activeDeadlineSeconds'),
  );
  const images = CONTAINER_LISTS.flatMap((name) => imageCauses(pod, name));
  if (deadline.length > 0 && at(pod, 'spec', 'activeDeadlineSeconds') !== undefined)
    return [...images, ...deadline];
  const isOther = !isDeepStrictEqual(fixedPart(pod, old), fixedPart(old, old));
  return [
    ...images,
    ...deadline,
    ...addedTolerationsCauses(listAt(pod, 'spec', 'tolerations'), listAt(old, 'spec', 'tolerations')),
    ...gateCauses(listAt(pod, 'spec', 'schedulingGates'), listAt(old, 'spec', 'schedulingGates')),
    ...(isOther ? [forbiddenCause('spec', MUTABLE_FIELDS)] : []),
  ];
}

/** Causes of images that a pod may not have, and a template may. */
export function spacedImageCauses(pod: ApiObject): readonly StatusCause[] {
  return CONTAINER_LISTS.flatMap((name) => imageCauses(pod, name)).filter(
    ({ reason }) => reason === 'FieldValueInvalid',
  );
}

function containersOf(pod: ApiObject, list: (typeof CONTAINER_LISTS)[number]): readonly JsonValue[] {
  return listAt(pod, 'spec', list);
}

function imageCauses(pod: ApiObject, list: (typeof CONTAINER_LISTS)[number]): readonly StatusCause[] {
  return containersOf(pod, list).flatMap((container, index) => {
    const [image, field] = [textAt(container, 'image'), `spec.${list}[${index}].image`];
    if (image === '') return [requiredCause(field)];
    const why = 'must not have leading or trailing whitespace';
    return image === image.trim() ? [] : [invalidCause(field, image, why)];
  });
}

/** It may come earlier, and may be set where there was none. */
function deadlineCauses(now: JsonValue | undefined, before: JsonValue | undefined): readonly StatusCause[] {
  const field = 'spec.activeDeadlineSeconds';
  if (now === undefined)
    return before === undefined
      ? []
      : [invalidCause(field, null, 'must not update from a positive integer to nil value')];
  if (typeof now !== 'number') return [];
  if (now < 0 || now > LONGEST_DEADLINE)
    return [invalidCause(field, now, `must be between 0 and ${LONGEST_DEADLINE}, inclusive`)];
  if (typeof before !== 'number' || now <= before) return [];
  return [invalidCause(field, now, 'must be less than or equal to previous value')];
}

function addedTolerationsCauses(
  now: readonly JsonValue[],
  before: readonly JsonValue[],
): readonly StatusCause[] {
  const known = new Set(now.map(untimed));
  const isKept = before.every((one) => known.has(untimed(one)));
  if (!isKept) return [forbiddenCause('spec.tolerations', NOT_MODIFIED)];
  return tolerationsCauses(now, 'spec.tolerations');
}

/** What must stay of a toleration, as a text. */
function untimed(toleration: JsonValue): string {
  return JSON.stringify(['key', 'operator', 'value', 'effect'].map((name) => textAt(toleration, name)));
}

function gateCauses(now: readonly JsonValue[], before: readonly JsonValue[]): readonly StatusCause[] {
  const known = new Set(before.map((gate) => textAt(gate, 'name')));
  return now.flatMap((gate, index) => {
    const name = textAt(gate, 'name');
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return known.has(name) ? [] : [forbiddenCause(`spec.schedulingGates[${index}].name`, why)];
  });
}

/** What may not change in a pod: everything but what has rules of its own. */
function fixedPart(pod: ApiObject, old: ApiObject): JsonObject {
  const spec = objectAt(pod, 'spec');
  const withoutImage = (list: string): readonly JsonValue[] =>
    listAt(spec, list).map((container) => withAt(objectAt({ container }, 'container'), ['image'], undefined));
  const grace = numberAt(spec, 'terminationGracePeriodSeconds');
  const isMended = grace === 1 && numberAt(old, 'spec', 'terminationGracePeriodSeconds') < 0;
  return {
    ...spec,
    containers: withoutImage('containers'),
    initContainers: withoutImage('initContainers'),
    ephemeralContainers: null,
    activeDeadlineSeconds: null,
    tolerations: null,
    terminationGracePeriodSeconds: isMended ? numberAt(old, 'spec', 'terminationGracePeriodSeconds') : grace,
    schedulingGates: null,
  };
}
