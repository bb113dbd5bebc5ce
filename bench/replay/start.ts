import { endChild, messageOf, startChild } from '../harness/child.ts';
import type { ReplayOptions } from './server.ts';

/** A replay server in another process. */
export interface StartedReplay extends AsyncDisposable {
  readonly url: string;
}

const FILE = new URL('../replay-server.ts', import.meta.url);
const PREPARING_MS = 60_000;

/** Resolves when all bytes are prepared and the server listens. */
export async function startReplay(options: ReplayOptions): Promise<StartedReplay> {
  const child = startChild(FILE, options);
  try {
    const url = (await messageOf(child, FILE, PREPARING_MS)) as string;
    return { url, [Symbol.asyncDispose]: () => endChild(child) };
  } catch (error) {
    await endChild(child);
    throw error;
  }
}
