// All that is loaded with the first rule, see loading.ts.
export { ruleDefinitionCauses } from './definition-causes.ts';
export { RuleTree } from './rule-tree.ts';
