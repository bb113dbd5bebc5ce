import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';

import { GROUP, PLURAL, type Scenario, VERSION, listVersion } from '../replay/objects.ts';

/**
 * The control: reads the same bytes and only counts lines. It shows how fast the replay server is, so that
 * nobody takes the server's limit for a contestant's.
 */
const COLLECTION = `/apis/${GROUP}/${VERSION}/${PLURAL}`;
const NEWLINE = 0x0a;

/** @returns how many bytes the list has. */
export async function drainList(url: string): Promise<number> {
  let bytes = 0;
  for await (const chunk of await open(`${url}${COLLECTION}`)) bytes += (chunk as Buffer).length;
  return bytes;
}

/** Opens the watch; `read` resolves when the last event has come. */
export async function drainEvents(url: string, scenario: Scenario): Promise<{ read(): Promise<void> }> {
  const stream = await open(`${url}${COLLECTION}?watch=true&resourceVersion=${listVersion(scenario)}`);
  return { read: async () => await readEvents(stream, scenario.events) };
}

async function readEvents(stream: IncomingMessage, events: number): Promise<void> {
  let lines = 0;
  for await (const chunk of stream) {
    lines += linesIn(chunk as Buffer);
    if (lines >= events) break;
  }
  if (lines !== events) throw new Error(`cannot drain the watch: ${lines} events came instead of ${events}`);
}

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

async function open(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`cannot drain ${url}: status ${response.statusCode}`);
  return response;
}
