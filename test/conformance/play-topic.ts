import { systemClock } from '../../context/index.ts';
import type { Transport } from '../../lib/client/transport.ts';
import type { JsonValue } from '../../lib/object/json.ts';
import { isJsonObject } from '../../lib/object/json.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import type { Answer } from './answer.ts';
import { exchange } from './exchange.ts';
import { jsonText } from './json-text.ts';
import { play, type PlayOptions } from './play.ts';
import type { Topic } from './step.ts';
import type { Target } from './target.ts';
import { WatchCache } from './watch-cache.ts';

/** A real server waits for its disk and its controllers; one at a time would take minutes. */
const AT_ONCE = 8;
const LONGEST_MS = 600_000;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/**
 * Plays all cases of a topic, some at a time.
 *
 * @param deadlineMs how long controllers may take to do what a step awaits.
 * @returns their answers, in the order of the cases.
 */
export async function playTopic(
  { transport, isCached }: Target,
  topic: Topic,
  signal: AbortSignal,
  deadlineMs: number = 60_000,
): Promise<ReadonlyMap<string, readonly Answer[]>> {
  for (const definition of topic.definitions ?? []) await define(transport, definition, signal);
  const names = Object.keys(topic.cases);
  const answers = new Map<string, readonly Answer[]>();
  const todo = names.values();
  const worker = async (): Promise<void> => {
    for (const name of todo)
      answers.set(
        name,
        await playCase(transport, topic, name, {
          signal,
          deadlineMs,
          cache: isCached ? new WatchCache(transport) : undefined,
        }),
      );
  };
  // A server in process waits on timers that would let the process end.
  const alive = systemClock.timer(LONGEST_MS, () => {});
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    alive.cancel();
  }
  return new Map(names.map((name) => [name, answers.get(name) ?? []]));
}

/** A case that cannot be played to its end is one with another answer than any. */
async function playCase(
  transport: Transport,
  topic: Topic,
  name: string,
  options: PlayOptions,
): Promise<readonly Answer[]> {
  try {
    return await play(transport, topic.cases[name] ?? [], options);
  } catch (error) {
    options.signal.throwIfAborted();
    return [{ status: 0, body: `cannot play the case: ${(error as Error).message}` }];
  }
}

/** Makes the kind and waits until it is served; another run may have made it. */
async function define(transport: Transport, definition: JsonValue, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await exchange(
    transport,
    { method: 'POST', path: DEFINITIONS, headers, body: definition },
    signal,
  );
  if (status !== 201 && status !== 409) throw new Error(`cannot define a kind: ${JSON.stringify(body)}`);
  for (const path of servedPaths(definition))
    await eventually(
      () => exchange(transport, { method: 'GET', path }, signal),
      (answer) => answer.status === 200,
      { what: `${path} to be served`, deadlineMs: 30_000, intervalMs: 20, signal },
    );
}

function servedPaths(definition: JsonValue): readonly string[] {
  const spec = isJsonObject(definition) && isJsonObject(definition['spec']) ? definition['spec'] : {};
  const names = isJsonObject(spec['names']) ? spec['names'] : {};
  const versions = (spec['versions'] ?? []) as readonly { name: string; served: boolean }[];
  return versions
    .filter(({ served }) => served)
    .map(({ name }) => `/apis/${jsonText(spec['group'])}/${name}/${jsonText(names['plural'])}`);
}
