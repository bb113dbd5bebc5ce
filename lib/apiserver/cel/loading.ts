import type { ApiRequest } from '../request.ts';
import type { Schema } from '../schema.ts';

type Engine = typeof import('./engine.ts');

const RULES = 'x-kubernetes-validations';
const DEFINITIONS_PATH = '/customresourcedefinitions';

let engine: Engine | undefined;

/** Loads what compiles and runs rules, some forty modules: few servers see a rule, and all want to start soon. */
export async function loadRuleEngine(): Promise<void> {
  engine ??= await import('./engine.ts');
}

/** @throws Error unless {@link loadRuleEngine} was awaited, as it is before anything that may bring rules. */
export function ruleEngine(): Engine {
  if (engine === undefined)
    throw new Error('cannot look at rules: the rule engine is not loaded; await loadRuleEngine() first');
  return engine;
}

/** Whether a structural schema has rules, itself or anywhere below. */
export function hasRules(schema: Schema): boolean {
  const { items, additionalProperties, properties = {} } = schema;
  return (
    (schema[RULES]?.length ?? 0) > 0 ||
    (items !== undefined && hasRules(items)) ||
    (typeof additionalProperties === 'object' && hasRules(additionalProperties)) ||
    Object.values(properties).some(hasRules)
  );
}

/**
 * Whether a request may bring rules to a server that has none: a write of a definition that names them, or that
 * could in letters that are escaped.
 */
export function mayBringRules({ method, url, body }: ApiRequest): boolean {
  return method !== 'GET' && url.includes(DEFINITIONS_PATH) && (body.includes(RULES) || body.includes('\\'));
}
