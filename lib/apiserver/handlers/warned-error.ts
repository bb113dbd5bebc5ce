import type { ApiResponse } from '../request.ts';
import { errorAnswer, warningHeaders } from './answers.ts';

/** Answers with what `work` returns or, refused, with that: the warnings go out in both cases. */
export function warnEvenOnError(warnings: readonly string[], work: () => ApiResponse): ApiResponse {
  try {
    return work();
  } catch (error) {
    if (warnings.length === 0) throw error;
    const answer = errorAnswer(error);
    return { ...answer, headers: { ...answer.headers, ...warningHeaders(warnings) } };
  }
}
