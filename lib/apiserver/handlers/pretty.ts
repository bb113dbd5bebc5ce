import type { ApiRequest, ApiResponse } from '../request.ts';
import { Query } from '../requests/query.ts';

const READ_BY_PEOPLE = /^(?:curl|Wget|Mozilla)/iu;

/** Whether the answer is for a person: who asks for it, or uses a tool for people. */
export function wantsPretty({ url, headers }: ApiRequest): boolean {
  const asked = url.includes('pretty') ? new Query(url.split('?', 2)[1] ?? '').flag('pretty') : undefined;
  return asked ?? READ_BY_PEOPLE.test(headers['user-agent'] ?? '');
}

/** The same answer with its JSON on many lines. */
export function prettyAnswer(answer: ApiResponse): ApiResponse {
  if (!Buffer.isBuffer(answer.body) || answer.headers['content-type'] !== 'application/json') return answer;
  const text = JSON.stringify(JSON.parse(answer.body.toString('utf8')), undefined, 2);
  return { ...answer, body: Buffer.from(`${text}\n`) };
}
