import type { StatusCause } from '../../object/status.ts';
import { forbiddenCause, invalidCause, requiredCause, shown } from '../field-causes.ts';
import { NO_OLD_VALUE, fieldOf, type SchemaNode } from '../schema/schema-node.ts';
import type { Compiled, Rule } from './compiled-rule.ts';
import { CostExceeded, evaluate, type Budget } from './evaluator.ts';
import { fieldAt } from './field-path.ts';
import { CelError, Optional, type Value } from './values.ts';

/** A rule that compiles, with its message. */
export interface RunnableRule {
  readonly rule: Rule;
  readonly compiled: Compiled;
  readonly message: Compiled | undefined;
}

/** The values that a rule speaks of. */
export interface Selves {
  readonly self: Value;
  /** Undefined: there is none. */
  readonly oldSelf: Value | undefined;
}

const LONGEST_MESSAGE = 5120;

/** The field that a cause names: of items of a list that is judged by itself, without a dot. */
function ruleField(node: SchemaNode): string {
  return node.path.startsWith('[') ? `${node.prefix}${node.path}` : fieldOf(node);
}

function variablesOf({ self, oldSelf }: Selves, optional: boolean): ReadonlyMap<string, Value> {
  const old = optional ? new Optional(oldSelf) : oldSelf;
  return new Map([['self', self], ...(old === undefined ? [] : [['oldSelf', old] as const])]);
}

/** The text that a rule makes; undefined when it makes none that can be shown. */
function madeMessage(
  { message }: RunnableRule,
  variables: ReadonlyMap<string, Value>,
  budget: Budget,
): string | undefined {
  if (message?.program === undefined) return undefined;
  try {
    const made = evaluate(message.program, variables, budget);
    if (typeof made !== 'string') return undefined;
    const usable = made.trim() !== '' && !/[\r\n]/u.test(made) && made.length <= LONGEST_MESSAGE;
    return usable ? made.trim() : undefined;
  } catch (error) {
    if (error instanceof CelError) return undefined; // The plain message stands in for one that cannot be made.
    throw error;
  }
}

function causeOf(reason: string | undefined, field: string, value: unknown, detail: string): StatusCause {
  const whole = typeof value === 'object' && value !== null;
  if (reason === 'FieldValueForbidden') return forbiddenCause(field, detail);
  if (reason === 'FieldValueRequired') return requiredCause(field, detail);
  if (reason === 'FieldValueDuplicate')
    return { reason, message: whole ? 'Duplicate value' : `Duplicate value: ${shown(value)}`, field };
  return whole
    ? { reason: 'FieldValueInvalid', message: `Invalid value: ${detail}`, field }
    : invalidCause(field, value, detail);
}

function failedCause(
  node: SchemaNode,
  one: RunnableRule,
  variables: ReadonlyMap<string, Value>,
  budget: Budget,
): StatusCause {
  const { rule } = one;
  const base = ruleField(node);
  const field = rule.fieldPath === undefined ? base : (fieldAt(rule.fieldPath, node.schema, base) ?? base);
  const plain = rule.message.trim() === '' ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
  return causeOf(rule.reason, field, node.value, madeMessage(one, variables, budget) ?? plain);
}

function errorCause(node: SchemaNode, { rule }: RunnableRule, error: CelError): StatusCause {
  const text = rule.message.trim() === '' ? rule.rule.trim() : rule.message.trim();
  const detail =
    error instanceof CostExceeded
      ? `no further validation rules will be run due to call cost exceeds limit for rule: ${text}`
      : `${error.message} evaluating rule: ${text}`;
  return invalidCause(ruleField(node), node.schema.type ?? '', detail);
}

/** Whether there is anything to compare for a rule that speaks of the old value. */
export function isApplicable({ compiled, rule }: RunnableRule, { old }: SchemaNode): boolean {
  return !compiled.usesOldSelf || rule.optionalOldSelf === true || old !== NO_OLD_VALUE;
}

/**
 * Why a value breaks a rule; undefined when it keeps it.
 *
 * @throws CostExceeded when the request's budget is spent.
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/schema/cel/validation.go
 */
export function ruleFailure(
  node: SchemaNode,
  one: RunnableRule,
  selves: () => Selves,
  budget: Budget,
): StatusCause | undefined {
  const { program } = one.compiled;
  if (program === undefined) return undefined;
  try {
    const variables = variablesOf(selves(), one.rule.optionalOldSelf === true);
    return evaluate(program, variables, budget) === true
      ? undefined
      : failedCause(node, one, variables, budget);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return errorCause(node, one, error);
  }
}
