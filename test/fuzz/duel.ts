import { listAt, textAt } from '../../lib/apiserver/fields.ts';
import { isJsonObject } from '../../lib/object/json.ts';
import { isUnreachable } from '../../lib/client/errors.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { exchange, type RawAnswer } from '../conformance/exchange.ts';
import type { Arena } from './arena.ts';
import { answersApart, NO_ANSWER, type Apart } from './comparison.ts';
import type { Coverage } from './coverage.ts';
import { NAMES } from './grammar.ts';
import { Memory } from './memory.ts';
import { Relations } from './relations.ts';
import type { Request } from '../conformance/step.ts';
import { WatchCache } from '../conformance/watch-cache.ts';
import type { Step } from './step.ts';

/** A request that the two servers answered differently. */
export interface Finding {
  /** Its place in the sequence, from 0. */
  readonly index: number;
  readonly step: Step;
  /** Never empty. */
  readonly apart: readonly Apart[];
}

interface Side {
  readonly transport: Transport;
  readonly memory: Memory;
  /** Of the real one. */
  readonly cache?: WatchCache;
}

/**
 * Plays a sequence on both servers, in step, in a namespace of its own. After a difference the objects that the request was
 * about are removed from both, so that the rest of the sequence starts from equal states again.
 */
export async function duel(
  arena: Arena,
  steps: readonly Step[],
  signal: AbortSignal,
  coverage?: Coverage,
): Promise<readonly Finding[]> {
  const namespace = await arena.newNamespace(signal);
  const ours = { transport: arena.ours, memory: new Memory(namespace) };
  const real = {
    transport: arena.real,
    memory: new Memory(namespace),
    cache: new WatchCache(arena.real),
  };
  const relations = new Relations();
  const findings: Finding[] = [];
  for (const [index, step] of steps.entries()) {
    const [mine, theirs] = await Promise.all([perform(ours, step, signal), perform(real, step, signal)]);
    coverage?.answer(`${step.verb} ${step.subject.kind}`, outcomeOf(theirs));
    const apart = [
      ...answersApart(mine, theirs, namespace, relations),
      ...(saysLittle(step) ? await leftApart([ours, real], step, namespace, relations, signal) : []),
    ];
    if (apart.length > 0) findings.push({ index, step, apart });
    const refused = mine.status >= 400 && theirs.status >= 400;
    if ((apart.length > 0 && !refused) || step.forgets === true)
      await Promise.all([ours, real].map((side) => wipe(side, step, namespace, signal)));
  }
  return findings;
}

/** A deletion of all says nothing of what it made of each. */
function saysLittle({ method, subject, forgets = false }: Step): boolean {
  return method === 'DELETE' && subject.name === undefined && !forgets;
}

/** Where objects differ that a step about all may have left. */
async function leftApart(
  [ours, real]: readonly [Side, Side],
  { subject, verb }: Step,
  namespace: string,
  relations: Relations,
  signal: AbortSignal,
): Promise<readonly Apart[]> {
  const apart: Apart[] = [];
  for (const name of Object.keys(NAMES)) {
    const path = `${subject.collection}/${name}`;
    const step: Step = { method: 'GET', path, headers: {}, subject: { ...subject, name }, verb };
    const [mine, theirs] = await Promise.all([perform(ours, step, signal), perform(real, step, signal)]);
    apart.push(...answersApart(mine, theirs, namespace, relations));
  }
  return apart;
}

async function perform(
  { transport, memory, cache }: Side,
  step: Step,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const request = memory.request(step);
  await cache?.caughtUp(request, signal);
  const answer = await answered(transport, request, signal);
  cache?.noticed(request, answer);
  memory.learn(step, answer);
  return answer;
}

/** A server that panics at a request breaks the connection off, and goes on with others. */
async function answered(transport: Transport, request: Request, signal: AbortSignal): Promise<RawAnswer> {
  try {
    return await exchange(transport, request, signal);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return { status: NO_ANSWER, headers: {}, body: null, isJson: true };
  }
}

/** Removes the objects of a step, whatever holds them. */
async function wipe(
  { transport, memory }: Side,
  step: Step,
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  const { subject } = step;
  memory.forget(step);
  const collection = subject.collection.replace('<ns>', namespace);
  const names = subject.name === undefined ? await namesIn(transport, collection, signal) : [subject.name];
  for (const name of names) {
    const path = `${collection}/${name}`;
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = { metadata: { finalizers: null } };
    await exchange(transport, { method: 'PATCH', path, headers, body }, signal);
    await exchange(transport, { method: 'DELETE', path: `${path}?propagationPolicy=Background` }, signal);
    await exchange(transport, { method: 'PATCH', path, headers, body }, signal);
    const left = await exchange(transport, { method: 'GET', path }, signal);
    if (left.status !== 404) throw new Error(`cannot remove ${path}: ${JSON.stringify(left.body)}`);
  }
}

/** Of all objects there, but the namespace's certificate, which is no object of ours. */
async function namesIn(
  transport: Transport,
  collection: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { body } = await exchange(transport, { method: 'GET', path: collection }, signal);
  return listAt(body, 'items')
    .map((item) => textAt(item, 'metadata', 'name'))
    .filter((name) => name !== 'kube-root-ca.crt');
}

function outcomeOf({ status, body }: RawAnswer): string {
  const reason = status >= 400 && isJsonObject(body) ? body['reason'] : undefined;
  return typeof reason === 'string' ? `${status} ${reason}` : `${status}`;
}
