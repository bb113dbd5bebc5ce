import { isJsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../field-causes.ts';
import type { Schema } from '../schema.ts';
import { compileExpression, rulesOf, type Rule } from './compiled-rule.ts';
import { RuleCosts } from './rule-costs.ts';
import { mostInRequest } from './schema-sizes.ts';
import { fieldAt } from './field-path.ts';
import { isResource, schemaType } from './schema-types.ts';
import type { CelType } from './types.ts';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const RULES = 'x-kubernetes-validations';

/** Where a schema stands in its definition. */
interface Place {
  readonly path: string;
  readonly resource: boolean;
  /** How many values there are at most in one object; undefined: lists or maps above have no limit. */
  readonly count: number | undefined;
  /** What all rules of the definition cost; those that are asked add theirs. */
  readonly costs: RuleCosts;
  /** The list above whose items have no counterparts in an old object; undefined: there is none. */
  readonly uncorrelated: string | undefined;
}

/** A whole rule as messages show it: as Go writes its structure. */
function shownRule({
  rule,
  message,
  messageExpression = '',
  reason,
  fieldPath = '',
  optionalOldSelf,
}: Rule): string {
  const value = {
    Rule: rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason ?? null,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf ?? null,
  };
  return JSON.stringify(value).replaceAll(/[<>&]/gu, (sign) => `\\u00${sign.codePointAt(0)?.toString(16)}`);
}

function ruleCause(field: string, rule: Rule, why: string): StatusCause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${shownRule(rule)}: ${why}`, field };
}

function isBlank(text: string | undefined): boolean {
  return text !== undefined && text !== '' && text.trim() === '';
}

function messageCauses({ rule, message, messageExpression }: Rule, path: string): readonly StatusCause[] {
  const field = `${path}.message`;
  return [
    ...(isBlank(message) ? [invalidCause(field, message, 'must be non-empty if specified')] : []),
    ...(!isBlank(message) && /[\r\n]/u.test(message.trim())
      ? [invalidCause(field, message, 'must not contain line breaks')]
      : []),
    ...(/[\r\n]/u.test(rule.trim()) && message === ''
      ? [requiredCause(field, 'message must be specified if rule contains line breaks')]
      : []),
    ...(isBlank(messageExpression)
      ? [requiredCause(`${path}.messageExpression`, 'messageExpression must be non-empty if specified')]
      : []),
  ];
}

function otherCauses({ reason, fieldPath }: Rule, schema: Schema, path: string): readonly StatusCause[] {
  const field = `${path}.fieldPath`;
  return [
    ...(reason === undefined || REASONS.includes(reason)
      ? []
      : [notSupportedCause(`${path}.reason`, reason, REASONS)]),
    ...(isBlank(fieldPath) ? [invalidCause(field, fieldPath, 'must be non-empty if specified')] : []),
    ...(fieldPath === undefined || fieldPath === '' || fieldAt(fieldPath, schema, '') !== undefined
      ? []
      : [invalidCause(field, fieldPath, 'must be a valid path')]),
  ];
}

function expressionCauses(
  rule: Rule,
  schema: Schema,
  type: CelType,
  path: string,
  place: Place,
): readonly StatusCause[] {
  const {
    problem,
    type: result,
    usesOldSelf,
    cost,
  } = compileExpression(rule.rule, type, rule.optionalOldSelf === true, true);
  const wrong = problem ?? (result?.name === 'bool' ? undefined : 'cel expression must evaluate to a bool');
  return [
    ...place.costs.causes(
      `${path}.rule`,
      cost === 0 ? 0 : cost * (place.count ?? mostInRequest(schema)),
      'rule',
    ),
    ...(wrong === undefined ? [] : [ruleCause(`${path}.rule`, rule, wrong)]),
    ...(rule.optionalOldSelf !== undefined && !usesOldSelf
      ? [
          invalidCause(
            `${path}.optionalOldSelf`,
            rule.optionalOldSelf,
            'may not be set if oldSelf is not used in rule',
          ),
        ]
      : []),
    ...(usesOldSelf && place.uncorrelated !== undefined
      ? [
          invalidCause(
            `${path}.rule`,
            rule.rule,
            `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelated}`,
          ),
        ]
      : []),
    ...messageExpressionCauses(rule, type, path, place),
  ];
}

function messageExpressionCauses(
  rule: Rule,
  type: CelType,
  path: string,
  { costs }: Place,
): readonly StatusCause[] {
  const { messageExpression = '' } = rule;
  if (messageExpression.trim() === '') return [];
  const optional = rule.optionalOldSelf === true;
  const { problem, type: result, cost } = compileExpression(messageExpression, type, optional, true);
  const field = `${path}.messageExpression`;
  if (problem !== undefined) return [ruleCause(field, rule, `messageExpression ${problem}`)];
  return result?.name === 'string'
    ? costs.causes(field, cost, 'messageExpression')
    : [ruleCause(field, rule, 'messageExpression must evaluate to a string')];
}

function ownCauses(schema: Schema, place: Place): readonly StatusCause[] {
  const rules = rulesOf(schema[RULES]);
  if (rules.length === 0) return [];
  const field = `${place.path}.${RULES}`;
  const type = schemaType(schema, 'selfType', place.resource);
  const why =
    'Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
  if (type === undefined) return [{ reason: 'InternalError', message: why, field }];
  return rules.flatMap((rule, index) => ruleCauses(rule, schema, type, `${field}[${index}]`, place));
}

function ruleCauses(
  rule: Rule,
  schema: Schema,
  type: CelType,
  path: string,
  place: Place,
): readonly StatusCause[] {
  if (rule.rule.trim() === '') return [requiredCause(`${path}.rule`, 'rule is not specified')];
  return [
    ...messageCauses(rule, path),
    ...otherCauses(rule, schema, path),
    ...expressionCauses(rule, schema, type, path, place),
  ];
}

function causesAt(schema: Schema, place: Place): readonly StatusCause[] {
  const { items, additionalProperties, properties = {} } = schema;
  const { path, uncorrelated } = place;
  const correlates = schema['x-kubernetes-list-type'] === 'map';
  const count = countBelow(schema, place.count);
  const under = (one: Schema, name: string, list: string | undefined): readonly StatusCause[] =>
    causesAt(one, {
      path: `${path}.${name}`,
      resource: isResource(one),
      uncorrelated: list,
      count,
      costs: place.costs,
    });
  return [
    ...ownCauses(schema, place),
    ...(items === undefined ? [] : under(items, 'items', uncorrelated ?? (correlates ? undefined : path))),
    ...(isJsonObject(additionalProperties)
      ? under(additionalProperties, 'additionalProperties', uncorrelated)
      : []),
    ...Object.entries(properties).flatMap(([name, one]) => under(one, `properties[${name}]`, uncorrelated)),
  ];
}

function countBelow(schema: Schema, count: number | undefined): number | undefined {
  const { type, maxItems, maxProperties, additionalProperties } = schema;
  const isMap = type === 'object' && additionalProperties !== undefined;
  const factor = type === 'array' ? maxItems : isMap ? maxProperties : 1;
  return count === undefined || factor === undefined ? undefined : count * factor;
}

/**
 * What is wrong with the rules of a structural schema: what they say, what they speak of, where they stand, and what
 * they may cost.
 *
 * @param path of the schema in its definition.
 * @see kubernetes/apiextensions-apiserver:pkg/apis/apiextensions/validation/validation.go
 */
export function ruleDefinitionCauses(schema: Schema, path: string): readonly StatusCause[] {
  const costs = new RuleCosts();
  const causes = causesAt(schema, { path, resource: true, uncorrelated: undefined, count: 1, costs });
  return [...causes, ...costs.totalCauses(path)];
}
