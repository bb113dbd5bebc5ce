import { createRequire } from 'node:module';

import { type Clock, type Context, contextKey } from '../context/index.ts';
import type { Context as OtelContext, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { isAbort } from './abort.ts';
import { errorMessage } from './errors.ts';
import { secretValues } from './secret-values.ts';

// The only file that touches OpenTelemetry. What it exports names none of its types, so that our declarations can
// be read where it is not installed.

type OtelApi = typeof import('@opentelemetry/api');

/** Makes spans: a Tracer of OpenTelemetry. */
export interface SpanSource {
  startSpan(name: string, options?: object, context?: object): object;
}

export interface TracingOptions {
  /** Under which name spans are made by the global TracerProvider. Default `operatorkit`. */
  readonly tracerName?: string;
  /** Makes the spans. Default: one of the global TracerProvider, also if that is registered later. */
  readonly tracer?: SpanSource;
}

export type SpanAttributes = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** Names a span that may have ended long ago. */
export interface SpanRef {
  readonly traceId: string;
  readonly spanId: string;
}

export interface SpanFacts {
  /** Default `internal`. */
  readonly kind?: 'internal' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** Milliseconds from its beginning until now. Default 0. */
  readonly begunMs?: number;
  /** Begins a trace, or goes on with that of `parent`. Default: a child of the context's span. */
  readonly root?: { readonly parent?: SpanRef | undefined };
  readonly links?: readonly SpanRef[];
}

/** A span that has begun. None of its methods throws. */
export interface OpenSpan {
  /** What happens in it is part of it. */
  readonly ctx: Context;
  readonly ref: SpanRef | undefined;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  event(name: string, attributes: SpanAttributes): void;
  fail(error: unknown): void;
  end(): void;
}

/** Makes spans. Texts are redacted by the context's secrets. */
export interface Tracing {
  start(ctx: Context, name: string, facts?: SpanFacts): OpenSpan;
  /**
   * Runs the work in a span, and hands on how it ends: a failure is recorded, an abort is not. The work's context
   * carries the span, and OpenTelemetry's active context does.
   */
  run<R>(
    ctx: Context,
    name: string,
    facts: SpanFacts,
    work: (ctx: Context, span: OpenSpan) => Promise<R>,
  ): Promise<R>;
  /** The span in which OpenTelemetry sees the caller. */
  active(): SpanRef | undefined;
}

/** A trace that goes through a context, and the time by which its spans are timed. */
interface TraceState {
  readonly otel: OtelContext;
  readonly origin: TimeOrigin;
}

interface TimeOrigin {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

const key = contextKey<TraceState>('traceContext');

/** Carries the trace, since contexts and not OpenTelemetry's storage go along with the work. */
export const traceContext: {
  /** OpenTelemetry's Context, for spans of one's own: `tracer.startSpan(name, {}, traceContext.get(ctx))`. */
  get(ctx: Context): object | undefined;
} = { get: (ctx) => ctx.value(key)?.otel };

/** Undefined where `@opentelemetry/api` is not installed. Nothing is loaded before this is called. */
export function newTracing({ tracerName = 'operatorkit', tracer }: TracingOptions = {}): Tracing | undefined {
  const api = loadApi();
  if (api === undefined) return undefined;
  return new OtelTracing(api, (tracer as Tracer | undefined) ?? api.trace.getTracer(tracerName));
}

function loadApi(): OtelApi | undefined {
  try {
    return createRequire(import.meta.url)('@opentelemetry/api') as OtelApi;
  } catch {
    return undefined;
  }
}

class OtelTracing implements Tracing {
  readonly #api: OtelApi;
  readonly #tracer: Tracer;

  constructor(api: OtelApi, tracer: Tracer) {
    this.#api = api;
    this.#tracer = tracer;
  }

  start(ctx: Context, name: string, facts: SpanFacts = {}): OpenSpan {
    return quietly(() => this.#start(ctx, name, facts)) ?? untraced(ctx);
  }

  async run<R>(
    ctx: Context,
    name: string,
    facts: SpanFacts,
    work: (ctx: Context, span: OpenSpan) => Promise<R>,
  ): Promise<R> {
    const span = this.start(ctx, name, facts);
    try {
      return await this.#within(span.ctx, async () => await work(span.ctx, span));
    } catch (error) {
      if (!isAbort(error, ctx.signal)) span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  }

  active(): SpanRef | undefined {
    return quietly(() => this.#valid(this.#api.trace.getSpanContext(this.#api.context.active())));
  }

  async #within<R>(ctx: Context, work: () => Promise<R>): Promise<R> {
    const otel = ctx.value(key)?.otel;
    return await (otel === undefined ? work() : this.#api.context.with(otel, work));
  }

  #start(ctx: Context, name: string, facts: SpanFacts): OpenSpan {
    const { kind = 'internal', attributes = {}, begunMs = 0, root, links = [] } = facts;
    const origin = ctx.value(key)?.origin ?? originOf(ctx.clock);
    const parent = this.#parent(ctx, root);
    const options = {
      kind: this.#kind(kind),
      attributes: redacted(ctx, attributes),
      startTime: timeOf(origin, ctx.clock, begunMs),
      links: links.map((context) => ({ context: context as SpanContext })),
    };
    const span = this.#tracer.startSpan(secretValues.redact(ctx, name), options, parent);
    const inside = ctx.withValue(key, { otel: this.#api.trace.setSpan(parent, span), origin });
    return new OtelSpan(
      inside,
      span,
      this.#valid(span.spanContext()),
      this.#api.SpanStatusCode.ERROR,
      origin,
    );
  }

  #parent(ctx: Context, root: SpanFacts['root']): OtelContext {
    const { context, trace, ROOT_CONTEXT } = this.#api;
    if (root === undefined) return ctx.value(key)?.otel ?? context.active();
    return root.parent === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, root.parent as SpanContext);
  }

  #kind(kind: NonNullable<SpanFacts['kind']>): number {
    const { SpanKind } = this.#api;
    return { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }[kind];
  }

  #valid(span: SpanContext | undefined): SpanRef | undefined {
    return span !== undefined && this.#api.isSpanContextValid(span) ? span : undefined;
  }
}

class OtelSpan implements OpenSpan {
  readonly ctx: Context;
  readonly ref: SpanRef | undefined;
  readonly #span: Span;
  readonly #errorCode: number;
  readonly #origin: TimeOrigin;

  constructor(ctx: Context, span: Span, ref: SpanRef | undefined, errorCode: number, origin: TimeOrigin) {
    this.ctx = ctx;
    this.ref = ref;
    this.#span = span;
    this.#errorCode = errorCode;
    this.#origin = origin;
  }

  rename(name: string): void {
    quietly(() => this.#span.updateName(secretValues.redact(this.ctx, name)));
  }

  set(attributes: SpanAttributes): void {
    quietly(() => this.#span.setAttributes(redacted(this.ctx, attributes)));
  }

  event(name: string, attributes: SpanAttributes): void {
    quietly(() => this.#span.addEvent(name, redacted(this.ctx, attributes), this.#now()));
  }

  fail(error: unknown): void {
    quietly(() => {
      const message = secretValues.redact(this.ctx, errorMessage(error));
      const stack = error instanceof Error && error.stack !== undefined ? error.stack : '';
      const name = error instanceof Error ? error.name : typeof error;
      this.#span.recordException({ name, message, stack: secretValues.redact(this.ctx, stack) }, this.#now());
      this.#span.setStatus({ code: this.#errorCode, message });
    });
  }

  end(): void {
    quietly(() => this.#span.end(this.#now()));
  }

  #now(): [number, number] {
    return timeOf(this.#origin, this.ctx.clock, 0);
  }
}

/** Where no span could be made: the work goes on without. */
function untraced(ctx: Context): OpenSpan {
  const nothing = (): void => {};
  return { ctx, ref: undefined, rename: nothing, set: nothing, event: nothing, fail: nothing, end: nothing };
}

/** A tracer's failure must not be the work's. */
function quietly<R>(work: () => R): R | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function originOf(clock: Clock): TimeOrigin {
  return { wallMs: clock.now(), monotonicMs: clock.monotonic() };
}

/** Seconds and nanoseconds since the epoch, such that durations within a trace are by the monotonic clock. */
function timeOf({ wallMs, monotonicMs }: TimeOrigin, clock: Clock, agoMs: number): [number, number] {
  const ms = wallMs + (clock.monotonic() - monotonicMs) - agoMs;
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}

function redacted(
  ctx: Context,
  attributes: SpanAttributes,
): Record<string, string | number | boolean | string[]> {
  const made: Record<string, string | number | boolean | string[]> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') made[name] = secretValues.redact(ctx, value);
    else if (typeof value === 'object') made[name] = value.map((one) => secretValues.redact(ctx, one));
    else if (value !== undefined) made[name] = value;
  }
  return made;
}
