import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import { groupOf } from '../../object/kubernetes-object.ts';
import { definedStruct } from '../builtin/defined-struct.ts';
import { textAt } from '../fields.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { badRequest, type StatusError } from '../status-error.ts';
import { plainJsonProblem } from '../requests/plain-json.ts';
import type { FieldValidation } from '../requests/write-options.ts';
import { prune } from '../schema/prune.ts';
import { withPlainBytes } from './byte-values.ts';
import { asConverter, asDecoder, decodingProblem, type Wording } from './decoding-problem.ts';
import { checkedCustomKind, checkPatchedVersion, NO_VERSION, type Refusal } from './custom-type.ts';
import { embeddedProblem, withEmbeddedMetadata } from './embedded-metadata.ts';
import { cannotHandle, type GivenKind, checkKind } from './kind-problem.ts';
import { metadataProblem, unknownMetadata } from './metadata-types.ts';
import { customStrays, patchedTextStrays, patchedValueStrays, type Strays, textStrays } from './strays.ts';
import { withoutNulls } from './without-nulls.ts';
import { withoutZeros } from './zero-values.ts';

/**
 * What a client sent, decoded: without unknown fields, with metadata of the right types. Its kind is the right one, but
 * a custom resource may say that it is of another kind: that is judged with the rest of it.
 */
export interface Draft extends JsonObject {
  readonly metadata: JsonObject;
}

/** What becomes of fields that come twice, or that nobody knows. */
export interface Strictness {
  /** Paths of fields that came twice. */
  readonly duplicates: readonly string[];
  readonly validation: FieldValidation;
}

export interface DecodingOptions {
  /** Makes the error of what a decoder would not take. Default: 400. */
  readonly refuse?: Refusal | undefined;
  /** How a value of a wrong type is reported. Default: as a decoder of JSON does. */
  readonly wording?: Wording;
  /** The object is what a patch made, and what came twice did so in the patch. Default false. */
  readonly patched?: boolean;
  /** The types are right already, and are not looked at. Default false. */
  readonly typed?: boolean;
}

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
 * @throws 400 and 422.
 */
export function decodeDraft(
  definition: ResourceDefinition,
  sent: JsonObject,
  { duplicates, validation }: Strictness,
  { refuse, wording = asDecoder, patched = false, typed = false }: DecodingOptions = {},
): Decoded {
  const refusal =
    refuse ?? ((why: string) => cannotHandle(givenKind(definition, sent), definition.kind, why));
  // A patch can make more of an object than any body may hold.
  const excess = plainJsonProblem(sent);
  if (excess !== undefined) throw refusal(excess);
  const kind = checkedKind(definition, sent, refuse);
  const { metadata: rawMetadata, apiVersion: _v, kind: _k, ...sentContent } = sent;
  const { value: known, unknown } = pruned(definition, sentContent);
  const content = plain(definition, known, wording);
  const metadata = withoutNulls(objectOf(rawMetadata), OBJECT_META);
  const problem = typed
    ? undefined
    : (metadataProblem(isJsonObject(rawMetadata ?? {}) ? metadata : rawMetadata!, definition, wording) ??
      typeProblem(definition, content, wording));
  if (problem !== undefined) throw refusal(problem);
  if (refuse !== undefined) checkPatchedVersion(definition, sent);
  const draft = decodedInGo(definition, {
    apiVersion: apiVersionOf(definition),
    kind,
    metadata,
    ...content,
  });
  if (validation === 'Ignore') return { draft, warnings: [] };
  const strays: Strays = {
    duplicates,
    metadata: unknownMetadata(objectOf(rawMetadata)),
    content: unknownContent(definition, sent, sentContent, unknown),
  };
  const warnings = straysIn(definition, sent, strays, patched ? wording : undefined);
  if (validation !== 'Strict' || warnings.length === 0) return { draft, warnings };
  const refuseAll = refuse ?? ((why: string) => notStrict(givenKind(definition, sent), why));
  throw refuseAll(`strict decoding error: ${warnings.join(', ')}`);
}

/** 400: an object was read, and has more in it than its kind. */
function notStrict(given: GivenKind, why: string): StatusError {
  return given.apiVersion === '' ? badRequest(NO_VERSION) : cannotHandle(given, given.kind, why);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** @param patch how the patch was decoded that the object was made by, if it was. */
function straysIn(
  { custom }: ResourceDefinition,
  sent: JsonObject,
  strays: Strays,
  patch: Wording | undefined,
): readonly string[] {
  if (custom) return customStrays(strays);
  if (patch === undefined) return textStrays(sent, strays);
  return patch === asConverter ? patchedValueStrays(strays) : patchedTextStrays(sent, strays);
}

/** Custom resources stay as they are sent, but for metadata in them. */
function plain(definition: ResourceDefinition, sent: JsonObject, wording: Wording): JsonObject {
  if (definition.custom)
    return definition.schema === undefined ? sent : withEmbeddedMetadata(definition.schema, sent);
  const struct = definedStruct(definition);
  const content = withoutNulls(sent, definition.schema);
  return struct === undefined
    ? content
    : withPlainBytes(struct, content, wording === asConverter ? 'cut' : 'checked');
}

/** Of custom resources nothing is zero that is not absent. */
function decodedInGo(definition: ResourceDefinition, draft: Draft): Draft {
  const struct = definedStruct(definition);
  if (struct === undefined) return draft;
  const known = withoutZeros(struct, draft, definition.schema) as Draft;
  const { managedFields } = draft.metadata;
  // An empty list of managers is not none: it resets them.
  const resets = Array.isArray(managedFields) && managedFields.length === 0;
  return resets ? { ...known, metadata: { ...known.metadata, managedFields } } : known;
}

/** The unknown are in their own order in custom resources, in the text's in others. */
function pruned(
  { schema, custom }: ResourceDefinition,
  content: JsonObject,
): { value: JsonObject; unknown: readonly string[] } {
  if (schema === undefined) return { value: content, unknown: [] };
  const { value, unknown, embedded } = prune(schema, content);
  return { value, unknown: custom ? [...unknown.toSorted(), ...embedded.toSorted()] : unknown };
}

/**
 * What is unknown in an object. A custom resource can say that it is of another kind or version: nobody knows what
 * another kind may have, and a version that is not defined has nothing.
 *
 * @param unknown in the version of the definition.
 */
function unknownContent(
  definition: ResourceDefinition,
  sent: JsonObject,
  content: JsonObject,
  unknown: readonly string[],
): readonly string[] {
  const { custom, group, version, kind, versionSchemas } = definition;
  if (!custom) return unknown;
  const apiVersion = textAt(sent, 'apiVersion');
  if (textAt(sent, 'kind') !== kind || groupOf(apiVersion) !== group) return [];
  const own = apiVersion.slice(apiVersion.indexOf('/') + 1);
  if (own === version) return unknown;
  if (versionSchemas?.has(own) !== true) return Object.keys(content).toSorted();
  return pruned({ ...definition, schema: versionSchemas.get(own) }, content).unknown;
}

/** What an object says that it is; of a built-in kind, what it must be. */
function givenKind(definition: ResourceDefinition, sent: JsonObject): GivenKind {
  if (!definition.custom) return { apiVersion: apiVersionOf(definition), kind: definition.kind };
  return { apiVersion: textAt(sent, 'apiVersion'), kind: textAt(sent, 'kind') };
}

/** @returns the kind that the object says it is of: another one only if it is custom. @throws 400. */
function checkedKind(definition: ResourceDefinition, sent: JsonObject, refuse: Refusal | undefined): string {
  if (definition.custom) return checkedCustomKind(definition, sent, refuse);
  checkBuiltinKind(definition, sent, refuse);
  return definition.kind;
}

function checkBuiltinKind(
  definition: ResourceDefinition,
  sent: JsonObject,
  refuse: Refusal | undefined,
): void {
  const kind = textOr(sent['kind'], definition.kind);
  const apiVersion = textOr(sent['apiVersion'], apiVersionOf(definition));
  checkKind(definition, { apiVersion, kind }, refuse);
}

function textOr(value: JsonValue | undefined, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** Custom resources stay JSON until their schema judges them. */
function typeProblem(
  { schema, kind, custom }: ResourceDefinition,
  content: JsonObject,
  wording: Wording,
): string | undefined {
  if (schema === undefined) return undefined;
  return custom ? embeddedProblem(schema, content) : decodingProblem(schema, content, kind, wording);
}
