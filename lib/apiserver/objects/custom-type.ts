import type { JsonObject } from '../../object/json.ts';
import { groupOf } from '../../object/kubernetes-object.ts';
import { invalidCause } from '../field-causes.ts';
import { textAt } from '../fields.ts';
import { goTypeOf } from '../requests/go-type.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { apiVersionOf } from '../resource-registry.ts';
import { canonicalJson } from '../schema/canonical-json.ts';
import { badRequest, internalError, invalid, type StatusError } from '../status-error.ts';

export const NO_VERSION: string = "Object 'apiVersion' is missing in 'object has no apiVersion field'";

/** Makes an error of the reason why something cannot be decoded. */
export type Refusal = (why: string) => StatusError;

/** @returns the kind that a custom resource says it is of. @throws 400, or what is said of the result of a patch. */
export function checkedCustomKind(
  definition: ResourceDefinition,
  sent: JsonObject,
  refuse: Refusal | undefined,
): string {
  // What patches make has the order of a Go map: sorted.
  const problem = unreadableType(sent, refuse === undefined ? JSON.stringify(sent) : canonicalJson(sent));
  if (problem === undefined) return textAt(sent, 'kind');
  if (refuse !== undefined) throw refuse(problem);
  const text = JSON.stringify(sent);
  const start = text.length > 30 ? `${text.slice(0, 30)} ...` : text;
  throw badRequest(
    `the object provided is unrecognized (must be of type ${definition.kind}): ${problem} (${start})`,
  );
}

/**
 * Why nobody can tell what an object is, in the words of the API server.
 *
 * @see kubernetes/apimachinery:pkg/runtime/serializer/json/meta.go
 */
function unreadableType(sent: JsonObject, shown: string): string | undefined {
  const wrong = ['apiVersion', 'kind'].find((name) => typeof (sent[name] ?? '') !== 'string');
  if (wrong !== undefined)
    return `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(sent[wrong]!)} into Go struct field .${wrong} of type string`;
  const apiVersion = textAt(sent, 'apiVersion');
  if (apiVersion.split('/').length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  return textAt(sent, 'kind') === '' ? `Object 'Kind' is missing in '${shown}'` : undefined;
}

/** A custom resource says its version; all that is in it is read first. @throws 400. */
export function checkSentVersion(definition: ResourceDefinition, sent: JsonObject): void {
  const apiVersion = otherVersion(definition, sent);
  if (apiVersion === undefined) return;
  const expected = apiVersionOf(definition);
  throw badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
  );
}

/** What a patch made of a custom resource is judged as what is stored. @throws 422 and 500. */
export function checkPatchedVersion(definition: ResourceDefinition, sent: JsonObject): void {
  const apiVersion = otherVersion(definition, sent);
  if (apiVersion === undefined) return;
  if (apiVersion === '') throw internalError(NO_VERSION);
  const kind = textAt(sent, 'kind');
  throw invalid(groupOf(apiVersion), kind, textAt(sent, 'metadata', 'name'), [
    ...(kind === definition.kind ? [] : [invalidCause('kind', kind, `must be ${definition.kind}`)]),
    invalidCause('apiVersion', apiVersion, `must be ${apiVersionOf(definition)}`),
  ]);
}

/** The version that a custom resource says, if it is not the definition's. */
function otherVersion(definition: ResourceDefinition, sent: JsonObject): string | undefined {
  const apiVersion = textAt(sent, 'apiVersion');
  return !definition.custom || apiVersion === apiVersionOf(definition) ? undefined : apiVersion;
}
