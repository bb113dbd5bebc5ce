import type { Context } from '../../../context/index.ts';
import { type AroundCall, type ClientCall, clientCalls } from '../../client/client-call.ts';
import { findApiError } from '../../client/errors.ts';
import { type KubernetesObject, type ObjectKey, refOfKey } from '../../object/kubernetes-object.ts';
import {
  newTracing,
  type OpenSpan,
  type SpanAttributes,
  type SpanRef,
  type Tracing,
  type TracingOptions,
} from '../../tracing.ts';
import {
  type AroundResource,
  type Cause,
  type Hold,
  type ReconcileEnd,
  type ReconcileObserver,
  type ReconcileStart,
  resourceRuns,
} from './reconcile-observer.ts';

export interface TracingObserverOptions extends TracingOptions {
  /** The framework's name, for the attribute `operatorkit.controller`. Default: none. */
  readonly controller?: string;
}

/** Keys for which is remembered who asked for their reconcile. */
const MOST_KEYS = 10_000;

/** Those who asked, of one key. */
const MOST_ASKERS = 10;

/**
 * Traces a framework's reconciles with OpenTelemetry: a span for each, with one for its wait in the queue, one for
 * each call of a resource, and one for each call of a client in that. The trace of whoever called `trigger` goes on
 * with its reconcile; a retry is linked to the reconcile that failed.
 *
 * Does nothing where `@opentelemetry/api` is not installed.
 */
export function tracingObserver(options: TracingObserverOptions = {}): ReconcileObserver {
  const tracing = newTracing(options);
  return tracing === undefined ? {} : new TracingObserver(tracing, options.controller);
}

interface Askers {
  parent?: SpanRef;
  readonly links: SpanRef[];
}

class TracingObserver implements ReconcileObserver {
  readonly #tracing: Tracing;
  readonly #controller: string | undefined;
  readonly #running = new Map<ObjectKey, OpenSpan>();
  readonly #askers = new Map<ObjectKey, Askers>();

  constructor(tracing: Tracing, controller: string | undefined) {
    this.#tracing = tracing;
    this.#controller = controller;
  }

  /** Events of informers come in whatever OpenTelemetry context the process was started in, which says nothing. */
  queued(key: ObjectKey, { type }: Cause): void {
    if (type === 'trigger') this.#ask(key, this.#tracing.active(), true);
    if (type === 'retry' || type === 'requeue') this.#ask(key, this.#running.get(key)?.ref, false);
  }

  started(ctx: Context, { key, loop, causes, waitedMs }: ReconcileStart): Context {
    const { parent, links = [] } = this.#askers.get(key) ?? {};
    this.#askers.delete(key);
    const { name, namespace } = refOfKey(key);
    const root = this.#tracing.start(ctx, 'reconcile', {
      kind: 'consumer',
      begunMs: waitedMs,
      root: { parent },
      links,
      attributes: {
        'operatorkit.controller': this.#controller,
        'k8s.namespace.name': namespace,
        'k8s.object.name': name,
        'reconcile.loop': loop,
        'reconcile.causes': causes.map(causeText),
        'reconcile.waited_ms': waitedMs,
      },
    });
    this.#running.set(key, root);
    this.#tracing.start(root.ctx, 'queue wait', { begunMs: waitedMs }).end();
    return clientCalls.with(resourceRuns.with(root.ctx, this.#aroundResource), this.#aroundCall);
  }

  found(_ctx: Context, key: ObjectKey, { apiVersion, kind, metadata }: KubernetesObject): void {
    const root = this.#running.get(key);
    if (kind !== undefined) root?.rename(`reconcile ${kind}`);
    root?.set({
      'k8s.object.api_version': apiVersion,
      'k8s.object.kind': kind,
      'k8s.object.uid': metadata?.uid,
      'k8s.object.generation': metadata?.generation,
    });
  }

  held(key: ObjectKey, { by, detail }: Hold): void {
    this.#running.get(key)?.event('held', { 'hold.by': by, 'hold.detail': detail });
  }

  ended(_ctx: Context, key: ObjectKey, { result, durationMs, nextMs, error }: ReconcileEnd): void {
    const root = this.#running.get(key);
    this.#running.delete(key);
    root?.set({
      'reconcile.result': result,
      'reconcile.duration_ms': durationMs,
      'reconcile.next_ms': nextMs,
    });
    if (result === 'error' || result === 'terminal') root?.fail(error);
    root?.end();
  }

  #ask(key: ObjectKey, span: SpanRef | undefined, isParent: boolean): void {
    if (span === undefined || (this.#askers.size >= MOST_KEYS && !this.#askers.has(key))) return;
    const askers: Askers = this.#askers.get(key) ?? { links: [] };
    this.#askers.set(key, askers);
    if (isParent && askers.parent === undefined) askers.parent = span;
    else if (askers.links.length < MOST_ASKERS) askers.links.push(span);
  }

  readonly #aroundResource: AroundResource = async (ctx, { resource, step }, work) => {
    const attributes = { 'operatorkit.resource': resource, 'operatorkit.step': step };
    await this.#tracing.run(ctx, `${resource} ${step}`, { attributes }, async (at) => await work(at));
  };

  readonly #aroundCall: AroundCall = async <R>(
    ctx: Context,
    call: ClientCall,
    work: (ctx: Context) => Promise<R>,
  ): Promise<R> => {
    const { verb, kind, subresource } = call;
    const name = `${verb} ${kind.kind}${subresource === undefined ? '' : `/${subresource}`}`;
    const facts = { kind: 'client', attributes: attributesOf(call) } as const;
    const answer = await this.#tracing.run(ctx, name, facts, async (at, span) => {
      try {
        return { value: await work(at) };
      } catch (error) {
        const code = findApiError(error)?.status.code;
        span.set({ 'http.response.status_code': code });
        // Whether something is there is a question like any other.
        if (verb === 'get' && code === 404) return { error };
        throw error;
      }
    });
    if ('error' in answer) throw answer.error;
    return answer.value;
  };
}

function causeText({ type, detail }: Cause): string {
  return detail === undefined ? type : `${type} (${detail})`;
}

/** No bodies: they may be large, and secret. */
function attributesOf({ verb, kind, namespace, name, subresource, dryRun }: ClientCall): SpanAttributes {
  return {
    'k8s.api.verb': verb,
    'k8s.api.subresource': subresource,
    'k8s.api.dry_run': dryRun ? true : undefined,
    'k8s.object.api_version': kind.apiVersion,
    'k8s.object.kind': kind.kind,
    'k8s.namespace.name': namespace,
    'k8s.object.name': name,
  };
}
