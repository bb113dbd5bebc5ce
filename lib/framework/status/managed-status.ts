import { type Context, dryRun } from '../../../context/index.ts';
import { isAbort, withDeadline } from '../../abort.ts';
import type { StatusMetrics } from '../../metrics.ts';
import { type KubernetesObject, keyOf, type ObjectKey } from '../../object/kubernetes-object.ts';
import { type SecretValues, secretValues } from '../../secret-values.ts';
import { statusReport, StatusReport } from '../../status/status-report.ts';
import { newStatusWriter, type StatusWriter, type StatusWriterOptions } from '../../status/status-writer.ts';
import { finalStatus, type ReconcileResult } from './final-status.ts';
import type { OwnWrites } from '../intake/own-writes.ts';
import type { StatusOptions } from './status-options.ts';

/** How long the status of a failed reconcile may take, in milliseconds: its key waits for it. */
const FAILURE_MS = 10_000;

export interface ManagedStatusOptions<T extends KubernetesObject> extends StatusWriterOptions<T> {
  /** The framework's name. */
  readonly name: string;
  /** What {@link statusOptions} made of `FrameworkConfig.status`. */
  readonly options: Required<StatusOptions>;
  readonly metrics: StatusMetrics;
  /** Keeps the event that tells of a status from being reconciled. */
  readonly ownWrites: Pick<OwnWrites<T>, 'during'>;
  /** Called with the object as it was reconciled and as it is with its new status. Default nothing. */
  readonly onWritten?: (before: T, after: T) => void;
}

/** A reconcile that goes on. */
interface Session<T> {
  readonly obj: T;
  readonly report: StatusReport;
  readonly secrets: SecretValues | undefined;
}

/**
 * Writes the status of the objects that a framework reconciles, once for each reconcile and only where it changes:
 * what its resources reported, whether it is ready, what failed.
 *
 * **Assumptions:** for each key {@link start}, then {@link end} or {@link forget}, never twice at once.
 */
export class ManagedStatus<T extends KubernetesObject> {
  readonly #options: ManagedStatusOptions<T>;
  readonly #writer: StatusWriter<T>;
  /** Those that run: bounded by the framework's workers. */
  readonly #sessions = new Map<ObjectKey, Session<T>>();

  constructor(options: ManagedStatusOptions<T>) {
    this.#options = options;
    this.#writer = newStatusWriter(options);
  }

  /**
   * A reconcile begins; or it goes on with a newer version of its object, and what was reported stays.
   *
   * @param obj as the API server has it, without a schema's defaults.
   * @returns a descendant of the context in which resources report.
   */
  start(ctx: Context, obj: T): Context {
    const key = keyOf(obj);
    const report = statusReport.get(ctx) ?? new StatusReport();
    this.#sessions.set(key, { obj, report, secrets: secretValues.get(ctx) });
    return statusReport.get(ctx) === report ? ctx : statusReport.with(ctx, report);
  }

  /** The reconcile has ended without anything to be said: it was aborted, or the object is gone or not ours. */
  forget(key: ObjectKey): void {
    this.#sessions.delete(key);
  }

  /**
   * The reconcile has ended; does nothing where none began. What goes wrong with the status of a failure is
   * logged, so that it does not hide the failure; else it rejects.
   */
  async end(ctx: Context, key: ObjectKey, result: ReconcileResult): Promise<void> {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    if (session === undefined) return;
    if (result.type === 'success' || result.type === 'paused') return await this.#write(ctx, session, result);
    try {
      const write = async (own: Context): Promise<void> => await this.#write(own, session, result);
      await withDeadline(ctx, FAILURE_MS, write, `writing the status of ${key}`);
    } catch (error) {
      ctx.logger.warn('status not written', { error });
    }
  }

  async #write(ctx: Context, { obj, report, secrets }: Session<T>, result: ReconcileResult): Promise<void> {
    const count = (what: string): void =>
      this.#options.metrics.writes.inc({ controller: this.#options.name, result: what });
    try {
      const status = finalStatus({ obj, report, secrets, result, options: this.#options.options });
      const options = { observedGeneration: result.type !== 'paused' };
      if (this.#writer.isWritten(ctx, obj, status, options)) return count('unchanged');
      count(await this.#send(ctx, obj, status, options));
    } catch (error) {
      if (!isAbort(error, ctx.signal)) count('failed');
      throw error;
    }
  }

  /**
   * An object that was read again shows a state that was not reconciled: then the event that tells of the write
   * counts like any other.
   */
  async #send(
    ctx: Context,
    obj: T,
    status: StatusReport,
    options: { readonly observedGeneration: boolean },
  ): Promise<'written' | 'gone'> {
    const { ownWrites, onWritten } = this.#options;
    let [isGone, isNews] = [false, false];
    const write = async (): Promise<T | undefined> => {
      const onReread = (): void => void (isNews = true);
      const written = await this.#writer.write(ctx, obj, status, { ...options, onReread });
      isGone = written === undefined;
      // No event tells of what was only tried.
      return isNews || dryRun.isSet(ctx) ? undefined : written;
    };
    const after = dryRun.isSet(ctx) ? await write() : await ownWrites.during(keyOf(obj), write);
    if (after !== undefined) onWritten?.(obj, after);
    return isGone ? 'gone' : 'written';
  }
}
