import type { Transport, TransportRequest, TransportResponse } from '../../lib/client/transport.ts';
import { systemClock } from '../../context/index.ts';

/** The transport, late where `OPERATORKIT_LATE_MS` says by how many milliseconds at most. */
export function lateIfAsked(transport: Transport): Transport {
  const most = mostLateMs();
  return most === undefined ? transport : new LateTransport(transport, most);
}

/** What `OPERATORKIT_LATE_MS` says. */
export function mostLateMs(): number | undefined {
  const given = process.env['OPERATORKIT_LATE_MS'];
  if (given === undefined || given === '') return undefined;
  const most = Number(given);
  if (Number.isFinite(most) && most > 0) return most;
  throw new RangeError(
    `cannot delay: OPERATORKIT_LATE_MS must be a positive number of milliseconds, got ${given}`,
  );
}

/**
 * A busy network: requests set out late, answers and each part of a body come late, each by a time of its own, so
 * that what happened in one order is seen in another. One stream keeps its order.
 */
class LateTransport implements Transport {
  readonly #transport: Transport;
  readonly #most: number;

  constructor(transport: Transport, most: number) {
    this.#transport = transport;
    this.#most = most;
  }

  get host(): string {
    return this.#transport.host;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    await this.#late(request.signal);
    const response = await this.#transport.send(request);
    await this.#late(request.signal);
    return { ...response, body: this.#lateParts(response.body, request.signal) };
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async *#lateParts(
    body: AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, undefined> {
    for await (const part of body) {
      await this.#late(signal);
      yield part;
    }
  }

  /** Half of all is in time. */
  async #late(signal: AbortSignal): Promise<void> {
    if (Math.random() < 0.5) return;
    await systemClock.sleep(Math.random() * this.#most, signal);
  }
}
