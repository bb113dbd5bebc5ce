import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, notSupportedCause, requiredCause, unsupportedCauses } from '../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../fields.ts';
import { pathSegmentName, subdomainName } from '../../objects/names.ts';
import type { KindRules } from '../kind-rules.ts';
import { labelSelectorCauses } from './causes/selector-causes.ts';
import { optionalTextCauses, textCauses } from './causes/text-causes.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** Roles say what they allow, even if that is nothing. */
function completeRole(role: ApiObject): ApiObject {
  return at(role, 'rules') === undefined ? { ...role, rules: null } : role;
}

function ruleCauses(rule: JsonValue, field: string, namespaced: boolean): readonly StatusCause[] {
  const has = (name: string): boolean => listAt(rule, name).length > 0;
  const verbs = has('verbs')
    ? []
    : [requiredCause(`${field}.verbs`, 'verbs must contain at least one value')];
  if (has('nonResourceURLs')) return [...verbs, ...pathRuleCauses(rule, field, namespaced)];
  const lack = (name: string, what: string): readonly StatusCause[] =>
    has(name) ? [] : [requiredCause(`${field}.${name}`, `resource rules must supply at least one ${what}`)];
  return [...verbs, ...lack('apiGroups', 'api group'), ...lack('resources', 'resource')];
}

function pathRuleCauses(rule: JsonValue, field: string, namespaced: boolean): readonly StatusCause[] {
  const paths = listAt(rule, 'nonResourceURLs');
  const isBoth = ['apiGroups', 'resources', 'resourceNames'].some((name) => listAt(rule, name).length > 0);
  const cause = (why: string): StatusCause => invalidCause(`${field}.nonResourceURLs`, paths, why);
  return [
    ...(namespaced ? [cause('namespaced rules cannot apply to non-resource URLs')] : []),
    ...(isBoth ? [cause('rules cannot apply to both regular resources and non-resource URLs')] : []),
  ];
}

function rulesCauses(role: ApiObject, namespaced: boolean): readonly StatusCause[] {
  return listAt(role, 'rules').flatMap((rule, index) => ruleCauses(rule, `rules[${index}]`, namespaced));
}

export const ROLE_RULES: KindRules = {
  complete: completeRole,
  validate: (role) => rulesCauses(role, true),
};

function aggregationCauses(role: ApiObject): readonly StatusCause[] {
  if (at(role, 'aggregationRule') === undefined) return [];
  const field = 'aggregationRule.clusterRoleSelectors';
  const selectors = listAt(role, ...field.split('.'));
  const why = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  if (selectors.length === 0) return [requiredCause(field, why)];
  return selectors.flatMap((selector, index) => {
    const causes = labelSelectorCauses(objectAt({ selector }, 'selector'), `${field}[${index}]`);
    if (causes.length === 0) return [];
    return causes.concat(invalidCause(`${field}[${index}]`, null, 'invalid label selector.'));
  });
}

export const CLUSTER_ROLE_RULES: KindRules = {
  complete: completeRole,
  validate: (role) => [...rulesCauses(role, false), ...aggregationCauses(role)],
};

/** The group that a subject's kind belongs to is known. */
function completeSubject(subject: JsonValue): JsonObject {
  const known = objectAt({ subject }, 'subject');
  if (textAt(known, 'kind') === 'ServiceAccount' || textAt(known, 'apiGroup') !== '') return known;
  return { ...known, apiGroup: GROUP };
}

function completeBinding(binding: ApiObject): ApiObject {
  const subjects = listAt(binding, 'subjects').map(completeSubject);
  const isGrouped = textAt(binding, 'roleRef', 'apiGroup') !== '';
  const referring = isGrouped ? binding : withAt(binding, ['roleRef', 'apiGroup'], GROUP);
  return subjects.length === 0 ? referring : { ...referring, subjects };
}

function referenceCauses(binding: ApiObject, kinds: readonly string[]): readonly StatusCause[] {
  const [apiGroup, kind, name] = ['apiGroup', 'kind', 'name'].map((one) => textAt(binding, 'roleRef', one));
  return [
    ...unsupportedCauses('roleRef.apiGroup', apiGroup, [GROUP]),
    ...unsupportedCauses('roleRef.kind', kind, kinds),
    ...(name === '' ? [requiredCause('roleRef.name')] : []),
    ...textCauses('roleRef.name', name, pathSegmentName),
  ];
}

function subjectCauses(subject: JsonValue, field: string, namespaced: boolean): readonly StatusCause[] {
  const name = textAt(subject, 'name');
  return [
    ...(name === '' ? [requiredCause(`${field}.name`)] : []),
    ...subjectKindCauses(subject, field, namespaced),
  ];
}

function subjectKindCauses(subject: JsonValue, field: string, namespaced: boolean): readonly StatusCause[] {
  const [kind, group, name] = ['kind', 'apiGroup', 'name'].map((one) => textAt(subject, one));
  const grouped = (wanted: string): readonly StatusCause[] =>
    unsupportedCauses(`${field}.apiGroup`, group, [wanted]);
  if (kind === 'User' || kind === 'Group') return grouped(GROUP);
  if (kind !== 'ServiceAccount')
    return [notSupportedCause(`${field}.kind`, kind, ['Group', 'ServiceAccount', 'User'])];
  const isHomeless = !namespaced && textAt(subject, 'namespace') === '';
  return [
    ...optionalTextCauses(`${field}.name`, name, subdomainName),
    ...grouped(''),
    ...(isHomeless ? [requiredCause(`${field}.namespace`)] : []),
  ];
}

function changeCauses(binding: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const reference = objectAt(binding, 'roleRef');
  if (old === undefined || isDeepStrictEqual(reference, objectAt(old, 'roleRef'))) return [];
  const { apiGroup = '', kind = '', name = '' } = reference;
  const shown = { APIGroup: apiGroup, Kind: kind, Name: name };
  return [invalidCause('roleRef', shown, 'cannot change roleRef')];
}

/** @see kubernetes/kubernetes:pkg/apis/rbac/validation/validation.go */
function bindingRules(kinds: readonly string[], namespaced: boolean): KindRules {
  return {
    complete: completeBinding,
    validate: (binding, old) => [
      ...referenceCauses(binding, kinds),
      ...listAt(binding, 'subjects').flatMap((subject, index) =>
        subjectCauses(subject, `subjects[${index}]`, namespaced),
      ),
      ...changeCauses(binding, old),
    ],
  };
}

export const ROLE_BINDING_RULES: KindRules = bindingRules(['ClusterRole', 'Role'], true);
export const CLUSTER_ROLE_BINDING_RULES: KindRules = bindingRules(['ClusterRole'], false);
