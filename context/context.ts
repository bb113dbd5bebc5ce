import { type Clock, systemClock } from './clock.ts';
import { type Logger, silentLogger } from './logger.ts';

/**
 * Names a value that a {@link Context} carries. Keys are compared by identity: two keys with the same name are
 * two keys, so packages cannot read or overwrite each other's values by accident.
 */
export interface ContextKey<T> {
  readonly name: string;
  /** Only carries the type of the value; never present at run time. */
  readonly valueType?: T;
}

/** Makes a new key. `name` shows up in messages only. */
export function contextKey<T>(name: string): ContextKey<T> {
  return Object.freeze({ name });
}

/**
 * What a piece of work runs in: its cancellation, logger, clock, and typed values such as the flags of this
 * package. It is the first argument of everything that waits, logs or reconciles.
 *
 * Immutable: each `with…` returns a descendant that shares everything else.
 */
export interface Context {
  /** Aborted when the work is to end. Its reason says why. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The value of the nearest ancestor that has one. */
  value<T>(key: ContextKey<T>): T | undefined;
  withValue<T>(key: ContextKey<T>, value: T): Context;
  /** The descendant's signal is aborted when either the parent's or the given one is. */
  withSignal(signal: AbortSignal): Context;
  withLogger(logger: Logger): Context;
  withClock(clock: Clock): Context;
  /** Whether this context is `ancestor`, or was made from it by `with…` calls. */
  descendsFrom(ancestor: Context): boolean;
}

interface Parts {
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly clock: Clock;
}

class LinkedContext implements Context {
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly #parent: LinkedContext | undefined;
  readonly #key: ContextKey<unknown> | undefined;
  readonly #value: unknown;

  constructor(parts: Parts, parent?: LinkedContext, key?: ContextKey<unknown>, value?: unknown) {
    this.signal = parts.signal;
    this.logger = parts.logger;
    this.clock = parts.clock;
    this.#parent = parent;
    this.#key = key;
    this.#value = value;
  }

  value<T>(key: ContextKey<T>): T | undefined {
    for (let at: LinkedContext | undefined = this; at !== undefined; at = at.#parent) {
      if (at.#key === key) return at.#value as T;
    }
    return undefined;
  }

  withValue<T>(key: ContextKey<T>, value: T): Context {
    return new LinkedContext(this, this, key, value);
  }

  withSignal(signal: AbortSignal): Context {
    const both = this.signal === never ? signal : AbortSignal.any([this.signal, signal]);
    return new LinkedContext({ signal: both, logger: this.logger, clock: this.clock }, this);
  }

  withLogger(logger: Logger): Context {
    return new LinkedContext({ signal: this.signal, logger, clock: this.clock }, this);
  }

  withClock(clock: Clock): Context {
    return new LinkedContext({ signal: this.signal, logger: this.logger, clock }, this);
  }

  descendsFrom(ancestor: Context): boolean {
    for (let at: LinkedContext | undefined = this; at !== undefined; at = at.#parent) {
      if (at === ancestor) return true;
    }
    return false;
  }
}

/** The signal of {@link background}: nobody holds its controller, so it is never aborted. */
const never = new AbortController().signal;

/** The root of all contexts: never aborted, logs nothing, real time, no values. Each call makes a new one. */
export function background(): Context {
  return new LinkedContext({ signal: never, logger: silentLogger, clock: systemClock });
}
