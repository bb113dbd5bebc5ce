import type { Context } from '../../context/index.ts';
import type { Client } from '../client/client.ts';
import { findApiError, isAlreadyExists, isNotFound } from '../client/errors.ts';
import { CoreEvent, Event } from '../object/kinds.ts';
import {
  coreRepetition,
  type EventFacts,
  eventNamespace,
  newCoreEvent,
  newEvent,
  repetition,
} from './event-object.ts';

/** Writes events to the API server: of events.k8s.io/v1, or of the core group where that is missing. */
export class EventSink {
  readonly #client: Client;
  #core = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** One that is there already was written by an attempt whose answer was lost. */
  async create(ctx: Context, facts: EventFacts): Promise<void> {
    try {
      await this.#create(ctx, facts);
    } catch (error) {
      if (isAlreadyExists(error)) return;
      if (this.#core || !isUnknownKind(error)) throw error;
      this.#core = true;
      await this.create(ctx, facts);
    }
  }

  /** @returns false when the event is not there any more: they live for an hour. */
  async repeat(ctx: Context, facts: EventFacts): Promise<boolean> {
    const ref = { name: facts.name, namespace: eventNamespace(facts.regarding) };
    try {
      if (this.#core)
        await this.#client.patch(ctx, CoreEvent, ref, { type: 'merge', value: coreRepetition(facts) });
      else await this.#client.patch(ctx, Event, ref, { type: 'merge', value: repetition(facts) });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #create(ctx: Context, facts: EventFacts): Promise<void> {
    if (this.#core) await this.#client.create(ctx, CoreEvent, newCoreEvent(facts));
    else await this.#client.create(ctx, Event, newEvent(facts));
  }
}

/** Where a path is not served the answer names nothing; a missing namespace is named. */
function isUnknownKind(error: unknown): boolean {
  return isNotFound(error) && findApiError(error)?.status.details?.name === undefined;
}
