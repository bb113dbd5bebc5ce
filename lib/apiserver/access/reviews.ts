import type { JsonObject } from '../../object/json.ts';
import { listAt, textAt } from '../fields.ts';
import { encoded, warningHeaders } from '../handlers/answers.ts';
import type { ApiParts } from '../handlers/api-parts.ts';
import type { ResourceHandler, ResourceRequest } from '../handlers/resource-request.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { Draft } from '../objects/draft.ts';
import { timestamp } from '../objects/metadata.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { answerFormat } from '../requests/media-types.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { badRequest } from '../status-error.ts';
import { ownReview, subjectReview } from './access-reviews.ts';
import { AUTHENTICATION_GROUP, AUTHORIZATION_GROUP } from './review-definitions.ts';
import { rulesReview } from './rules-review.ts';
import { userInfo } from './user.ts';

/** What becomes of a review: the fields that replace those which were sent. */
export type Review = (parts: ApiParts, request: ResourceRequest, draft: Draft) => JsonObject;

const REVIEWS: Readonly<Record<string, Review>> = {
  SelfSubjectReview: (parts, { user }) => ({
    metadata: { creationTimestamp: timestamp(parts.clock.now()) },
    status: { userInfo: userInfo(user) },
  }),
  TokenReview: tokenReview,
  SelfSubjectAccessReview: ownReview,
  SubjectAccessReview: subjectReview,
  LocalSubjectAccessReview: subjectReview,
  SelfSubjectRulesReview: rulesReview,
};

/** What answers questions of this kind; undefined for resources that are stored. */
export function reviewOf({ group, kind }: ResourceDefinition): ResourceHandler | undefined {
  if (group !== AUTHENTICATION_GROUP && group !== AUTHORIZATION_GROUP) return undefined;
  const review = REVIEWS[kind];
  return review === undefined ? undefined : (parts, request) => answer(parts, request, review);
}

function answer(parts: ApiParts, request: ResourceRequest, review: Review): ApiResponse {
  const { definition } = request.route;
  const format = answerFormat(request.request.headers['accept'], { shapes: false, protobuf: true });
  const { fieldValidation } = writeOptions(request.query, 'CreateOptions');
  const { object, duplicates } = decodeBody(request.request, definition);
  const { draft, warnings } = decodeDraft(definition, object, {
    duplicates,
    validation: fieldValidation,
  });
  const { apiVersion, kind, metadata, status: _, ...rest } = draft;
  const reviewed = { kind, apiVersion, metadata, ...rest, ...review(parts, request, draft) };
  return encoded(201, Buffer.from(JSON.stringify(reviewed)), format, warningHeaders(warnings));
}

/** Who a token is. @throws 400 without one. */
function tokenReview({ access }: ApiParts, _request: ResourceRequest, draft: Draft): JsonObject {
  const token = textAt(draft, 'spec', 'token');
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const audiences = listAt(draft, 'spec', 'audiences').map(String);
  const verdict = audiences.length === 0 ? access.verify(token) : access.verify(token, audiences);
  if ('problem' in verdict) return { status: { user: {}, error: verdict.problem } };
  return {
    status: { authenticated: true, user: userInfo(verdict.user), audiences: verdict.audiences },
  };
}
