import { InvalidConfigError } from '../errors.ts';
import type { JsonObject } from '../object/json.ts';
import type { ValidationRule } from './custom-resource-options.ts';
import { type StructuralSchema, VALIDATIONS } from './structural-schema.ts';

/** The schema with the rules where they belong. @param path of the option. @throws InvalidConfigError */
export function withRules(
  schema: StructuralSchema,
  rules: readonly ValidationRule[],
  path: string,
): StructuralSchema {
  return rules.reduce((whole, { path: where = 'spec', ...rule }, index) => {
    const steps = where
      .split('.')
      .flatMap(stepsOf)
      .filter((step) => step !== '');
    const changed = withRule(whole, steps, rule);
    if (changed !== undefined) return changed;
    throw new InvalidConfigError(`${path}[${index}].path must lead to a field of the schema; got ${where}`);
  }, schema);
}

/** `ports[][]` is a name and two steps into what is in it. */
function stepsOf(part: string): readonly string[] {
  const [name = '', ...inner] = part.split('[]');
  return [name, ...inner.map(() => '[]')];
}

function withRule(
  schema: StructuralSchema,
  [step, ...rest]: readonly string[],
  rule: JsonObject,
): StructuralSchema | undefined {
  if (step === undefined) return { ...schema, [VALIDATIONS]: [...(schema[VALIDATIONS] ?? []), rule] };
  const { items, additionalProperties, properties = {} } = schema;
  const changed = (inner: StructuralSchema | undefined): StructuralSchema | undefined =>
    inner === undefined ? undefined : withRule(inner, rest, rule);
  if (step === '[]') {
    const [ofItems, ofMap] = [changed(items), changed(additionalProperties)];
    if (ofItems !== undefined) return { ...schema, items: ofItems };
    return ofMap === undefined ? undefined : { ...schema, additionalProperties: ofMap };
  }
  const member = Object.hasOwn(properties, step) ? changed(properties[step]) : undefined;
  return member === undefined ? undefined : { ...schema, properties: { ...properties, [step]: member } };
}
