import { isJsonObject } from '../../../../lib/object/json.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';

/** Where the resources of the table are served, in the order in which they are made. */
export const ROLE_RESOURCES: readonly string[] = [
  'clusterroles',
  'clusterrolebindings',
  'roles',
  'rolebindings',
];

const MARK = 'kubernetes.io/bootstrapping';

/** As much of a role or binding as the table keeps; undefined for one that the API server did not bring. */
function rowOf(object: unknown): JsonObject | undefined {
  if (!isJsonObject(object) || !isJsonObject(object['metadata'])) return undefined;
  const { name, namespace, labels, annotations } = object['metadata'];
  if (!isJsonObject(labels) || labels[MARK] === undefined) return undefined;
  const { rules, aggregationRule, roleRef, subjects } = object;
  return JSON.parse(
    JSON.stringify({
      metadata: { name, namespace, labels, annotations },
      rules,
      aggregationRule,
      roleRef,
      subjects,
    }),
  ) as JsonObject;
}

/** The table lib/apiserver/builtin/tables/default-roles.json, made of a real API server's lists by resource. */
export function defaultRolesTable(lists: Readonly<Record<string, unknown>>): string {
  const rows = ROLE_RESOURCES.map((resource) => {
    const list = lists[resource];
    const items = isJsonObject(list) && Array.isArray(list['items']) ? (list['items'] as unknown[]) : [];
    return [resource, items.map(rowOf).filter((row) => row !== undefined)];
  });
  return `${JSON.stringify(Object.fromEntries(rows))}\n`;
}
