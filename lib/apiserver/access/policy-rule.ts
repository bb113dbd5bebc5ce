import type { JsonValue } from '../../object/json.ts';
import { listAt } from '../fields.ts';
import type { Attributes } from './request-attributes.ts';

/** One rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty: all. */
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

const ALL = '*';

/** The rule of a role's object. */
export function policyRule(value: JsonValue): PolicyRule {
  const texts = (name: string): readonly string[] => listAt(value, name).map(String);
  return {
    verbs: texts('verbs'),
    apiGroups: texts('apiGroups'),
    resources: texts('resources'),
    resourceNames: texts('resourceNames'),
    nonResourceURLs: texts('nonResourceURLs'),
  };
}

/** Of a server that asks nobody: everything. */
export const EVERYTHING: readonly PolicyRule[] = [
  { verbs: [ALL], apiGroups: [ALL], resources: [ALL], resourceNames: [], nonResourceURLs: [] },
  { verbs: [ALL], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [ALL] },
];

/** Whether the list has the value, or stands for all values. */
export function includes(list: readonly string[], value: string): boolean {
  return list.includes(ALL) || list.includes(value);
}

/**
 * Whether the rule allows it.
 *
 * @see kubernetes/kubernetes:pkg/apis/rbac/v1/evaluation_helpers.go
 */
export function allows(rule: PolicyRule, wanted: Attributes): boolean {
  if (!includes(rule.verbs, wanted.verb)) return false;
  if (wanted.type === 'path') return rule.nonResourceURLs.some((url) => coversPath(url, wanted.path));
  return (
    includes(rule.apiGroups, wanted.group) &&
    coversResource(rule.resources, wanted.resource, wanted.subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(wanted.name))
  );
}

/** `*` at the end of a path stands for all that begins so. */
export function coversPath(pattern: string, path: string): boolean {
  if (pattern === ALL || pattern === path) return true;
  return pattern.endsWith(ALL) && path.startsWith(pattern.slice(0, -1));
}

/** `pods/log` is one subresource; a star instead of `pods` means that of all resources, a star alone everything. */
export function coversResource(resources: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === '') return includes(resources, resource);
  return includes(resources, `${resource}/${subresource}`) || resources.includes(`${ALL}/${subresource}`);
}
