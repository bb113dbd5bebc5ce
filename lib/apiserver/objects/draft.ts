import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { invalidCause } from '../field-causes.ts';
import { textAt } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import type { FieldValidation } from '../requests/write-options.ts';
import { prune } from '../schema/prune.ts';
import { validate } from '../schema/validate.ts';
import { badRequest, invalid, type StatusError } from '../status-error.ts';
import { metadataTypeProblem, unknownMetadata } from './metadata-types.ts';

/** What a client sent, decoded: of the right kind, without unknown fields, with metadata of the right types. */
export interface Draft extends JsonObject {
  readonly metadata: JsonObject;
}

/** Makes an error of the reason why something cannot be decoded. */
export type Refusal = (why: string) => StatusError;

/** A draft, and what to tell the client about what it sent. */
export interface Decoded {
  readonly draft: Draft;
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Makes a draft of an object that a client sent. Built-in kinds are decoded into Go structs by the real API
 * server: null is absent there, a wrong type is a bad request, and a missing kind is no problem. Custom
 * resources stay JSON until their schema judges them.
 *
 * @param duplicates paths of fields that came twice.
 * @param refuse makes the error of what a decoder would not take. Default: 400.
 * @throws 400 and 422.
 */
export function decodeDraft(
  definition: ResourceDefinition,
  sent: JsonObject,
  duplicates: readonly string[],
  validation: FieldValidation,
  refuse?: Refusal,
): Decoded {
  checkKind(definition, sent, refuse);
  const refusal = refuse ?? ((why: string) => cannotHandle(definition, why));
  const {
    metadata: rawMetadata,
    apiVersion: _v,
    kind: _k,
    ...content
  } = definition.custom ? sent : withoutNulls(sent);
  const metadata = withoutNulls(isJsonObject(rawMetadata) ? rawMetadata : {});
  const problem =
    metadataTypeProblem(metadata) ?? (definition.custom ? undefined : typeProblem(definition, content));
  if (problem !== undefined) throw refusal(problem);
  const { value, unknown } = pruned(definition, content, metadata);
  const draft = { apiVersion: apiVersionOf(definition), kind: definition.kind, metadata, ...value };
  const strays = validation === 'Ignore' ? [] : complaints(duplicates, unknown);
  if (validation === 'Strict' && strays.length > 0)
    throw refusal(`strict decoding error: ${strays.join(', ')}`);
  return { draft, warnings: strays };
}

function complaints(duplicates: readonly string[], unknown: readonly string[]): readonly string[] {
  return [
    ...duplicates.map((path) => `duplicate field ${JSON.stringify(path)}`),
    ...unknown.map((path) => `unknown field ${JSON.stringify(path)}`),
  ];
}

function cannotHandle({ kind, version }: ResourceDefinition, why: string): StatusError {
  return badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${why}`);
}

function pruned(
  definition: ResourceDefinition,
  content: JsonObject,
  metadata: JsonObject,
): { value: JsonObject; unknown: readonly string[] } {
  const strange = unknownMetadata(metadata).map((name) => `metadata.${name}`);
  if (definition.schema === undefined) return { value: content, unknown: strange };
  const { value, unknown } = prune(definition.schema, content);
  return { value, unknown: [...strange, ...unknown] };
}

function checkKind(definition: ResourceDefinition, sent: JsonObject, refuse: Refusal | undefined): void {
  if (definition.custom) checkCustomKind(definition, sent);
  else checkBuiltinKind(definition, sent, refuse);
}

function checkCustomKind(definition: ResourceDefinition, sent: JsonObject): void {
  const { kind, apiVersion } = sent;
  const expected = apiVersionOf(definition);
  if (kind === undefined || kind === '' || apiVersion === undefined || apiVersion === '') {
    const missing = kind === undefined || kind === '' ? 'Kind' : 'apiVersion';
    const text = JSON.stringify(sent);
    const start = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${definition.kind}): Object '${missing}' is missing in '${text}' (${start})`,
    );
  }
  if (apiVersion !== expected)
    throw badRequest(
      `the API version in the data (${textAt(apiVersion)}) does not match the expected API version (${expected})`,
    );
  if (kind === definition.kind) return;
  const name = textAt(sent, 'metadata', 'name');
  const cause = invalidCause('kind', kind, `must be ${definition.kind}`);
  throw invalid(definition.group, textAt(kind), name, [cause]);
}

function checkBuiltinKind(
  definition: ResourceDefinition,
  sent: JsonObject,
  refuse: Refusal | undefined,
): void {
  const expected = apiVersionOf(definition);
  const kind = textOr(sent['kind'], definition.kind);
  const apiVersion = textOr(sent['apiVersion'], expected);
  if (kind === definition.kind && apiVersion === expected) return;
  const why = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`;
  if (refuse !== undefined) throw refuse(why);
  throw badRequest(
    `${kind} in version ${JSON.stringify(apiVersion)} cannot be handled as a ${definition.kind}: ${why}`,
  );
}

function textOr(value: JsonValue | undefined, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

const GO_TYPES: Readonly<Record<string, string>> = { integer: 'number', boolean: 'bool' };

/** A wrong type anywhere, as Go's decoder would report it. */
function typeProblem({ schema, kind }: ResourceDefinition, content: JsonObject): string | undefined {
  if (schema === undefined) return undefined;
  const cause = validate(schema, content, '').find(isTypeCause);
  if (cause === undefined) return undefined;
  const wanted = /must be of type (\S+): "(\S+)"/u.exec(cause.message ?? '');
  const found = GO_TYPES[wanted?.[2] ?? ''] ?? wanted?.[2] ?? 'value';
  return `json: cannot unmarshal ${found} into Go struct field ${kind}.${cause.field ?? ''} of type ${wanted?.[1] ?? 'another type'}`;
}

function isTypeCause({ reason }: StatusCause): boolean {
  return reason === 'FieldValueTypeInvalid';
}

/** The value without members that are null, all through its objects; lists keep theirs. */
function withoutNulls(obj: JsonObject): JsonObject {
  let changed = false;
  const entries: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(obj)) {
    const result = value === undefined || value === null ? undefined : cleaned(value);
    if (result !== value) changed = true;
    if (result !== undefined) entries.push([name, result]);
  }
  return changed ? Object.fromEntries(entries) : obj;
}

function cleaned(value: JsonValue): JsonValue {
  if (isJsonObject(value)) return withoutNulls(value);
  if (!Array.isArray(value)) return value;
  const list: readonly JsonValue[] = value;
  const items = list.map(cleaned);
  return items.every((item, index) => item === list[index]) ? list : items;
}
