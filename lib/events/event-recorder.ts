import { randomBytes } from 'node:crypto';
import {
  background,
  type Clock,
  type Context,
  type Logger,
  systemClock,
  type Timer,
} from '../../context/index.ts';
import { exponentialBackOff, retry } from '../backoff.ts';
import type { Client } from '../client/client.ts';
import { isForbidden } from '../client/errors.ts';
import { causes, InvalidConfigError, isOperatorError, requireOption } from '../errors.ts';
import { eventMetrics, type EventMetrics, Registry } from '../metrics.ts';
import { type KubernetesObject, keyOf } from '../object/kubernetes-object.ts';
import { EventBudget } from './event-budget.ts';
import type { EventFacts, EventInput } from './event-object.ts';
import { EventSink } from './event-sink.ts';

export interface EventRecorderConfig {
  /** May create and patch `events` of `events.k8s.io`, or of the core group where that is missing. */
  readonly client: Client;
  /** Who reports: the operator's name, such as `example.com/backup-operator`. */
  readonly controller: string;
  /** Which process of it, such as the Pod's name. Default: the controller. At most 128 characters. */
  readonly instance?: string;
  readonly logger: Logger;
  /** Default the real one. */
  readonly clock?: Clock;
  /** Takes the metrics. Default: one of its own, which nobody sees. */
  readonly registry?: Registry;
}

/** Tells of objects in events that `kubectl describe` shows. */
export interface EventRecorder extends AsyncDisposable {
  /**
   * Takes an event and returns at once; it is written behind the caller's back, in order. Never throws for what
   * the API server says.
   *
   * The same event about the same object within six minutes of the last one is a repetition: it raises the
   * count of the first, which is written at most every 30 seconds. There may be 25 different ones about an
   * object at once, then one in five minutes; what is more is dropped and counted.
   *
   * @throws InvalidConfigError when the object has no name, or the reason or note is empty.
   */
  record(regarding: KubernetesObject, event: EventInput): void;
  /** Resolves when everything that was taken before is written, or was given up. */
  flush(): Promise<void>;
  /** Writes what is left, for five seconds at the most, and takes nothing more. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** As client-go has it. @see kubernetes/client-go:tools/events/event_broadcaster.go (finishTime) */
const SERIES_MS = 360_000;
const REPEAT_MS = 30_000;
const FAREWELL_MS = 5000;
const MOST_SERIES = 4096;
const RETRIES = 5;

interface Series {
  readonly facts: Omit<EventFacts, 'count' | 'lastMs' | 'name'>;
  name: string;
  count: number;
  lastMs: number;
  /** By the monotonic clock. */
  seenAtMs: number;
  dueAtMs: number;
  written: boolean;
}

/**
 * Makes a recorder. Dispose of it at the end of the program.
 *
 * @throws InvalidConfigError for the first option that is missing.
 */
export function newEventRecorder(config: EventRecorderConfig): EventRecorder {
  return new Recorder(config);
}

class Recorder implements EventRecorder {
  readonly #controller: string;
  readonly #instance: string;
  readonly #clock: Clock;
  readonly #ctx: Context;
  readonly #sink: EventSink;
  readonly #budget: EventBudget;
  readonly #metrics: EventMetrics;
  readonly #stop = new AbortController();
  readonly #series = new Map<string, Series>();
  /** Those with something to write, in the order in which they came. */
  readonly #pending = new Set<Series>();
  #timer: Timer | undefined;
  #pump: Promise<void> | undefined;
  #hurry = false;

  constructor(config: EventRecorderConfig) {
    requireOption('EventRecorderConfig', config);
    const { registry = new Registry(), clock = systemClock } = config;
    this.#controller = requireOption('EventRecorderConfig.controller', config.controller);
    this.#instance = config.instance ?? this.#controller;
    const logger = requireOption('EventRecorderConfig.logger', config.logger);
    this.#sink = new EventSink(requireOption('EventRecorderConfig.client', config.client));
    this.#clock = clock;
    this.#ctx = background().withClock(clock).withLogger(logger).withSignal(this.#stop.signal);
    this.#budget = new EventBudget(clock);
    this.#metrics = eventMetrics(registry);
  }

  record(regarding: KubernetesObject, event: EventInput): void {
    check(regarding, event);
    if (this.#stop.signal.aborted) return;
    const series = this.#known(regarding, event) ?? this.#start(regarding, event);
    if (series === undefined) return;
    this.#pending.add(series);
    this.#wake();
  }

  async flush(): Promise<void> {
    while (this.#pending.size > 0 || this.#pump !== undefined) {
      if (this.#stop.signal.aborted) return;
      this.#hurry = true;
      this.#wake();
      await this.#pump;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const farewell = this.#clock.timer(FAREWELL_MS, () => this.#end());
    await this.flush();
    farewell.cancel();
    this.#end();
  }

  #end(): void {
    this.#stop.abort(new Error('the event recorder has ended'));
    this.#timer?.cancel();
  }

  #known(regarding: KubernetesObject, event: EventInput): Series | undefined {
    const key = keyOfEvent(regarding, event);
    const series = this.#series.get(key);
    const now = this.#clock.monotonic();
    if (series === undefined || now - series.seenAtMs >= SERIES_MS) return undefined;
    series.count += 1;
    series.lastMs = this.#clock.now();
    series.seenAtMs = now;
    this.#series.delete(key); // The last one in the map is the one that was seen last.
    this.#series.set(key, series);
    return series;
  }

  #start(regarding: KubernetesObject, event: EventInput): Series | undefined {
    if (!this.#budget.take(objectKey(regarding))) {
      this.#metrics.events.inc({ result: 'dropped' });
      this.#ctx.logger.debug('event dropped: too many about this object', {
        object: keyOf(regarding),
        ...event,
      });
      return undefined;
    }
    const [nowMs, now] = [this.#clock.now(), this.#clock.monotonic()];
    const series: Series = {
      facts: {
        ...event,
        regarding,
        controller: this.#controller,
        instance: this.#instance,
        firstMs: nowMs,
      },
      name: eventName(regarding),
      count: 1,
      lastMs: nowMs,
      seenAtMs: now,
      dueAtMs: now,
      written: false,
    };
    this.#series.set(keyOfEvent(regarding, event), series);
    if (this.#series.size > MOST_SERIES) this.#series.delete(this.#series.keys().next().value!);
    return series;
  }

  #wake(): void {
    this.#pump ??= this.#run().finally(() => {
      this.#pump = undefined;
    });
  }

  /** Writes what is due, one after the other. Never rejects. */
  async #run(): Promise<void> {
    await Promise.resolve(); // Those who record many at once have them counted first.
    this.#timer?.cancel();
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#pending.delete(next);
      await this.#write(next);
    }
    this.#hurry = false;
    this.#sleep();
  }

  #next(): Series | undefined {
    if (this.#stop.signal.aborted) return undefined;
    const now = this.#clock.monotonic();
    return this.#pending.values().find(({ dueAtMs }) => this.#hurry || dueAtMs <= now);
  }

  #sleep(): void {
    if (this.#pending.size === 0 || this.#stop.signal.aborted) return;
    const due = [...this.#pending].reduce((least, { dueAtMs }) => Math.min(least, dueAtMs), Infinity);
    this.#timer = this.#clock.timer(due - this.#clock.monotonic(), () => this.#wake(), { unref: true });
  }

  async #write(series: Series): Promise<void> {
    const { count } = series;
    try {
      await retry(this.#ctx, () => this.#send(series), {
        backOff: exponentialBackOff({ maxRetries: RETRIES }),
        retryIf: (error) => !isOperatorError(error) || error.retryable,
      });
      this.#metrics.events.inc({ result: 'written' });
    } catch (error) {
      this.#failed(error);
    }
    series.dueAtMs = this.#clock.monotonic() + REPEAT_MS;
    if (series.count > count) this.#pending.add(series);
  }

  async #send(series: Series): Promise<void> {
    const { facts, name, count, lastMs } = series;
    if (!series.written) {
      await this.#sink.create(this.#ctx, { ...facts, name, count, lastMs });
      series.written = true;
      if (count > 1) this.#pending.add(series);
      return;
    }
    if (await this.#sink.repeat(this.#ctx, { ...facts, name, count, lastMs })) return;
    Object.assign(series, { name: eventName(facts.regarding), written: false });
    await this.#send(series);
  }

  #failed(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#metrics.events.inc({ result: 'failed' });
    const hint = isForbidden(error)
      ? '; allow create and patch of events.events.k8s.io in the operator’s role'
      : '';
    this.#ctx.logger.warn(`event not written${hint}`, { error });
  }
}

function check(regarding: KubernetesObject, { reason, note }: EventInput): void {
  if ((regarding.metadata?.name ?? '') === '')
    throw new InvalidConfigError('object of an event must have a metadata.name');
  requireOption('EventInput.reason', reason);
  requireOption('EventInput.note', note);
}

function objectKey({ apiVersion, kind, metadata }: KubernetesObject): string {
  return `${apiVersion} ${kind} ${metadata?.namespace} ${metadata?.name} ${metadata?.uid}`;
}

function keyOfEvent(regarding: KubernetesObject, event: EventInput): string {
  const { type, reason, note, action, related } = event;
  return JSON.stringify([objectKey(regarding), type, reason, action, note, related && objectKey(related)]);
}

/** Names have at most 253 characters. */
function eventName({ metadata }: KubernetesObject): string {
  return `${metadata?.name?.slice(0, 236)}.${randomBytes(8).toString('hex')}`;
}

/**
 * The event that an error asks for: one with the texts `kind` and `description`, somewhere in its chain of
 * causes, as operatorkit's errors have them. Undefined when there is none.
 */
export function eventOfError(error: unknown): EventInput | undefined {
  for (const cause of causes(error)) {
    if (typeof cause !== 'object' || cause === null) continue;
    const { kind, description } = cause as { readonly kind?: unknown; readonly description?: unknown };
    if (typeof kind === 'string' && typeof description === 'string' && kind !== '' && description !== '')
      return { type: 'Warning', reason: kind, note: description, action: 'Reconcile' };
  }
  return undefined;
}
