import type { User } from '../access/user.ts';
import type { Place } from '../objects/object-store.ts';
import type { ApiRequest, ApiResponse } from '../request.ts';
import type { AnswerFormat } from '../requests/media-types.ts';
import type { Query } from '../requests/query.ts';
import type { ResourceRoute } from '../requests/route.ts';
import { methodNotAllowed } from '../requests/route.ts';
import type { ApiParts } from './api-parts.ts';

/** A request that goes to a resource, read as far as all handlers need it. */
export interface ResourceRequest {
  readonly route: ResourceRoute;
  readonly query: Query;
  readonly format: AnswerFormat;
  readonly request: ApiRequest;
  /** Whose it is. */
  readonly user: User;
}

/** Answers one kind of request; throws a {@link StatusError} to refuse it. Synchronous: each is atomic. */
export type ResourceHandler = (parts: ApiParts, request: ResourceRequest) => ApiResponse;

/** The object that a request speaks of. @throws 405 when it names none. */
export function placeOf({ route: { definition, namespace, name } }: ResourceRequest): Place {
  if (name === undefined) throw methodNotAllowed();
  return { definition, namespace, name };
}
