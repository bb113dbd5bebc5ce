import type { JsonObject } from '../object/json.ts';
import { listAt, objectAt, textAt } from './fields.ts';

/** Labels as kubectl shows them: `a=b,c=d`, or `<none>`. */
export function labelsText(labels: JsonObject): string {
  const pairs = Object.keys(labels)
    .toSorted()
    .map((name) => `${name}=${textAt(labels, name)}`);
  return pairs.length === 0 ? '<none>' : pairs.join(',');
}

function requirementText(requirement: JsonObject): string {
  const key = textAt(requirement, 'key');
  const values = listAt(requirement, 'values').map(String).toSorted().join(',');
  switch (textAt(requirement, 'operator')) {
    case 'In':
      return `${key} in (${values})`;
    case 'NotIn':
      return `${key} notin (${values})`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}

/** A label selector in the form that queries use: `app=a,tier in (x,y)`. Empty: it selects everything. */
export function selectorText(selector: JsonObject): string {
  const labels = objectAt(selector, 'matchLabels');
  const requirements = [
    ...Object.keys(labels).map((name) => [name, `${name}=${textAt(labels, name)}`] as const),
    ...listAt(selector, 'matchExpressions').map(
      (one) => [textAt(one, 'key'), requirementText(objectAt({ one }, 'one'))] as const,
    ),
  ];
  return requirements
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, text]) => text)
    .join(',');
}
