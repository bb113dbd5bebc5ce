import type { ApiObject } from '../../api-object.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { rangeListWarnings } from './causes/ip-warnings.ts';
import { labelDeprecations } from './causes/node-label-warnings.ts';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** A new node takes no Pods until somebody says that it is ready, as the admission plugin TaintNodesByCondition has it. */
function withTaint(node: ApiObject): ApiObject {
  const taints = listAt(node, 'spec', 'taints');
  const isTainted = taints.some((taint) => at(taint, 'key') === NOT_READY.key);
  return isTainted ? node : withAt(node, ['spec', 'taints'], [...taints, NOT_READY]);
}

/** Where a node would find its configuration is said in no field any more. */
function withoutSource(node: ApiObject): ApiObject {
  const isSaid = at(node, 'spec', 'configSource') !== undefined;
  return isSaid ? withAt(node, ['spec', 'configSource'], undefined) : node;
}

export const NODE_RULES: KindRules = {
  create: (node) => withTaint(withoutSource(node)),
  update: withoutSource,
  warnings: nodeWarnings,
  status: {},
};

/** @see kubernetes/kubernetes:pkg/registry/core/node/strategy.go (nodeWarnings) */
function nodeWarnings(node: ApiObject): readonly string[] {
  return [
    ...(textAt(node, 'spec', 'externalID') === ''
      ? []
      : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
    ...rangeListWarnings(listAt(node, 'spec', 'podCIDRs'), 'spec.podCIDRs'),
  ];
}

/** @see kubernetes/kubernetes:pkg/api/node/util.go (GetWarningsForRuntimeClass) */
export const RUNTIME_CLASS_RULES: KindRules = {
  warnings: (runtime) =>
    Object.keys(objectAt(runtime, 'scheduling', 'nodeSelector')).flatMap((label) =>
      labelDeprecations(label).map((text) => `scheduling.nodeSelector: ${text}`),
    ),
};
