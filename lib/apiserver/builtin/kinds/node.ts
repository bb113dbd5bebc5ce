import { at, listAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** A new node takes no Pods until somebody says that it is ready, as the admission plugin TaintNodesByCondition has it. */
export const NODE_RULES: KindRules = {
  create: (node) => {
    const taints = listAt(node, 'spec', 'taints');
    const isTainted = taints.some((taint) => at(taint, 'key') === NOT_READY.key);
    return isTainted ? node : withAt(node, ['spec', 'taints'], [...taints, NOT_READY]);
  },
};
