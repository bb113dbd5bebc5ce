import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  requiredCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName, labelValue, qualifiedName, subdomainName } from '../../../objects/names.ts';
import { labelSelectorCauses } from '../causes/selector-causes.ts';
import { repeated } from '../causes/repeated.ts';
import { textCauses } from '../causes/text-causes.ts';

const NO_TOPOLOGY = 'can not be empty';
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const INCLUSIONS = ['Honor', 'Ignore'];
export const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
export const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const NOT_POSITIVE = 'must be greater than zero';
const NO_OPERATOR = 'not a valid selector operator';

/**
 * Causes of where a pod may be put: near to what, and how spread.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validateAffinity,
 * validateTopologySpreadConstraints)
 */
export function placementCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const affinity = objectAt(spec, 'affinity');
  return [
    ...nodeAffinityCauses(objectAt(affinity, 'nodeAffinity'), `${path}.affinity.nodeAffinity`),
    ...['podAffinity', 'podAntiAffinity'].flatMap((name) =>
      podAffinityCauses(objectAt(affinity, name), `${path}.affinity.${name}`),
    ),
    ...spreadsCauses(listAt(spec, 'topologySpreadConstraints'), `${path}.topologySpreadConstraints`),
  ];
}

function nodeAffinityCauses(affinity: JsonObject, path: string): readonly StatusCause[] {
  const terms = listAt(affinity, REQUIRED, 'nodeSelectorTerms');
  const field = `${path}.${REQUIRED}.nodeSelectorTerms`;
  const isEmpty = at(affinity, REQUIRED) !== undefined && terms.length === 0;
  return [
    ...(isEmpty ? [requiredCause(field, 'must have at least one node selector term')] : []),
    ...terms.flatMap((term, index) => nodeTermCauses(term, true, `${field}[${index}]`)),
    ...listAt(affinity, PREFERRED).flatMap((one, index) =>
      weightCauses(one, `${path}.${PREFERRED}[${index}]`),
    ),
    ...listAt(affinity, PREFERRED).flatMap((one, index) =>
      nodeTermCauses(at(one, 'preference') ?? {}, false, `${path}.${PREFERRED}[${index}].preference`),
    ),
  ];
}

function weightCauses(term: JsonValue, path: string): readonly StatusCause[] {
  const weight = numberAt(term, 'weight');
  const isOutside = weight <= 0 || weight > 100;
  return isOutside ? [invalidCause(`${path}.weight`, weight, 'must be in the range 1-100')] : [];
}

function nodeTermCauses(term: JsonValue, isRequired: boolean, path: string): readonly StatusCause[] {
  return [
    ...listAt(term, 'matchExpressions').flatMap((one, index) =>
      nodeLabelCauses(one, isRequired, `${path}.matchExpressions[${index}]`),
    ),
    ...listAt(term, 'matchFields').flatMap((one, index) =>
      nodeFieldCauses(one, `${path}.matchFields[${index}]`),
    ),
  ];
}

function nodeLabelCauses(one: JsonValue, isRequired: boolean, path: string): readonly StatusCause[] {
  const values = listAt(one, 'values');
  return [
    ...countOfValuesCauses(textAt(one, 'operator'), values.length, path),
    ...textCauses(`${path}.key`, textAt(one, 'key'), qualifiedName),
    ...(isRequired ? values : []).flatMap((value, index) =>
      textCauses(`${path}.values[${index}]`, value, labelValue),
    ),
  ];
}

function countOfValuesCauses(operator: string, count: number, path: string): readonly StatusCause[] {
  const field = `${path}.values`;
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0 ? [] : [requiredCause(field, "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return count === 0
        ? []
        : [forbiddenCause(field, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
    case 'Gt':
    case 'Lt':
      return count === 1
        ? []
        : [requiredCause(field, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
    default:
      return [invalidCause(`${path}.operator`, operator, NO_OPERATOR)];
  }
}

function nodeFieldCauses(one: JsonValue, path: string): readonly StatusCause[] {
  const [key, operator, values] = [textAt(one, 'key'), textAt(one, 'operator'), listAt(one, 'values')];
  const only = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
  const isKnown = operator === 'In' || operator === 'NotIn';
  return [
    ...(isKnown && values.length !== 1 ? [requiredCause(`${path}.values`, only)] : []),
    ...(isKnown ? [] : [invalidCause(`${path}.operator`, operator, NO_OPERATOR)]),
    ...(key === 'metadata.name'
      ? values.flatMap((value, index) => textCauses(`${path}.values[${index}]`, value, subdomainName))
      : [invalidCause(`${path}.key`, key, 'not a valid field selector key')]),
  ];
}

function podAffinityCauses(affinity: JsonObject, path: string): readonly StatusCause[] {
  return [
    ...listAt(affinity, REQUIRED).flatMap((term, index) =>
      podTermCauses(term, `${path}.${REQUIRED}[${index}]`),
    ),
    ...listAt(affinity, PREFERRED).flatMap((one, index) =>
      weightCauses(one, `${path}.${PREFERRED}[${index}]`),
    ),
    ...listAt(affinity, PREFERRED).flatMap((one, index) =>
      podTermCauses(at(one, 'podAffinityTerm') ?? {}, `${path}.${PREFERRED}[${index}].podAffinityTerm`),
    ),
  ];
}

function podTermCauses(term: JsonValue, path: string): readonly StatusCause[] {
  const key = textAt(term, 'topologyKey');
  const field = `${path}.topologyKey`;
  return [
    ...['labelSelector', 'namespaceSelector'].flatMap((name) =>
      labelSelectorCauses(objectAt(term, name), `${path}.${name}`),
    ),
    ...listAt(term, 'namespaces').flatMap((name) => textCauses(`${path}.namespace`, name, labelName)),
    ...['matchLabelKeys', 'mismatchLabelKeys'].flatMap((name) => keysCauses(term, name, path)),
    ...(key === '' ? [requiredCause(field, NO_TOPOLOGY)] : []),
    ...textCauses(field, key, qualifiedName),
  ];
}

function keysCauses(term: JsonValue, name: string, path: string): readonly StatusCause[] {
  const keys = listAt(term, name);
  if (keys.length === 0) return [];
  if (at(term, 'labelSelector') === undefined)
    return [forbiddenCause(`${path}.${name}`, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, index) => textCauses(`${path}.${name}[${index}]`, key, qualifiedName));
}

/** Of two that are alike, the first one is told of. */
function spreadsCauses(spreads: readonly JsonValue[], path: string): readonly StatusCause[] {
  const kinds = spreads.map((one) => `{${textAt(one, 'topologyKey')}, ${textAt(one, 'whenUnsatisfiable')}}`);
  const again = repeated(kinds.toReversed());
  return spreads.flatMap((one, index) => {
    const kind = again.has(spreads.length - 1 - index) ? kinds[index] : undefined;
    return spreadCauses(one, kind, `${path}[${index}]`);
  });
}

/** @param kind there is a later one of the same. */
function spreadCauses(one: JsonValue, kind: string | undefined, path: string): readonly StatusCause[] {
  const [key, action] = [textAt(one, 'topologyKey'), textAt(one, 'whenUnsatisfiable')];
  const skew = numberAt(one, 'maxSkew');
  const both = `${path}.{topologyKey, whenUnsatisfiable}`;
  return [
    ...(skew <= 0 ? [invalidCause(`${path}.maxSkew`, skew, NOT_POSITIVE)] : []),
    ...(key === '' ? [requiredCause(`${path}.topologyKey`, NO_TOPOLOGY)] : []),
    ...unsupportedCauses(`${path}.whenUnsatisfiable`, action, ACTIONS),
    ...(kind === undefined ? [] : [duplicateCause(both, kind)]),
    ...domainsCauses(at(one, 'minDomains'), action, `${path}.minDomains`),
    ...['nodeAffinityPolicy', 'nodeTaintsPolicy'].flatMap((name) =>
      unsupportedCauses(`${path}.${name}`, at(one, name), INCLUSIONS),
    ),
    ...keysCauses(one, 'matchLabelKeys', path),
    ...labelSelectorCauses(objectAt(one, 'labelSelector'), `${path}.labelSelector`),
  ];
}

function domainsCauses(count: JsonValue | undefined, action: string, field: string): readonly StatusCause[] {
  if (typeof count !== 'number') return [];
  const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
  return [
    ...(count <= 0 ? [invalidCause(field, count, NOT_POSITIVE)] : []),
    ...(action === 'DoNotSchedule' ? [] : [invalidCause(field, count, why)]),
  ];
}
