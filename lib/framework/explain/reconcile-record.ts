import type { Context } from '../../../context/index.ts';
import { contextKey } from '../../../context/index.ts';
import type { AroundCall, ClientCall } from '../../client/client-call.ts';
import { type KubernetesObject, type ObjectRef, keyOfRef } from '../../object/kubernetes-object.ts';
import type {
  AroundResource,
  Cause,
  Hold,
  ReconcileEnd,
  ReconcileStart,
} from '../observe/reconcile-observer.ts';
import type {
  ExplainedCause,
  ExplainedHold,
  ExplainedReconcile,
  ExplainedRun,
  ExplainedWrite,
  Moment,
} from './explanation.ts';
import { Redaction } from './redaction.ts';
import { type LookBefore, SeenObjects } from './seen-objects.ts';
import { diffOfWrite } from './write-diff.ts';

export interface RecordOptions {
  readonly before: LookBefore | undefined;
  readonly maxWrites: number;
  readonly maxDiffCharacters: number;
}

/** What one write may show of its difference, in characters, of what all may. */
const MAX_DIFF_OF_ONE = 2000;

/** Resources whose calls are kept. */
const MOST_RUNS = 200;

const WRITES: ReadonlySet<string> = new Set([
  'create',
  'update',
  'patch',
  'apply',
  'delete',
  'deletecollection',
] satisfies readonly ExplainedWrite['verb'][]);

/** Which resource makes a call. */
const runningResource = contextKey<string>('runningResource');

interface Run {
  readonly resource: string;
  readonly step: ExplainedRun['step'];
  durationMs?: number;
  error?: string;
}

/**
 * Takes notes of one reconcile. Nothing that it does, or fails to do, has an effect on that; when it has ended, no
 * object and no secret is kept.
 */
export class ReconcileRecord {
  readonly #options: RecordOptions;
  readonly #redaction = new Redaction();
  readonly #objects: SeenObjects;
  readonly #loop: number;
  readonly #startedAt: Moment;
  readonly #waitedMs: number;
  #causes: readonly ExplainedCause[];
  #runs: Run[] = [];
  #writes: ExplainedWrite[] = [];
  #diffCharacters = 0;
  #writesLeftOut = 0;
  #end: Pick<ExplainedReconcile, 'result' | 'durationMs' | 'nextMs' | 'error'> = {};

  constructor(ctx: Context, start: ReconcileStart, options: RecordOptions) {
    this.#options = options;
    this.#objects = new SeenObjects(options.before);
    this.#redaction.see(ctx);
    this.#loop = start.loop;
    this.#startedAt = momentOf(ctx.clock.now());
    this.#waitedMs = start.waitedMs;
    this.#causes = start.causes.map((cause) => this.cause(cause));
  }

  /** Nothing was done and nothing failed, so that it is missed least. */
  get uneventful(): boolean {
    const { result } = this.#end;
    return result === 'success' && this.#writes.length === 0 && this.#writesLeftOut === 0;
  }

  cause({ type, detail, at }: Cause): ExplainedCause {
    return explained({ type, at: momentOf(at.getTime()) }, detail, this.#redaction);
  }

  hold({ by, detail }: Hold, at: Moment): ExplainedHold {
    return explained({ by, at }, detail, this.#redaction);
  }

  found(ctx: Context, obj: KubernetesObject): void {
    this.#redaction.see(ctx);
    const { apiVersion, kind } = obj;
    if (apiVersion !== undefined && kind !== undefined) this.#objects.add({ apiVersion, kind }, obj);
  }

  readonly aroundResource: AroundResource = async (ctx, { resource, step }, work) => {
    const run: Run = { resource, step };
    if (this.#runs.length < MOST_RUNS) this.#runs.push(run);
    const started = ctx.clock.monotonic();
    try {
      await work(ctx.withValue(runningResource, resource));
    } catch (error) {
      this.#safely(() => this.#runFailed(ctx, run, error));
      throw error;
    } finally {
      run.durationMs = ctx.clock.monotonic() - started;
    }
  };

  readonly aroundCall: AroundCall = async (ctx, call, work) => {
    const started = ctx.clock.monotonic();
    const before = this.#safely(() => this.#before(ctx, call));
    const took = (): number => ctx.clock.monotonic() - started;
    try {
      const answer = await work(ctx);
      this.#safely(() => this.#answered(ctx, call, before, answer, took()));
      return answer;
    } catch (error) {
      this.#safely(() => this.#keep(ctx, call, { durationMs: took(), error }, before, undefined));
      throw error;
    }
  };

  /** @returns the message of the error that ended it. */
  finish({ result, durationMs, nextMs, error }: ReconcileEnd): string | undefined {
    const message = error === undefined ? undefined : this.#redaction.error(error);
    this.#end = {
      result,
      durationMs,
      ...(nextMs !== undefined && { nextMs }),
      ...(message !== undefined && { error: message }),
    };
    if (this.#redaction.knows) this.#redactAgain();
    this.#redaction.forget();
    this.#objects.clear();
    return message;
  }

  explained(): ExplainedReconcile {
    return {
      loop: this.#loop,
      startedAt: this.#startedAt,
      causes: this.#causes,
      waitedMs: this.#waitedMs,
      ...this.#end,
      resources: this.#runs.map((run) => ({ ...run })),
      writes: [...this.#writes],
      writesLeftOut: this.#writesLeftOut,
    };
  }

  #runFailed(ctx: Context, run: Run, error: unknown): void {
    this.#redaction.see(ctx);
    run.error = this.#redaction.error(error);
  }

  #before(ctx: Context, call: ClientCall): KubernetesObject | undefined {
    this.#redaction.see(ctx);
    if (!WRITES.has(call.verb) || call.verb === 'create' || call.name === undefined) return undefined;
    return this.#objects.get(call.kind, refOf(call, call.name));
  }

  #answered(
    ctx: Context,
    call: ClientCall,
    before: KubernetesObject | undefined,
    answer: unknown,
    durationMs: number,
  ): void {
    this.#keep(ctx, call, { durationMs }, before, answer);
    this.#objects.addAnswer(call, answer);
  }

  #keep(
    ctx: Context,
    call: ClientCall,
    { durationMs, error }: { readonly durationMs: number; readonly error?: unknown },
    before: KubernetesObject | undefined,
    answer: unknown,
  ): void {
    const { verb } = call;
    if (!isWrite(verb)) return;
    if (this.#writes.length >= this.#options.maxWrites) {
      this.#writesLeftOut += 1;
      return;
    }
    this.#redaction.see(ctx);
    const resource = ctx.value(runningResource);
    this.#writes.push({
      ...(resource !== undefined && { resource }),
      verb,
      target: this.#redaction.short(targetOf(call, answer)),
      dryRun: call.dryRun,
      durationMs,
      ...(error !== undefined && { error: this.#redaction.error(error) }),
      diff: this.#diff(call, before, answer),
    });
  }

  #diff(call: ClientCall, before: KubernetesObject | undefined, answer: unknown): string {
    const room = this.#options.maxDiffCharacters - this.#diffCharacters;
    const maxCharacters = Math.min(MAX_DIFF_OF_ONE, room);
    if (maxCharacters <= 0) return '… left out';
    const { redact } = this.#redaction;
    const diff = diffOfWrite({ call, before, answer }, { redact, maxCharacters });
    this.#diffCharacters += diff.length;
    return diff;
  }

  /** A secret may have become known after a text was kept. */
  #redactAgain(): void {
    const { redact } = this.#redaction;
    const again = <T extends { readonly error?: string }>(one: T): T =>
      one.error === undefined ? one : { ...one, error: redact(one.error) };
    this.#runs = this.#runs.map(again);
    this.#writes = this.#writes.map((write) => ({
      ...again(write),
      target: redact(write.target),
      diff: write.diff.split('\n').map(redact).join('\n'),
    }));
    this.#causes = this.#causes.map((cause) =>
      cause.detail === undefined ? cause : { ...cause, detail: redact(cause.detail) },
    );
  }

  /** Notes must not end what they are about; nor are any taken of what goes on when the reconcile has ended. */
  #safely<R>(note: () => R): R | undefined {
    if (this.#end.result !== undefined) return undefined;
    try {
      return note();
    } catch {
      this.#writesLeftOut += 1;
      return undefined;
    }
  }
}

export function momentOf(ms: number): Moment {
  return new Date(ms).toISOString();
}

function explained<T extends object>(
  facts: T,
  detail: string | undefined,
  redaction: Redaction,
): T & { readonly detail?: string } {
  return detail === undefined ? facts : { ...facts, detail: redaction.short(detail) };
}

function isWrite(verb: string): verb is ExplainedWrite['verb'] {
  return WRITES.has(verb);
}

function refOf({ namespace }: ClientCall, name: string): ObjectRef {
  return namespace === undefined ? { name } : { namespace, name };
}

function targetOf(call: ClientCall, answer: unknown): string {
  const { kind, namespace, subresource, verb } = call;
  if (verb === 'deletecollection')
    return `all ${kind.kind}${namespace === undefined ? '' : ` of ${namespace}`}`;
  const given = (answer as KubernetesObject | undefined)?.metadata?.name;
  const key = keyOfRef(refOf(call, call.name ?? given ?? '(named by the server)'));
  return `${kind.kind} ${key}${subresource === undefined ? '' : ` (${subresource})`}`;
}
