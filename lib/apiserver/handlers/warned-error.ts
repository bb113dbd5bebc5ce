import type { ApiResponse } from '../request.ts';
import { errorAnswer, warningHeaders } from './answers.ts';

/** Answers with what `work` returns or, refused, with that: the warnings go out in both cases. */
export function warnEvenOnError(warnings: readonly string[], work: () => ApiResponse): ApiResponse {
  try {
    return work();
  } catch (error) {
    if (warnings.length === 0) throw error;
    return withWarnings(errorAnswer(error), warnings);
  }
}

/** The answer with these warnings in front of its own. */
export function withWarnings(answer: ApiResponse, warnings: readonly string[]): ApiResponse {
  if (warnings.length === 0) return answer;
  const own = answer.headers['warning'] ?? [];
  const warning = [
    ...(warningHeaders(warnings)['warning'] ?? []),
    ...(typeof own === 'string' ? [own] : own),
  ];
  return { ...answer, headers: { ...answer.headers, warning } };
}
