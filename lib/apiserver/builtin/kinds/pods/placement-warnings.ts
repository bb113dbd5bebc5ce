import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { labelDeprecations, preferenceWarnings, requirementWarnings } from '../causes/node-label-warnings.ts';
import { PREFERRED, REQUIRED } from './placement-causes.ts';

/** Labels of nodes that a pod should not go by any more, and spreads that hold for no pod. */
export function nodeChoiceWarnings(spec: JsonObject, path: string): readonly string[] {
  return [
    ...Object.keys(objectAt(spec, 'nodeSelector')).flatMap((key) =>
      labelDeprecations(key).map((text) => `${path}.nodeSelector[${key}]: ${text}`),
    ),
    ...nodeAffinityWarnings(objectAt(spec, 'affinity', 'nodeAffinity'), `${path}.affinity.nodeAffinity`),
    ...listAt(spec, 'topologySpreadConstraints').flatMap((constraint, index) =>
      spreadWarnings(constraint, `${path}.topologySpreadConstraints[${index}]`),
    ),
  ];
}

function nodeAffinityWarnings(affinity: JsonObject, path: string): readonly string[] {
  return [
    ...listAt(affinity, REQUIRED, 'nodeSelectorTerms').flatMap((term, index) =>
      requirementWarnings(
        listAt(term, 'matchExpressions'),
        `${path}.${REQUIRED}.nodeSelectorTerms[${index}].matchExpressions`,
      ),
    ),
    ...listAt(affinity, PREFERRED).flatMap((term, index) =>
      preferenceWarnings(
        listAt(term, 'preference', 'matchExpressions'),
        `${path}.${PREFERRED}[${index}].preference.matchExpressions`,
      ),
    ),
  ];
}

function spreadWarnings(constraint: JsonValue, path: string): readonly string[] {
  const key = textAt(constraint, 'topologyKey');
  return [
    ...labelDeprecations(key).map((text) => `${path}.topologyKey: ${key} is ${text}`),
    ...selectorWarnings(constraint, path),
  ];
}

/** Terms about other pods that hold for none. */
export function podAffinityWarnings(spec: JsonObject, path: string): readonly string[] {
  return ['podAffinity', 'podAntiAffinity'].flatMap((name) =>
    termWarnings(objectAt(spec, 'affinity', name), `${path}.affinity.${name}`),
  );
}

function termWarnings(affinity: JsonObject, path: string): readonly string[] {
  return [
    ...listAt(affinity, REQUIRED).flatMap((term, index) =>
      selectorWarnings(term, `${path}.${REQUIRED}[${index}]`),
    ),
    ...listAt(affinity, PREFERRED).flatMap((term, index) =>
      selectorWarnings(objectAt(term, 'podAffinityTerm'), `${path}.${PREFERRED}[${index}].podAffinityTerm`),
    ),
  ];
}

function selectorWarnings(term: JsonValue, path: string): readonly string[] {
  if (at(term, 'labelSelector') !== undefined) return [];
  return [`${path}.labelSelector: a null labelSelector results in matching no pod`];
}
