import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { inNameOrder } from '../../../name-order.ts';
import { labelValue, qualifiedName } from '../../../objects/names.ts';
import { textCauses } from './text-causes.ts';

function holds(requirement: JsonValue, labels: JsonObject): boolean {
  const value = at(labels, textAt(requirement, 'key'));
  const values = listAt(requirement, 'values');
  switch (textAt(requirement, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}

/** Whether a label selector selects these labels. */
export function selects(selector: JsonObject, labels: JsonObject): boolean {
  const wanted = Object.entries(objectAt(selector, 'matchLabels'));
  return (
    wanted.every(([name, value]) => labels[name] === value) &&
    listAt(selector, 'matchExpressions').every((one) => holds(one, labels))
  );
}

/** Causes of malformed labels. */
export function labelCauses(labels: JsonObject, field: string): readonly StatusCause[] {
  const names = Object.keys(labels).flatMap((name) => textCauses(field, name, qualifiedName));
  const values = Object.values(labels).flatMap((value) => textCauses(field, value, labelValue));
  return [...names, ...values];
}

/** Causes of a label selector that is none. */
export function labelSelectorCauses(selector: JsonObject, field: string): readonly StatusCause[] {
  return [
    ...labelCauses(objectAt(selector, 'matchLabels'), `${field}.matchLabels`),
    ...listAt(selector, 'matchExpressions').flatMap((one, index) =>
      requirementCauses(one, `${field}.matchExpressions[${index}]`),
    ),
  ];
}

function requirementCauses(requirement: JsonValue, field: string): readonly StatusCause[] {
  const values = listAt(requirement, 'values');
  return [
    ...operatorCauses(textAt(requirement, 'operator'), values, field),
    ...textCauses(`${field}.key`, textAt(requirement, 'key'), qualifiedName),
    ...values.flatMap((value, index) => textCauses(`${field}.values[${index}]`, value, labelValue)),
  ];
}

function operatorCauses(
  operator: string,
  values: readonly JsonValue[],
  field: string,
): readonly StatusCause[] {
  if (operator === 'In' || operator === 'NotIn') {
    const why = "must be specified when `operator` is 'In' or 'NotIn'";
    return values.length === 0 ? [requiredCause(`${field}.values`, why)] : [];
  }
  if (operator !== 'Exists' && operator !== 'DoesNotExist')
    return [invalidCause(`${field}.operator`, operator, 'not a valid selector operator')];
  const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
  return values.length === 0 ? [] : [forbiddenCause(`${field}.values`, why)];
}

/** Whether a selector is there and selects everything. */
export function selectsAll(selector: JsonValue | undefined): boolean {
  const [labels, expressions] = [objectAt(selector, 'matchLabels'), listAt(selector, 'matchExpressions')];
  return selector !== undefined && Object.keys(labels).length + expressions.length === 0;
}

/** The cause of a template whose pods its own workload would not find. Without a selector, it finds none. */
export function mismatchCauses(obj: ApiObject): readonly StatusCause[] {
  const selector = at(obj, 'spec', 'selector');
  const labels = at(obj, 'spec', 'template', 'metadata', 'labels');
  const isFound =
    selector !== undefined && selects(objectAt({ selector }, 'selector'), objectAt({ labels }, 'labels'));
  if (isFound) return [];
  const shown = isJsonObject(labels) ? inNameOrder(labels) : null;
  const why = '`selector` does not match template `labels`';
  return [invalidCause('spec.template.metadata.labels', shown, why)];
}

/** The cause of a field that changed and may not. */
export function immutableCauses(
  obj: ApiObject,
  old: ApiObject | undefined,
  ...path: readonly string[]
): readonly StatusCause[] {
  if (old === undefined || isDeepStrictEqual(at(obj, ...path), at(old, ...path))) return [];
  const value = at(obj, ...path);
  const isSelector = path.at(-1) === 'selector' && isJsonObject(value);
  return [invalidCause(path.join('.'), isSelector ? shownSelector(value) : value, 'field is immutable')];
}

/** A selector as messages show it: its labels in order. */
export function shownSelector(selector: JsonObject): JsonObject {
  const { matchLabels } = selector;
  return isJsonObject(matchLabels) ? { ...selector, matchLabels: inNameOrder(matchLabels) } : selector;
}
