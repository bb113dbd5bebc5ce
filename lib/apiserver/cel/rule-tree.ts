import { isJsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { childPath, invalidCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { correlatedMember, isUnchanged, itemCorrelation } from '../schema/ratcheting.ts';
import { NO_OLD_VALUE, rootFieldOf, type SchemaNode } from '../schema/schema-node.ts';
import { compileExpression, rulesOf } from './compiled-rule.ts';
import { Budget } from './evaluator.ts';
import { isApplicable, ruleFailure, type RunnableRule, type Selves } from './rule-failure.ts';
import { isResource, schemaType } from './schema-types.ts';
import { valueOf } from './schema-values.ts';

/** The API server's limit for all rules of a request, in its unit of cost. */
const REQUEST_COST = 10_000_000;
/** Past these, what the rules would say means nothing. */
const BLOCKING: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** Rules of one node of a schema and of those below it. Compiled when first needed, and once. */
export class RuleTree {
  readonly #schema: Schema;
  readonly #resource: boolean;
  readonly #properties: ReadonlyMap<string, RuleTree>;
  readonly #items: RuleTree | undefined;
  readonly #values: RuleTree | undefined;
  #rules: readonly RunnableRule[] | undefined;

  /** @param resource whether it describes an object of its own, of which rules see the kind and the name. */
  constructor(schema: Schema, resource: boolean = isResource(schema)) {
    const { properties = {}, items, additionalProperties } = schema;
    this.#schema = schema;
    this.#resource = resource;
    this.#properties = new Map(
      Object.entries(properties).flatMap(([name, one]) => {
        const tree = below(one);
        return tree === undefined ? [] : [[name, tree] as const];
      }),
    );
    this.#items = below(items);
    this.#values = below(typeof additionalProperties === 'object' ? additionalProperties : undefined);
  }

  /** Whether there is no rule at all. */
  get empty(): boolean {
    const own = this.#schema['x-kubernetes-validations']?.length ?? 0;
    return (
      own === 0 && this.#properties.size === 0 && this.#items === undefined && this.#values === undefined
    );
  }

  /**
   * Which rules a value breaks.
   *
   * @param prefix where the value stands in its object; empty at its root.
   * @param old the value before an update, or {@link NO_OLD_VALUE}.
   * @param earlier what the schema's other keywords found: with the worst of it, rules are not looked at.
   * @param budget for all rules together. Default: that of one request.
   */
  causes(
    value: unknown,
    prefix: string,
    old: unknown,
    earlier: readonly StatusCause[],
    budget: Budget = new Budget(REQUEST_COST),
  ): readonly StatusCause[] {
    if (this.empty) return [];
    const root: SchemaNode = { schema: this.#schema, value, path: '', prefix, old };
    if (earlier.some(({ reason = '' }) => BLOCKING.has(reason)))
      return [
        invalidCause(
          rootFieldOf({ ...root, prefix: '' }),
          null,
          'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
        ),
      ];
    const found: StatusCause[] = [];
    this.#judge(root, budget, found);
    if (budget.exhausted) found.push(exhaustedCause(root));
    return found;
  }

  #judge(node: SchemaNode, budget: Budget, found: StatusCause[]): void {
    if (budget.exhausted || node.value === null || node.value === undefined) return;
    this.#judgeOwn(node, budget, found);
    if (Array.isArray(node.value)) this.#judgeItems(node, node.value, budget, found);
    else if (isJsonObject(node.value)) this.#judgeMembers(node, budget, found);
  }

  #judgeOwn(node: SchemaNode, budget: Budget, found: StatusCause[]): void {
    const rules = this.#compiled();
    if (rules.length === 0) return;
    const unchanged = isUnchanged(node);
    const selves = once(() => this.#selves(node));
    for (const one of rules) {
      if (!isApplicable(one, node) || (unchanged && !one.compiled.usesOldSelf)) continue;
      const cause = ruleFailure(node, one, selves, budget);
      if (cause !== undefined) found.push(cause);
      if (budget.exhausted) return;
    }
  }

  #selves({ value, old }: SchemaNode): Selves {
    const hasOld = old !== NO_OLD_VALUE && old !== null;
    return {
      self: valueOf(this.#schema, value, this.#resource),
      oldSelf: hasOld ? valueOf(this.#schema, old, this.#resource) : undefined,
    };
  }

  #judgeItems(node: SchemaNode, items: readonly unknown[], budget: Budget, found: StatusCause[]): void {
    const tree = this.#items;
    if (tree === undefined) return;
    const oldOf = itemCorrelation(node);
    for (const [index, value] of items.entries()) {
      const old = oldOf(value);
      tree.#judge(
        { ...node, schema: tree.#schema, value, path: `${node.path}[${index}]`, old },
        budget,
        found,
      );
    }
  }

  #judgeMembers(node: SchemaNode, budget: Budget, found: StatusCause[]): void {
    if (!isJsonObject(node.value)) return;
    const judge = (tree: RuleTree, name: string, path: string, value: unknown): void =>
      tree.#judge(
        { ...node, schema: tree.#schema, value, path, old: correlatedMember(node, name) },
        budget,
        found,
      );
    for (const [name, tree] of this.#properties)
      if (Object.hasOwn(node.value, name)) judge(tree, name, childPath(node.path, name), node.value[name]);
    if (this.#values !== undefined)
      for (const [name, value] of Object.entries(node.value))
        judge(this.#values, name, `${node.path}[${name}]`, value);
  }

  #compiled(): readonly RunnableRule[] {
    this.#rules ??= this.#compile();
    return this.#rules;
  }

  #compile(): readonly RunnableRule[] {
    const rules = rulesOf(this.#schema['x-kubernetes-validations']);
    const type = rules.length === 0 ? undefined : schemaType(this.#schema, 'selfType', this.#resource);
    if (type === undefined) return [];
    return rules.map((rule) => {
      const optional = rule.optionalOldSelf === true;
      const { messageExpression = '' } = rule;
      return {
        rule,
        compiled: compileExpression(rule.rule, type, optional),
        message:
          messageExpression.trim() === '' ? undefined : compileExpression(messageExpression, type, optional),
      };
    });
  }
}

function below(schema: Schema | undefined): RuleTree | undefined {
  if (schema === undefined) return undefined;
  const tree = new RuleTree(schema);
  return tree.empty ? undefined : tree;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function exhaustedCause(root: SchemaNode): StatusCause {
  const why = 'validation failed due to running out of cost budget, no further validation rules will be run';
  return invalidCause(rootFieldOf(root), root.schema.type ?? '', why);
}
