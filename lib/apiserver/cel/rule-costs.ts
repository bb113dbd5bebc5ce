import type { StatusCause } from '../../object/status.ts';
import { forbiddenCause } from '../field-causes.ts';

/** The limits for one rule, and for all rules of a version together. */
const RULE_LIMIT = 10_000_000;
const TOTAL_LIMIT = 100_000_000;
/** So many rules are blamed for the total, and only those that have a share worth naming. */
const BLAMED = 4;
const WORTH_NAMING = TOTAL_LIMIT / 100;

/** A factor past which its size says nothing any more. */
const HUGE_FACTOR = 100;
/** A factor that needs more digits to differ from 1. */
const SMALL_FACTOR = 1.5;

function excess(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor.toFixed(factor < SMALL_FACTOR ? 6 : 1);
  const many = factor > HUGE_FACTOR ? `more than ${HUGE_FACTOR}x` : `${shown}x`;
  return `${what} exceeds budget by factor of ${many} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/**
 * What the rules of a definition's version may cost.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apis/apiextensions/validation/cel_validation.go (TotalCost)
 */
export class RuleCosts {
  #total = 0;
  readonly #costly: { readonly path: string; readonly cost: number }[] = [];

  /** Adds an expression, `what` in messages. @returns why it costs too much by itself. */
  causes(path: string, cost: number, what: string): readonly StatusCause[] {
    this.#total += cost;
    if (cost >= WORTH_NAMING) this.#costly.push({ path, cost });
    return cost > RULE_LIMIT
      ? [forbiddenCause(path, excess(`estimated ${what} cost`, cost, RULE_LIMIT))]
      : [];
  }

  /** Why all of them together cost too much. @param path of the schema. */
  totalCauses(path: string): readonly StatusCause[] {
    if (this.#total <= TOTAL_LIMIT) return [];
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    const share = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const blamed = this.#costly.toSorted((a, b) => b.cost - a.cost).slice(0, BLAMED);
    return [
      ...blamed.map((one) => forbiddenCause(one.path, share)),
      forbiddenCause(path, excess(what, this.#total, TOTAL_LIMIT)),
    ];
  }
}
