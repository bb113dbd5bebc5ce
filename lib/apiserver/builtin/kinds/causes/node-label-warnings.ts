import type { JsonValue } from '../../../../object/json.ts';
import { listAt, textAt } from '../../../fields.ts';
import { labelValue } from '../../../objects/names.ts';

/** @see kubernetes/kubernetes:pkg/api/node/util.go */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  [
    'failure-domain.beta.kubernetes.io/region',
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  ],
  [
    'failure-domain.beta.kubernetes.io/zone',
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ],
  [
    'beta.kubernetes.io/instance-type',
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  ],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  [
    'scheduler.alpha.kubernetes.io/preferAvoidPods',
    'deprecated since v1.22; use Taints and Tolerations instead',
  ],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** What is said of a deprecated label of nodes, as a list; empty for others. */
export function labelDeprecations(label: string): readonly string[] {
  const text = DEPRECATED.get(label);
  return text === undefined ? [] : [text];
}

/** The same of the labels that these requirements name. `field` is that of their list. */
export function requirementWarnings(requirements: readonly JsonValue[], field: string): readonly string[] {
  return requirements.flatMap((one, index) => keyWarnings(one, `${field}[${index}]`));
}

/** The same, and of values that no label has. */
export function preferenceWarnings(requirements: readonly JsonValue[], field: string): readonly string[] {
  return requirements.flatMap((one, index) => {
    const path = `${field}[${index}]`;
    return [...keyWarnings(one, path), ...valueWarnings(listAt(one, 'values'), `${path}.values`)];
  });
}

function keyWarnings(requirement: JsonValue, field: string): readonly string[] {
  const key = textAt(requirement, 'key');
  return labelDeprecations(key).map((text) => `${field}.key: ${key} is ${text}`);
}

function valueWarnings(values: readonly JsonValue[], field: string): readonly string[] {
  return values.flatMap((value, index) => {
    const text = textAt({ value }, 'value');
    return labelValue(text).map((problem) => `${field}[${index}]: ${text} is invalid, ${problem}`);
  });
}
