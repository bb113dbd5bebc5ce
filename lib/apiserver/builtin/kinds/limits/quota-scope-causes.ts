import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { isOfQuotas } from '../pods/resource-names.ts';

const OF_PODS: readonly string[] = [
  'pods',
  'cpu',
  'memory',
  'limits.cpu',
  'limits.memory',
  'requests.cpu',
  'requests.memory',
];
/** The scopes that there are, and the resources that may be counted within. */
const SCOPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['BestEffort', ['pods']],
  ['CrossNamespacePodAffinity', OF_PODS],
  ['NotBestEffort', OF_PODS],
  ['NotTerminating', OF_PODS],
  ['PriorityClass', OF_PODS],
  ['Terminating', OF_PODS],
  ['VolumeAttributesClass', ['persistentvolumeclaims', 'requests.storage']],
]);
const OPPOSITES = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
/** Scopes that have values. */
const VALUED: ReadonlySet<string> = new Set(['PriorityClass', 'VolumeAttributesClass']);
const SELECTOR_FIELD = 'spec.scopeSelector.matchExpressions';
const EXISTS_RULE =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

/** The scopes of a quota, as messages show them. */
export function scopesOf(spec: JsonObject): JsonValue {
  return at(spec, 'scopes') ?? null;
}

export function quotaScopeCauses(spec: JsonObject): readonly StatusCause[] {
  const scopes = listAt(spec, 'scopes').map((scope) => textAt({ scope }, 'scope'));
  // Each shows all of them: made once, since there may be many.
  const [unknown, foreign, conflicting] = [
    'unsupported scope',
    'unsupported scope applied to resource',
    'conflicting scopes',
  ].map((why) => invalidCause('spec.scopes', scopes, why));
  return [
    ...scopes.filter((scope) => !SCOPES.has(scope)).map(() => unknown!),
    ...scopes.flatMap((scope) => strangers(spec, scope)).map(() => foreign!),
    ...conflicts(scopes).map(() => conflicting!),
  ];
}

/** Causes of a selector of scopes. None names the requirement that it is about. */
export function scopeSelectorCauses(spec: JsonObject): readonly StatusCause[] {
  const requirements = listAt(spec, 'scopeSelector', 'matchExpressions');
  const scopes = requirements.map((one) => textAt(one, 'scopeName'));
  const foreign = invalidCause(
    SELECTOR_FIELD,
    shownSelector(requirements),
    'unsupported scope applied to resource',
  );
  return [
    ...scopes.flatMap((scope) => strangers(spec, scope)).map(() => foreign),
    ...requirements.flatMap(requirementCauses),
    ...conflicts(scopes).map(() => invalidCause(SELECTOR_FIELD, scopesOf(spec), 'conflicting scopes')),
  ];
}

function requirementCauses(requirement: JsonValue): readonly StatusCause[] {
  const [scope, operator] = [textAt(requirement, 'scopeName'), textAt(requirement, 'operator')];
  const field = `${SELECTOR_FIELD}.operator`;
  const isPlain = SCOPES.has(scope) && !VALUED.has(scope);
  return [
    ...(SCOPES.has(scope) ? [] : [invalidCause(`${SELECTOR_FIELD}.scopeName`, scope, 'unsupported scope')]),
    ...(isPlain && operator !== 'Exists' ? [invalidCause(field, operator, EXISTS_RULE)] : []),
    ...operatorCauses(operator, listAt(requirement, 'values')),
  ];
}

function operatorCauses(operator: string, values: readonly JsonValue[]): readonly StatusCause[] {
  const field = `${SELECTOR_FIELD}.values`;
  if (operator === 'In' || operator === 'NotIn') {
    const why = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    return values.length === 0 ? [requiredCause(field, why)] : [];
  }
  if (operator !== 'Exists' && operator !== 'DoesNotExist')
    return [invalidCause(`${SELECTOR_FIELD}.operator`, operator, 'not a valid selector operator')];
  const why = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
  return values.length === 0 ? [] : [invalidCause(field, values, why)];
}

/** The resources that quotas know, and that cannot be counted within this scope. */
function strangers(spec: JsonObject, scope: string): readonly string[] {
  const within = SCOPES.get(scope);
  if (within === undefined) return [];
  return Object.keys(objectAt(spec, 'hard')).filter((name) => isOfQuotas(name) && !within.includes(name));
}

function conflicts(scopes: readonly string[]): readonly unknown[] {
  return OPPOSITES.filter((pair) => pair.every((scope) => scopes.includes(scope)));
}

/** As Go shows it. */
function shownSelector(requirements: readonly JsonValue[]): unknown {
  return {
    MatchExpressions: requirements.map((one) => ({
      ScopeName: textAt(one, 'scopeName'),
      Operator: textAt(one, 'operator'),
      Values: at(one, 'values') ?? null,
    })),
  };
}
