import type { Ownership } from '../apply/field-manager.ts';
import { managerOf, type WriteOptions } from '../requests/write-options.ts';
import type { ApiParts } from './api-parts.ts';
import type { ResourceRequest } from './resource-request.ts';

/** Tracks what a request changes as its sender's, at the subresource that it goes to. */
export function trackingOf(
  { owners }: ApiParts,
  { request, route }: ResourceRequest,
  options: WriteOptions,
): Ownership {
  const manager = managerOf(options, request.headers['user-agent']);
  return owners.tracking({ manager, subresource: route.subresource ?? '' });
}
