import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import type { ApiObject } from '../api-object.ts';
import { invalidCause } from '../field-causes.ts';
import { at, listAt, objectAt, textAt } from '../fields.ts';
import { encoded, warningHeaders } from '../handlers/answers.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import { placeOf } from '../handlers/resource-request.ts';
import type { ResourceRequest } from '../handlers/resource-request.ts';
import { decodeDraft } from '../objects/draft.ts';
import { timestamp } from '../objects/metadata.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { writeOptions } from '../requests/write-options.ts';
import { badRequest, conflict, invalid } from '../status-error.ts';
import { TOKEN_REQUEST } from './review-definitions.ts';
import { BINDABLE_KINDS, ISSUER } from './service-account-tokens.ts';

const DEFAULT_SECONDS = 3600;
const SHORTEST_SECONDS = 600;
const LONGEST_SECONDS = 2 ** 32;

/** POST of a service account's token: issues one. @throws 400, 404, 409, 422. */
export function requestToken(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const account = parts.objects.get(placeOf(request));
  const { fieldValidation } = writeOptions(request.query, 'CreateOptions');
  const { object, duplicates } = decodeBody(request.request, TOKEN_REQUEST);
  const { draft, warnings } = decodeDraft(TOKEN_REQUEST, object, {
    duplicates,
    validation: fieldValidation,
  });
  const seconds = secondsIn(draft, account.metadata.name);
  const audiences = listAt(draft, 'spec', 'audiences').map(String);
  const wish = {
    audiences: audiences.length === 0 ? [ISSUER] : audiences,
    expirationSeconds: seconds,
    bound: boundObject(parts, request, draft),
  };
  const answer = {
    kind: draft['kind'],
    apiVersion: draft['apiVersion'],
    metadata: metadataOf(account, parts.clock.now()),
    spec: {
      audiences: wish.audiences,
      expirationSeconds: seconds,
      boundObjectRef: at(draft, 'spec', 'boundObjectRef') ?? null,
    },
    status: {
      token: parts.access.serviceAccounts.issue(account, wish),
      expirationTimestamp: timestamp(parts.clock.now() + seconds * 1000),
    },
  };
  return encoded(201, Buffer.from(JSON.stringify(answer)), request.format, warningHeaders(warnings));
}

function metadataOf({ metadata: { name, namespace, uid } }: ApiObject, now: number): JsonObject {
  return { name, namespace, uid, creationTimestamp: timestamp(now) };
}

/** @throws 422, for the name that the request gives the account too. */
function secondsIn(draft: JsonObject, account: string): number {
  const given = at(draft, 'spec', 'expirationSeconds');
  const seconds = typeof given === 'number' ? given : DEFAULT_SECONDS;
  const { group, kind } = TOKEN_REQUEST;
  const name = textAt(draft, 'metadata', 'name');
  const why = 'must match the service account name if specified';
  if (name !== '' && name !== account)
    throw invalid(group, kind, account, [invalidCause('metadata.name', name, why)]);
  const causes = secondsCauses(seconds);
  if (causes.length > 0) throw invalid(group, kind, '', causes);
  return seconds;
}

function secondsCauses(seconds: number): readonly StatusCause[] {
  const field = 'spec.expirationSeconds';
  if (seconds < SHORTEST_SECONDS)
    return [invalidCause(field, seconds, 'may not specify a duration less than 10 minutes')];
  if (seconds > LONGEST_SECONDS)
    return [invalidCause(field, seconds, 'may not specify a duration larger than 2^32 seconds')];
  return [];
}

/** What the token is to end with. */
function boundObject(
  { registry, objects }: ApiParts,
  { route }: ResourceRequest,
  draft: JsonObject,
): ApiObject | undefined {
  const reference = objectAt(draft, 'spec', 'boundObjectRef');
  const kind = textAt(reference, 'kind');
  if (kind === '') return undefined;
  const apiVersion = textAt(reference, 'apiVersion');
  const definition =
    BINDABLE_KINDS.includes(kind) && apiVersion === 'v1' ? registry.ofKind('', kind) : undefined;
  if (definition === undefined)
    throw badRequest(`cannot bind token to object of type ${groupVersionText(apiVersion)}, Kind=${kind}`);
  const namespace = definition.namespaced ? route.namespace : undefined;
  const name = textAt(reference, 'name');
  const found = objects.get({ definition, namespace, name });
  const uid = textAt(reference, 'uid');
  if (uid !== '' && uid !== found.metadata.uid) throw wrongUid(kind, name, uid);
  return found;
}

/** The core group is empty, and shows. */
function groupVersionText(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
}

function wrongUid(kind: string, name: string, uid: string): Error {
  const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return conflict({ group: '', resource: kind }, name, why);
}
