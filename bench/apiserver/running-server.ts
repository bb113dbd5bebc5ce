import type { Address } from './connection.ts';

/** A server that runs in processes of its own. */
export interface RunningServer extends AsyncDisposable {
  readonly address: Address;
  /** All its processes. */
  readonly pids: readonly number[];
  /** From the start of the first process until `/readyz` said ok. */
  readonly startMs: number;
}
