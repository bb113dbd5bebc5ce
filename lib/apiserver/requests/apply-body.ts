import type { Document, YAMLParseError } from 'yaml';

import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiRequest } from '../request.ts';
import { badRequest, type StatusError } from '../status-error.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { plainJsonProblem } from './plain-json.ts';
import type { FieldValidation } from './write-options.ts';
import { yamlLibrary } from './yaml-library.ts';

/** A configuration that is applied. */
export interface Config {
  readonly config: JsonObject;
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Reads the body of a server-side apply: YAML, or JSON, which is YAML too.
 *
 * @throws 400 for what does not parse, is no object or, where `validation` is strict, has a field twice.
 */
export function readConfig({ body }: ApiRequest, validation: FieldValidation): Config {
  const text = body.toString('utf8');
  return configOfJson(text) ?? configOfYaml(text, validation);
}

/** Most clients send JSON, which is read many times faster. Undefined: something about it is for the YAML reader. */
function configOfJson(text: string): Config | undefined {
  if (!text.startsWith('{')) return undefined;
  let config: JsonObject;
  try {
    config = JSON.parse(text) as JsonObject;
  } catch {
    // No JSON: YAML may start so too, and if it is neither, the other reader says why.
    return undefined;
  }
  const problem = plainJsonProblem(config);
  if (problem !== undefined) throw undecodable(problem);
  return duplicateFields(text).length > 0 ? undefined : { config, warnings: [] };
}

function undecodable(why: string): StatusError {
  return badRequest(`error decoding YAML: error converting YAML to JSON: ${why}`);
}

function configOfYaml(text: string, validation: FieldValidation): Config {
  const document = yamlLibrary().parseDocument(text, { uniqueKeys: false, schema: 'core' });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line ?? 0;
    const why = `yaml: line ${line}: ${wordsOf(error)}`;
    throw undecodable(why);
  }
  const config = asObject(valueOf(document));
  const repeated = validation === 'Ignore' ? [] : repeatedKeys(text);
  if (validation === 'Strict' && repeated.length > 0) {
    const lines = repeated.map((one) => `  ${one}`).join('\n');
    throw badRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${lines}`,
    );
  }
  return { config, warnings: repeated };
}

/** @throws 400 for aliases that lead nowhere or to more than anyone would write, and for what is no JSON. */
function valueOf(document: Document.Parsed): JsonValue {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    const problem = plainJsonProblem(value);
    if (problem !== undefined) throw new Error(problem);
    return value as JsonValue;
  } catch (error) {
    throw undecodable(`yaml: ${(error as Error).message}`);
  }
}

/** The commonest mistakes in the words of the real API server's parser. */
function wordsOf({ code, message }: YAMLParseError): string {
  if (code === 'BAD_INDENT') return 'did not find expected node content';
  if (code === 'MISSING_CHAR' && message.includes('}')) return "did not find expected ',' or '}'";
  if (code === 'MISSING_CHAR' && message.includes(']')) return "did not find expected ',' or ']'";
  return message.split('\n')[0]!;
}

function asObject(value: JsonValue): JsonObject {
  if (value === null) return {};
  if (isJsonObject(value)) return value;
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const why = `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`);
}

/** Which keys are in their map already, by the line of the second one. */
function repeatedKeys(text: string): readonly string[] {
  return yamlLibrary()
    .parseDocument(text, { uniqueKeys: true, schema: 'core' })
    .errors.flatMap((error) => {
      if (error.code !== 'DUPLICATE_KEY') return [];
      const key = /^(?:"(?:[^"\\]|\\.)*"|\S+)/u.exec(text.slice(error.pos[0]))?.[0] ?? '';
      const line = error.linePos?.[0].line ?? 0;
      return [
        `line ${line}: key ${JSON.stringify(key.replaceAll(/^["']|["']?:?$/gu, ''))} already set in map`,
      ];
    });
}
