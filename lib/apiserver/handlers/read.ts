import type { ApiResponse } from '../request.ts';
import { StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';

/** 504: the client has seen a state that this server has not; it was set back. */
export function tooLargeRevision(asked: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  const causes = [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }];
  return new StatusError(504, 'Timeout', message, { causes, retryAfterSeconds: 1 });
}

/** GET of one object. */
export function readObject(parts: ApiParts, request: ResourceRequest): ApiResponse {
  checkRevision(request.query.text('resourceVersion'), parts.storage.revision);
  return objectAnswer(
    parts,
    request,
    parts.objects.get(placeOf(request), request.route.subresource === 'status'),
  );
}

/** @throws 500 for what is no version, 504 for one that is not there yet. */
export function checkRevision(text: string, current: number): void {
  if (text === '') return;
  if (!/^\d+$/u.test(text)) {
    const why = `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
    throw new StatusError(500, '', `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${why}`);
  }
  if (Number(text) > current) throw tooLargeRevision(Number(text), current);
}
