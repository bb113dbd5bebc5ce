import type { JsonValue } from '../../lib/object/json.ts';

/** An answer as it is compared and recorded: what differs from one run to the next is replaced. */
export interface Answer {
  readonly status: number;
  /** The texts of the Warning headers. */
  readonly warnings?: readonly string[];
  /** Absent for JSON. */
  readonly type?: string;
  /** The value of Retry-After. */
  readonly retryAfter?: string;
  /** JSON, a text, or the events of a watch; absent where only the status counts. */
  readonly body?: JsonValue;
}
