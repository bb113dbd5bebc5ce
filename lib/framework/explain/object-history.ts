import type { KubernetesObject, ObjectKey } from '../../object/kubernetes-object.ts';
import type { Cause, Hold, ReconcileEnd } from '../observe/reconcile-observer.ts';
import type { ExplainedCause, ExplainedHold, Explanation, Moment } from './explanation.ts';
import { momentOf, type ReconcileRecord } from './reconcile-record.ts';
import { Redaction } from './redaction.ts';

/** Causes that wait; of more, the first and the latest ones. */
const MOST_CAUSES = 10;

/** So many of the latest reconciles are kept whatever happened in them. */
const LATEST = 3;

/** What is known of one object. */
export class ObjectHistory {
  readonly #key: ObjectKey;
  readonly #records: ReconcileRecord[] = [];
  #kind: string | undefined;
  #waiting: ExplainedCause[] = [];
  #hold: ExplainedHold | undefined;
  #nextAt: Moment | undefined;
  #failures = 0;
  #lastError: Explanation['lastError'];

  constructor(key: ObjectKey) {
    this.#key = key;
  }

  queued(cause: Cause): void {
    const { type, detail, at } = cause;
    const kept = { type, at: momentOf(at.getTime()) };
    if (this.#waiting.length === MOST_CAUSES) this.#waiting.splice(1, 1);
    this.#waiting.push(detail === undefined ? kept : { ...kept, detail: new Redaction().short(detail) });
  }

  /** @param max how many reconciles are kept. */
  started(record: ReconcileRecord, max: number): void {
    this.#waiting = [];
    this.#hold = undefined;
    this.#nextAt = undefined;
    this.#records.push(record);
    if (this.#records.length > max) this.#drop();
  }

  found({ apiVersion, kind }: KubernetesObject): void {
    if (apiVersion !== undefined && kind !== undefined) this.#kind = `${kind} of ${apiVersion}`;
  }

  held(hold: Hold, at: Moment): void {
    const kept = { by: hold.by, at };
    this.#hold =
      this.#records.at(-1)?.hold(hold, at) ??
      (hold.detail === undefined ? kept : { ...kept, detail: new Redaction().short(hold.detail) });
  }

  ended(record: ReconcileRecord, end: ReconcileEnd, nowMs: number): void {
    const message = record.finish(end);
    this.#nextAt = end.nextMs === undefined ? undefined : momentOf(nowMs + end.nextMs);
    if (end.result === 'aborted') return;
    const failed = end.result === 'error' || end.result === 'terminal';
    this.#failures = failed ? this.#failures + 1 : 0;
    if (failed) this.#lastError = { message: message ?? 'no reason was given', at: momentOf(nowMs) };
  }

  explained(): Explanation {
    return {
      key: this.#key,
      ...(this.#kind !== undefined && { kind: this.#kind }),
      waiting: [...this.#waiting],
      ...(this.#hold !== undefined && { hold: this.#hold }),
      ...(this.#nextAt !== undefined && { nextAt: this.#nextAt }),
      failures: this.#failures,
      ...(this.#lastError !== undefined && { lastError: this.#lastError }),
      reconciles: this.#records.map((record) => record.explained()).toReversed(),
    };
  }

  /** The oldest in which nothing happened, or else the oldest of all. */
  #drop(): void {
    const oldest = this.#records.slice(0, -LATEST).findIndex((record) => record.uneventful);
    this.#records.splice(Math.max(0, oldest), 1);
  }
}
