import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { TestContext } from './suite.ts';

/** Spans that have ended, kept by OpenTelemetry's own SDK. */
export class Spans {
  readonly provider: NodeTracerProvider;
  readonly #exporter = new InMemorySpanExporter();

  private constructor() {
    this.provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#exporter)] });
  }

  /** A provider that nobody else knows. */
  static of(t: TestContext): Spans {
    const spans = new Spans();
    t.defer(async () => {
      await spans.provider.forceFlush(); // The exporter is done with a span one timer after its end.
      await spans.provider.shutdown();
    });
    return spans;
  }

  /** The provider of the whole process, with contexts in its async storage, until the test ends. */
  static global(t: TestContext): Spans {
    const spans = Spans.of(t);
    spans.provider.register();
    t.defer(() => {
      for (const api of [trace, context, propagation]) api.disable();
    });
    return spans;
  }

  /** In the order of their ends. */
  get all(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  named(name: string): ReadableSpan {
    const found = this.all.find((span) => span.name === name);
    if (found === undefined)
      throw new Error(`there is no span "${name}" among ${this.all.map((span) => span.name).join(', ')}`);
    return found;
  }

  /** Each span's name after those it is in: `reconcile Pod > patch Pod`, sorted. */
  get paths(): readonly string[] {
    return this.all.map((span) => this.#path(span)).toSorted();
  }

  #path(span: ReadableSpan): string {
    const above = this.all.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId);
    return above === undefined ? span.name : `${this.#path(above)} > ${span.name}`;
  }
}

/** Milliseconds from the epoch to the span's beginning, and from there to its end. */
export function timesOf({ startTime, duration }: ReadableSpan): readonly [number, number] {
  const ms = ([seconds, nanos]: readonly [number, number]): number => seconds * 1000 + nanos / 1e6;
  return [ms(startTime), ms(duration)];
}

export function hasFailed({ status }: ReadableSpan): boolean {
  return status.code === SpanStatusCode.ERROR;
}

export function kindOf({ kind }: ReadableSpan): string | undefined {
  return SpanKind[kind];
}
