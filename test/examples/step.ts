import { ok } from '../kit/assert.ts';
import { type Request, describeRequest, isAccepted, isRead } from './door.ts';

/** What an operator asked for in one step of a scenario. */
export interface Step {
  /** As `patch widgets/a`, in order; those of the status are counted by themselves. */
  readonly writes: readonly string[];
  /** How often each of them was made. */
  readonly counts: Readonly<Record<string, number>>;
  /** Those that the server accepted: what is written on top of an older version is refused, and made again. */
  readonly statusWrites: number;
  readonly reads: readonly string[];
  /** Of the object that the step is about, one that ran already included. */
  readonly reconciles: number;
}

/** @throws where a reconcile wrote the status more than once. */
export function stepOf(requests: readonly Request[], reconciles: number): Step {
  const all = requests.filter((request) => !isRead(request));
  const writes = all.filter(({ subresource }) => subresource !== 'status').map(describeRequest);
  const statusWrites = all.filter((one) => one.subresource === 'status' && isAccepted(one)).length;
  ok(statusWrites <= reconciles, `${statusWrites} status writes in ${reconciles} reconciles`);
  return {
    writes,
    counts: Object.fromEntries(
      writes.toSorted().map((one) => [one, writes.filter((other) => other === one).length]),
    ),
    statusWrites,
    reads: requests.filter(isRead).map(describeRequest),
    reconciles,
  };
}
