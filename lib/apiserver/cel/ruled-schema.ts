import type { StatusCause } from '../../object/status.ts';
import type { Schema } from '../schema.ts';
import { hasRules, ruleEngine } from './loading.ts';

/** Marks a schema that brings its rules along, so that they are compiled once. */
export const RULES: unique symbol = Symbol('rules');

/** A schema with its rules. */
export interface RuledSchema extends Schema {
  readonly [RULES]?: Rules;
}

/** Rules of a whole schema. */
export interface Rules {
  /** @see RuleTree#causes */
  causes(
    value: unknown,
    prefix: string,
    old: unknown,
    earlier: readonly StatusCause[],
  ): readonly StatusCause[];
}

const NO_RULES: Rules = { causes: () => [] };

/** The schema of a whole object, with its rules. */
export function withRules(schema: Schema): RuledSchema {
  return { ...schema, [RULES]: rulesOf(schema, true) };
}

/** The rules of a schema: those that it brings along, or fresh ones. */
export function rulesIn(schema: RuledSchema): Rules {
  return schema[RULES] ?? rulesOf(schema);
}

function rulesOf(schema: Schema, resource?: boolean): Rules {
  return hasRules(schema) ? new (ruleEngine().RuleTree)(schema, resource) : NO_RULES;
}
