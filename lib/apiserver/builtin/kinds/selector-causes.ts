import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause } from '../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../fields.ts';
import { labelValue, qualifiedName } from '../../objects/names.ts';

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
function selects(selector: JsonObject, labels: JsonObject): boolean {
  const wanted = Object.entries(objectAt(selector, 'matchLabels'));
  return (
    wanted.every(([name, value]) => labels[name] === value) &&
    listAt(selector, 'matchExpressions').every((one) => holds(one, labels))
  );
}

/** Causes of malformed labels. */
export function labelCauses(labels: JsonObject, field: string): readonly StatusCause[] {
  const names = Object.keys(labels).flatMap((name) =>
    qualifiedName(name).map((problem) => invalidCause(field, name, problem)),
  );
  const values = Object.values(labels).flatMap((value) =>
    (typeof value === 'string' ? labelValue(value) : []).map((problem) =>
      invalidCause(field, value, problem),
    ),
  );
  return [...names, ...values];
}

/** Causes of a selector that selects everything, or not the pods of its own template. */
export function selectorCauses(obj: ApiObject, kind: string): readonly StatusCause[] {
  const selector = objectAt(obj, 'spec', 'selector');
  const labels = at(obj, 'spec', 'template', 'metadata', 'labels');
  const empty =
    Object.keys(objectAt(selector, 'matchLabels')).length + listAt(selector, 'matchExpressions').length === 0;
  return [
    ...(empty ? [invalidCause('spec.selector', selector, `empty selector is invalid for ${kind}`)] : []),
    ...(empty || selects(selector, objectAt(obj, 'spec', 'template', 'metadata', 'labels'))
      ? []
      : [
          invalidCause(
            'spec.template.metadata.labels',
            labels ?? null,
            '`selector` does not match template `labels`',
          ),
        ]),
  ];
}

/** The cause of a field that changed and may not. */
export function immutableCauses(
  obj: ApiObject,
  old: ApiObject | undefined,
  ...path: readonly string[]
): readonly StatusCause[] {
  if (old === undefined || isDeepStrictEqual(at(obj, ...path), at(old, ...path))) return [];
  return [invalidCause(path.join('.'), at(obj, ...path), 'field is immutable')];
}
