import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { Transport } from '../../lib/client/transport.ts';
import { isJsonObject, type JsonValue } from '../../lib/object/json.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import type { Answer } from './answer.ts';
import { exchange, type RawAnswer, watchEvents } from './exchange.ts';
import { Normaliser } from './normalise.ts';
import type { Request, Step } from './step.ts';
import type { WatchCache } from './watch-cache.ts';

export interface PlayOptions {
  readonly signal: AbortSignal;
  /** How long controllers may take to do what a step awaits. */
  readonly deadlineMs: number;
  /** Of the server, if it has one. */
  readonly cache?: WatchCache | undefined;
}

/** Plays the steps of one case, and returns an answer for each. */
export async function play(
  transport: Transport,
  steps: readonly Step[],
  { deadlineMs, signal, cache }: PlayOptions,
): Promise<readonly Answer[]> {
  const id = newId();
  const names = new Map<string, JsonValue>();
  const normaliser = new Normaliser(id);
  const asked = JSON.stringify(steps);
  const namespace = `conformance-${id}`;
  if (asked.includes('<ns>')) await makeNamespace(transport, namespace, signal);
  if (asked.includes('<ns>/pods')) await untilPodsAreAdmitted(transport, namespace, signal);
  const answers: Answer[] = [];
  for (const step of steps) {
    const raw = await perform(transport, step, { id, names, deadlineMs, cache }, signal);
    if (step.as !== undefined) names.set(step.as, raw.body);
    answers.push(normaliser.answer(raw, step));
  }
  return answers.map((answer, index) => compact(answer, answers.slice(0, index), steps[index]!));
}

/** A body that came before is not written again, and one that nobody looks at, never. */
function compact({ body, ...rest }: Answer, earlier: readonly Answer[], { quiet = false }: Step): Answer {
  if (quiet || body === undefined) return rest;
  const same = earlier.findIndex((other) => isDeepStrictEqual(other.body, body));
  return { ...rest, body: same < 0 ? body : `<the body of answer ${same + 1}>` };
}

/** Letters that no version, time or generated name has in this order by chance. */
function newId(): string {
  return Array.from({ length: 10 }, () => 'aeiouy'[randomInt(6)]).join('');
}

async function makeNamespace(transport: Transport, name: string, signal: AbortSignal): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const request: Request = {
    method: 'POST',
    path: '/api/v1/namespaces',
    body,
    headers: { 'content-type': 'application/json' },
  };
  const { status } = await exchange(transport, request, signal);
  if (status !== 201) throw new Error(`cannot make a namespace for the case: the answer was ${status}`);
}

/** No Pod gets in before the controllers have made the namespace's service account. */
async function untilPodsAreAdmitted(
  transport: Transport,
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/default`;
  await eventually(
    () => exchange(transport, { method: 'GET', path }, signal),
    ({ status }) => status === 200,
    { what: `the service account of ${namespace}`, deadlineMs: 60_000, signal },
  );
}

interface Known {
  readonly id: string;
  readonly names: ReadonlyMap<string, JsonValue>;
  readonly deadlineMs: number;
  readonly cache: WatchCache | undefined;
}

async function perform(
  transport: Transport,
  step: Step,
  known: Known,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const request = requestOf(step, known);
  if (step.kind === 'watch') return await watchEvents(transport, request, step.count ?? Infinity, signal);
  await known.cache?.caughtUp(request, signal);
  const { until } = step;
  if (until === undefined) {
    const answer = await exchange(transport, request, signal);
    known.cache?.noticed(request, answer);
    return answer;
  }
  const what = `the awaited answer to ${request.method} ${request.path}`;
  const options = { what, deadlineMs: known.deadlineMs, intervalMs: 20, signal };
  return await eventually(() => exchange(transport, request, signal), until, options);
}

function requestOf(step: Step, known: Known): Request {
  const method = step.kind === 'watch' ? 'GET' : step.method;
  const body = step.kind === 'watch' ? undefined : step.body;
  return {
    method,
    path: filled(step.path, known),
    headers: step.headers ?? {},
    ...(body === undefined ? {} : { body: filledBody(body, known) }),
  };
}

function filledBody(body: JsonValue, known: Known): JsonValue {
  if (typeof body === 'string') return filled(body, known);
  return JSON.parse(filled(JSON.stringify(body), known)) as JsonValue;
}

function filled(text: string, { id, names }: Known): string {
  return text
    .replaceAll('<ns>', `conformance-${id}`)
    .replaceAll('<id>', id)
    .replaceAll(/<([a-z]\w*)\.([\w.]+)>/g, (_, name: string, path: string) => fieldOf(names.get(name), path));
}

function fieldOf(body: JsonValue | undefined, path: string): string {
  const found = path.split('.').reduce<JsonValue | undefined>((value, key) => memberOf(value, key), body);
  if (typeof found !== 'string' && typeof found !== 'number')
    throw new Error(`cannot fill in ${path}: the answer has no such text: ${JSON.stringify(body)}`);
  return String(found);
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(key)];
  return isJsonObject(value) ? value[key] : undefined;
}
