import { badRequest } from '../status-error.ts';

const NUMBER = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/u;
const LACKS_UNIT = /^[-+]?(?:\d+(?:\.\d*)?[a-zµμ]+)*(?:\d+(?:\.\d*)?|\.\d+)$/u;

/**
 * Refuses a `timeout` that is no duration of Go's. One that is has no effect: no request takes long here.
 *
 * @see kubernetes/apiserver:pkg/endpoints/filters/request_deadline.go
 * @throws 400.
 */
export function checkTimeout(text: string): void {
  if (text === '' || NUMBER.test(text)) return;
  const why = LACKS_UNIT.test(text) ? 'missing unit in duration' : 'invalid duration';
  throw badRequest(`invalid timeout specified in the request URL - time: ${why} ${JSON.stringify(text)}`);
}
