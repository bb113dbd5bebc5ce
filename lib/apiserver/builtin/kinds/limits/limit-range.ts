import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { duplicateCause, forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../../fields.ts';
import { qualifiedName } from '../../../objects/names.ts';
import type { KindRules } from '../../kind-rules.ts';
import { amountCauses } from './limit-range-amounts.ts';
import { containerResourceNameCauses, resourceNameCauses } from '../pods/resource-names.ts';
import { repeated } from '../causes/repeated.ts';
import { textCauses } from '../causes/text-causes.ts';

const FIELD = 'spec.limits';
const TYPES: ReadonlySet<string> = new Set(['Container', 'PersistentVolumeClaim', 'Pod']);
const DEFAULTS = ['default', 'defaultRequest'];
const AMOUNTS = ['max', 'min', ...DEFAULTS, 'maxLimitRequestRatio'];

/** A container gets as much as it may have, and asks for what it gets or else for the least. */
function completeLimit(limit: JsonValue): JsonValue {
  if (!isJsonObject(limit) || textAt(limit, 'type') !== 'Container') return limit;
  const most = { ...objectAt(limit, 'max'), ...objectAt(limit, 'default') };
  const request = { ...objectAt(limit, 'min'), ...most, ...objectAt(limit, 'defaultRequest') };
  return {
    ...limit,
    ...(Object.keys(most).length === 0 ? {} : { default: most }),
    ...(Object.keys(request).length === 0 ? {} : { defaultRequest: request }),
  };
}

/** @see kubernetes/kubernetes:pkg/apis/core/v1/defaults.go (SetDefaults_LimitRangeItem) */
function completeRange(range: ApiObject): ApiObject {
  const limits = listAt(range, 'spec', 'limits');
  return limits.length === 0 ? range : withAt(range, ['spec', 'limits'], limits.map(completeLimit));
}

/** What is stored tells no empty list from none. */
function withoutEmptyList(range: ApiObject): ApiObject {
  return listAt(range, 'spec', 'limits').length > 0 ? range : withAt(range, ['spec', 'limits'], undefined);
}

function typeCauses(type: string, field: string): readonly StatusCause[] {
  const malformed = textCauses(field, type, qualifiedName);
  if (malformed.length > 0 || type.includes('/') || TYPES.has(type)) return malformed;
  return [invalidCause(field, type, 'must be a standard limit type or fully qualified')];
}

/** Causes of names of resources. Pods have no defaults: nobody looks at theirs. */
function nameCauses(limit: JsonValue, field: string): readonly StatusCause[] {
  const type = textAt(limit, 'type');
  const isPod = type === 'Pod';
  const rule = isPod || type === 'Container' ? containerResourceNameCauses : resourceNameCauses;
  const why = "may not be specified when `type` is 'Pod'";
  return AMOUNTS.flatMap((list) => {
    const names = Object.keys(objectAt(limit, list));
    if (isPod && DEFAULTS.includes(list))
      return names.length === 0 ? [] : [forbiddenCause(`${field}.${list}`, why)];
    return names.flatMap((name) => rule(name, `${field}.${list}[${name}]`));
  });
}

function storageCauses(limit: JsonValue, field: string): readonly StatusCause[] {
  const isLimited = ['min', 'max'].some((list) => at(limit, list, 'storage') !== undefined);
  if (textAt(limit, 'type') !== 'PersistentVolumeClaim' || isLimited) return [];
  const why = 'either minimum or maximum storage value is required, but neither was provided';
  return [requiredCause(`${field}.limits`, why)];
}

/** The amounts of a limit, as far as they count. */
function countedAmounts(limit: JsonValue): JsonObject {
  const isPod = textAt(limit, 'type') === 'Pod';
  const lists = AMOUNTS.filter((list) => !isPod || !DEFAULTS.includes(list));
  return Object.fromEntries(lists.map((list) => [list, objectAt(limit, list)]));
}

function rangeCauses(range: ApiObject): readonly StatusCause[] {
  const limits = listAt(range, ...FIELD.split('.'));
  const second = repeated(limits.map((limit) => textAt(limit, 'type')));
  return limits.flatMap((limit, index) => limitCauses(limit, second.has(index), `${FIELD}[${index}]`));
}

/** @param isSecond there is one of the same type before. */
function limitCauses(limit: JsonValue, isSecond: boolean, field: string): readonly StatusCause[] {
  const type = textAt(limit, 'type');
  return [
    ...typeCauses(type, `${field}.type`),
    ...(isSecond ? [duplicateCause(`${field}.type`, type)] : []),
    ...nameCauses(limit, field),
    ...storageCauses(limit, field),
    ...amountCauses(countedAmounts(limit), field),
  ];
}

/** @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateLimitRange) */
export const LIMIT_RANGE_RULES: KindRules = {
  complete: completeRange,
  create: withoutEmptyList,
  update: withoutEmptyList,
  validate: rangeCauses,
  overlooks: () => ['spec'],
};
