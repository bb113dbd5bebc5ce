/**
 * How a message says when the next attempt is due: the shortest of these times that is long enough. Few and far
 * apart, since each change of the message is a write.
 */
const WITHIN: readonly (readonly [string, number])[] = [
  ['10 seconds', 10_000],
  ['a minute', 60_000],
  ['10 minutes', 600_000],
  ['an hour', 3_600_000],
  ['a day', 86_400_000],
];
const LATER = 'next attempt in more than a day';
const NEVER = 'not tried again before the object changes';

/**
 * A failure's message with its next attempt. While the failure stays the same, the time that is said only grows,
 * which stays true when a backoff starts from the beginning: so a failure that lasts for days, whatever the jitter
 * of its backoff, changes its message a handful of times.
 *
 * @param retryMs undefined: no attempt before something changes.
 * @param before the message so far.
 */
export function withRetryNote(
  failure: string,
  retryMs: number | undefined,
  before: string | undefined,
): string {
  if (retryMs === undefined) return `${failure}; ${NEVER}`;
  const said = WITHIN.findIndex(([text]) => before === noted(failure, text));
  const due = WITHIN.findIndex(([, ms], index) => retryMs <= ms && index >= said);
  const within = WITHIN[due];
  return within === undefined ? `${failure}; ${LATER}` : noted(failure, within[0]);
}

function noted(failure: string, within: string): string {
  return `${failure}; next attempt within ${within}`;
}
