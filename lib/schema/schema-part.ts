import { InvalidConfigError } from '../errors.ts';
import type { JsonValue } from '../object/json.ts';
import { REDACTED, isSecretName } from '../redaction.ts';
import { check } from './check.ts';
import { defaultProblems, withDefaults } from './defaults.ts';
import { memberPath } from './paths.ts';
import { isPasswordPath, passwordsIn } from './passwords.ts';
import type { SchemaIssue } from './schema-error.ts';
import { readSource } from './schema-source.ts';
import type { SchemaSource, StandardIssue, StandardSchema } from './standard-schema.ts';
import { toStructural } from './structural.ts';
import type { StructuralSchema } from './structural-schema.ts';

/** A value that fits, or why it does not. */
export type Parsed =
  { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** The shortest text that is looked for in messages without its quotation marks. */
const SHORTEST_MASKED = 4;

/** The schema of one part of an object, its `spec` or its `status`. */
export class SchemaPart {
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly #validator: StandardSchema | undefined;
  readonly #path: string;

  /** @param path of the option. @throws InvalidConfigError that lists what a definition cannot say. */
  constructor(name: string, source: SchemaSource, path: string) {
    const { json, validator } = readSource(source, path);
    const { schema, problems } = toStructural(json, name);
    const all = problems.length > 0 ? problems : defaultProblems(schema, name);
    if (all.length > 0)
      throw new InvalidConfigError(
        `${path} cannot be said in a CustomResourceDefinition: ${all.join('. Also, ')}`,
      );
    if (schema.type !== 'object') throw new InvalidConfigError(`${path} must be the schema of an object`);
    this.name = name;
    this.schema = schema;
    this.#validator = validator;
    this.#path = path;
  }

  /** What the API server checks comes first, and in its sense; the library's own checks and transforms follow. */
  parse(given: JsonValue): Parsed {
    const value = withDefaults(this.schema, given);
    const issues = check(this.schema, value, this.name);
    if (issues.length > 0) return { issues };
    if (this.#validator === undefined) return { value };
    const result = this.#validator['~standard'].validate(value);
    if (result instanceof Promise)
      throw new InvalidConfigError(`${this.#path} must not check asynchronously: objects are read at once`);
    if (result.issues === undefined) return { value: result.value };
    return { issues: result.issues.map((issue) => this.#issue(issue, value)) };
  }

  #issue({ path = [], message }: StandardIssue, value: JsonValue): SchemaIssue {
    const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
    const at = names.reduce(
      (text, name) => (/^\d+$/.test(name) ? `${text}[${name}]` : memberPath(text, name)),
      this.name,
    );
    const secret = isPasswordPath(this.schema, names) || names.some(isSecretName);
    return { path: at, message: secret ? 'is not valid' : this.#masked(message, names, value) };
  }

  /** Libraries may quote what they got. */
  #masked(message: string, names: readonly string[], value: JsonValue): string {
    const found = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      value,
    );
    const texts = [...passwordsIn(this.schema, value), ...(typeof found === 'string' ? [found] : [])];
    return texts
      .filter((text) => text !== '')
      .toSorted((a, b) => b.length - a.length)
      .flatMap(quoted)
      .reduce((left, text) => left.replaceAll(text, REDACTED), message);
  }
}

/** How a text may stand in a message. */
function quoted(text: string): readonly string[] {
  const forms = [JSON.stringify(text), `'${text}'`];
  return text.length >= SHORTEST_MASKED ? [...forms, text] : forms;
}
