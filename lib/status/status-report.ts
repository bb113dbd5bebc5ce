import { type Context, contextKey } from '../../context/index.ts';
import { checkCondition, type ConditionInput } from './conditions.ts';

/**
 * What the resources of one reconcile have to say about the object's status; written once, when they have run.
 * The last word on a field or a condition wins.
 */
export class StatusReport {
  readonly #fields = new Map<string, unknown>();
  readonly #conditions = new Map<string, ConditionInput>();

  /** Sets fields of the status; null takes one away. `conditions` are said by {@link condition}. */
  set(fields: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(fields)) this.#fields.set(name, value);
  }

  /** @throws InvalidConfigError for what metav1.Condition's schema does not take. */
  condition(condition: ConditionInput): void {
    checkCondition(condition);
    this.#conditions.set(condition.type, condition);
  }

  get fields(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#fields);
  }

  get conditions(): readonly ConditionInput[] {
    return [...this.#conditions.values()];
  }
}

const key = contextKey<StatusReport>('statusReport');

/**
 * Lets a resource contribute to the status of its object, without a write of its own. The framework installs it
 * where `FrameworkConfig.status` is given.
 */
export const statusReport: {
  with(ctx: Context, report: StatusReport): Context;
  get(ctx: Context): StatusReport | undefined;
  /** @returns false, and no effect, where nobody reports. */
  set(ctx: Context, fields: Readonly<Record<string, unknown>>): boolean;
  /** @returns false, and no effect, where nobody reports. */
  condition(ctx: Context, condition: ConditionInput): boolean;
} = {
  with: (ctx, report) => ctx.withValue(key, report),
  get: (ctx) => ctx.value(key),
  set: (ctx, fields) => {
    const report = ctx.value(key);
    report?.set(fields);
    return report !== undefined;
  },
  condition: (ctx, condition) => {
    const report = ctx.value(key);
    report?.condition(condition);
    return report !== undefined;
  },
};
