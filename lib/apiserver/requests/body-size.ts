import type { ApiRequest } from '../request.ts';
import { LARGEST_BODY_BYTES } from '../serving/http-message.ts';
import { StatusError } from '../status-error.ts';

/** Requests that come over HTTP are refused before they are here; those that come directly are not. @throws 413. */
export function checkBodySize({ body }: ApiRequest): void {
  if (body.length <= LARGEST_BODY_BYTES) return;
  const message = `Request entity too large: limit is ${LARGEST_BODY_BYTES}`;
  throw new StatusError(413, 'RequestEntityTooLarge', message);
}
