import type { Clock } from '../../context/index.ts';
import { errorMessage, ExecutionFailedError } from '../errors.ts';
import type { Informer } from '../informer/informer.ts';
import type { StuckAttempt } from './reconcile/attempts.ts';

/** Says by throwing that something is unhealthy; fits the checks of a metrics endpoint. */
export type HealthCheck = () => void;

/**
 * Silence of an informer, in milliseconds, after which it is taken for dead: several times what it needs to
 * notice a silent stream by itself, so that only one whose loop hangs gets there.
 */
const DEAD_AFTER_MS = 600_000;

/** An informer of the framework, by the name of its check. */
export interface NamedInformer {
  readonly name: string;
  readonly informer: Pick<Informer, 'health'>;
}

export interface FrameworkHealthOptions {
  readonly clock: Clock;
  readonly stuck: () => readonly StuckAttempt[];
}

/** What the checks of a framework judge by; the framework notes here how far it has come. */
export class FrameworkHealth {
  readonly #options: FrameworkHealthOptions;
  #informers: readonly NamedInformer[] = [];
  #startedAt: number | undefined;
  #working = false;
  #streamError: { readonly error: unknown } | undefined;
  /** Why the CRD is not there yet; undefined when nothing is wrong with it. */
  #crdError: { readonly error: unknown } | undefined;

  constructor(options: FrameworkHealthOptions) {
    this.#options = options;
  }

  /** These informers run from now on. */
  started(informers: readonly NamedInformer[]): void {
    this.#informers = informers;
    this.#startedAt ??= this.#options.clock.monotonic();
  }

  /** Everything is synced, and reconciles run. */
  working(): void {
    this.#working = true;
  }

  stopped(): void {
    this.#working = false;
    this.#startedAt = undefined;
  }

  crdFailed(error: unknown): void {
    this.#crdError = { error };
  }

  crdEstablished(): void {
    this.#crdError = undefined;
  }

  /** The stream that was to bring the events broke, so that no more will come. */
  streamFailed(error: unknown): void {
    this.#streamError = { error };
  }

  readyChecks(): Readonly<Record<string, HealthCheck>> {
    return { crd: () => this.#checkCrd(), working: () => this.#checkWorking() };
  }

  healthChecks(): Readonly<Record<string, HealthCheck>> {
    return {
      events: () => this.#checkStream(),
      informers: () => this.#checkInformers(),
      reconciles: () => this.#checkReconciles(),
    };
  }

  #checkCrd(): void {
    if (this.#crdError === undefined) return;
    const { error } = this.#crdError;
    fail(`the custom resource definition is not established: ${errorMessage(error)}`, error);
  }

  #checkWorking(): void {
    if (this.#working) return;
    const waiting = this.#informers.filter(({ informer }) => !informer.health().synced);
    const names = waiting.map(({ name, informer }) => {
      const { error } = informer.health();
      return error === undefined ? name : `${name} (${errorMessage(error)})`;
    });
    fail(names.length === 0 ? 'the framework does not run' : `informers are not synced: ${names.join(', ')}`);
  }

  #checkStream(): void {
    if (this.#streamError === undefined) return;
    const { error } = this.#streamError;
    fail(`the stream of events broke: ${errorMessage(error)}`, error);
  }

  #checkInformers(): void {
    if (this.#startedAt === undefined) return;
    const age = this.#options.clock.monotonic() - this.#startedAt;
    for (const { name, informer } of this.#informers) {
      const { running, synced, silentMs } = informer.health();
      if (!running) fail(`informer ${name} does not run`);
      const silence = silentMs ?? (synced ? 0 : age);
      if (Math.min(silence, age) > DEAD_AFTER_MS)
        fail(`informer ${name} has heard nothing for ${Math.round(silence / 1000)} s`);
    }
  }

  #checkReconciles(): void {
    const stuck = this.#options.stuck();
    if (stuck.length === 0) return;
    const names = stuck.map(({ key, resource }) => `${key} in resource ${resource ?? '(none yet)'}`);
    fail(`reconciles ignore their aborted signal: ${names.slice(0, 5).join(', ')}`);
  }
}

function fail(reason: string, cause?: unknown): never {
  throw new ExecutionFailedError(`cannot work as asked: ${reason}`, cause === undefined ? {} : { cause });
}
