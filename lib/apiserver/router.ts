import { reviewOf } from './access/reviews.ts';
import { loadRuleEngine, mayBringRules } from './cel/loading.ts';
import { errorAnswer } from './handlers/answers.ts';
import type { ApiParts } from './handlers/api-parts.ts';
import { listObjects } from './handlers/list.ts';
import { patchObject } from './handlers/patch.ts';
import { handlePlain, pageNotFound } from './handlers/plain-routes.ts';
import { prettyAnswer, wantsPretty } from './handlers/pretty.ts';
import { protobufAnswer } from './handlers/protobuf-answer.ts';
import { readObject } from './handlers/read.ts';
import { deleteCollection, deleteObject } from './handlers/remove.ts';
import type { ResourceHandler, ResourceRequest } from './handlers/resource-request.ts';
import { handleSubresource } from './handlers/subresources.ts';
import { watchObjects } from './handlers/watch.ts';
import { warnEvenOnError, withWarnings } from './handlers/warned-error.ts';
import { createObject, replaceObject } from './handlers/write.ts';
import type { ApiHandler, ApiRequest, ApiResponse } from './request.ts';
import { checkBodySize } from './requests/body-size.ts';
import { answerFormat, wantsProtobuf } from './requests/media-types.ts';
import type { Offer } from './requests/media-types.ts';
import { Query } from './requests/query.ts';
import { checkTimeout } from './requests/request-timeout.ts';
import { describePath, methodNotAllowed, routeOf, segmentsOf } from './requests/route.ts';
import { verbOf } from './requests/verb.ts';
import type { ResourceRoute } from './requests/route.ts';
import type { Verb } from './requests/verb.ts';
import { StatusError } from './status-error.ts';

const HANDLERS: Readonly<Record<Verb, ResourceHandler>> = {
  create: createObject,
  delete: deleteObject,
  deletecollection: deleteCollection,
  get: readObject,
  list: listObjects,
  patch: patchObject,
  update: replaceObject,
  watch: watchObjects,
};

function handle(parts: ApiParts, request: ApiRequest): ApiResponse {
  const user = parts.access.admit(request);
  const [path = '', search = ''] = request.url.split('?', 2);
  const query = new Query(search);
  if (query.flag('watch') !== true) checkTimeout(query.text('timeout'));
  const segments = segmentsOf(path);
  const [root, group = ''] = segments;
  if (root === 'apis' && segments.length > 3 && !parts.registry.hasGroup(group)) return pageNotFound();
  if (root === 'apis' && isUnknownCustom(parts, segments, request)) return pageNotFound();
  const route = routeOf(segments, parts.registry);
  if (route.type === 'plain') {
    if (request.method !== 'GET') throw methodNotAllowed();
    return handlePlain(parts.registry, route.segments, request);
  }
  const format = answerFormat(request.headers['accept'], offerOf(route, request));
  const objects = parts.access.objectsFor(user, parts.objects);
  const guarded = objects === parts.objects ? parts : { ...parts, objects };
  return handleResource(guarded, { route, query, request, format, user });
}

function offerOf({ definition, name }: ResourceRoute, { method }: ApiRequest): Offer {
  const protobuf = !definition.custom;
  return { protobuf, streams: protobuf && name === undefined && method === 'GET' };
}

/** Custom resources are served by a part of the API server that answers what it does not know as it was asked for. */
function isUnknownCustom(
  { registry }: ApiParts,
  [, group = '', version = '', ...rest]: readonly string[],
  { method }: ApiRequest,
): boolean {
  const found = describePath(['apis', group, version, ...rest]);
  if (found === undefined || !registry.isCustom(group)) return false;
  const definition = registry.find(group, version, found.plural);
  if (definition === undefined) return true;
  const lacksNamespace = definition.namespaced && found.namespace === undefined;
  return lacksNamespace && (method === 'POST' || found.name !== undefined);
}

/** Answers a request, and warns in every case of a version that is deprecated. */
function handleResource(parts: ApiParts, request: ResourceRequest): ApiResponse {
  checkBodySize(request.request);
  const { deprecation } = request.route.definition;
  if (deprecation === undefined) return answerResource(parts, request);
  return warnEvenOnError([deprecation], () => withWarnings(answerResource(parts, request), [deprecation]));
}

function answerResource(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { route, query } = request;
  if (route.subresource !== undefined) return handleSubresource(parts, request);
  const named = route.name !== undefined;
  const verb = verbOf(request.request.method, named, query.flag('watch') ?? false);
  if (verb === undefined || (named && verb === 'create') || !route.definition.verbs.includes(verb))
    throw methodNotAllowed();
  return (reviewOf(route.definition) ?? HANDLERS[verb])(parts, request);
}

function inProtobuf({ headers }: ApiRequest, answer: ApiResponse): ApiResponse {
  return wantsProtobuf(headers['accept']) ? protobufAnswer(answer) : answer;
}

/** The API server's routes as one function that never rejects. */
export function newApiHandler(parts: ApiParts): ApiHandler {
  return async (request) => {
    try {
      if (mayBringRules(request)) await loadRuleEngine();
      const answer = inProtobuf(request, handle(parts, request));
      return wantsPretty(request) ? prettyAnswer(answer) : answer;
    } catch (error) {
      if (!(error instanceof StatusError))
        parts.logger.error('cannot handle a request', { method: request.method, url: request.url, error });
      return inProtobuf(request, errorAnswer(error));
    }
  };
}
