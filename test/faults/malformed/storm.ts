import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { ApiServer } from '../../../lib/apiserver/server.ts';
import { equal, is, not } from '../../kit/assert.ts';
import { RecordingLogger } from '../../kit/recording-logger.ts';
import type { TestContext } from '../../kit/suite.ts';
import { bytesOf } from './bytes.ts';
import { exchange } from './connection.ts';
import { CORPUS, FIXTURES } from './corpus.ts';
import { Dice } from './dice.ts';
import { liveHeapMib } from '../../../bench/harness/meter.ts';
import { MUTATIONS } from './mutations.ts';
import { answersIn } from './received.ts';
import { verdict } from './verdict.ts';

/** No request of the storm needs a tenth of it, on the slowest of machines. */
const DEADLINE_MS = 10_000;
const CONNECTIONS = 8;
/** How often the server is asked something that it must answer well. */
const CONTROL_EVERY = 250;
const SHOWN = Number(process.env['SHOWN'] ?? 5);
/** What 10,000 requests may leave behind: the objects of those that were good, and their history. */
const LEFT_MIB = 150;

/** What the storm came to: how many answers there were of each status. */
export type StormReport = Readonly<Record<string, number>>;

/**
 * Sends mutated requests, several at once, to a server of its own, and checks each answer, the server's log, and
 * what is left behind.
 *
 * @param seed makes each request by itself: request n of a seed is the same whatever `requests` is.
 */
export async function storm(t: TestContext, seed: number, requests: number): Promise<StormReport> {
  const logger = new RecordingLogger();
  const server = await startApiServer({ logger });
  t.defer(() => server.close());
  for (const fixture of FIXTURES) await mustBe(server, bytesOf(fixture), 201);
  const heapBefore = liveHeapMib();
  const statuses: Record<string, number> = {};
  const problems: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < requests && !t.signal.aborted; index = next++) {
      const problem = await strike(server, seed, index, statuses);
      if (problem !== undefined) problems.push(problem);
      if (index % CONTROL_EVERY === 0) await control(server, index);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  await control(server, requests);
  equal(problems.slice(0, SHOWN), [], `${problems.length} requests were not taken well`);
  equal(errorsIn(logger), [], 'the server took its own failures for answers');
  not('polluted' in {}, 'a request reached the prototype of all objects');
  const left = liveHeapMib() - heapBefore;
  not(left > LEFT_MIB, `${left.toFixed(0)} MiB are left behind`);
  return statuses;
}

async function strike(
  server: ApiServer,
  seed: number,
  index: number,
  statuses: Record<string, number>,
): Promise<string | undefined> {
  const dice = new Dice(seed + index * 7919);
  const name = dice.pick(Object.keys(MUTATIONS));
  const bytes = MUTATIONS[name]!(dice.pick(CORPUS), dice);
  const outcome = await exchange(server.port, bytes, DEADLINE_MS);
  const problem = verdict(bytes, outcome);
  if (problem !== undefined) return `${problem}; seed ${seed}, request ${index} (${name}): ${shown(bytes)}`;
  const status = outcome.bytes.toString('latin1', 9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
  return undefined;
}

function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.toString('latin1', 0, 1500));
}

function errorsIn({ lines }: RecordingLogger): readonly unknown[] {
  return lines.filter(({ level }) => level === 'error').slice(0, SHOWN);
}

/** The server still does what it is for. */
async function control(server: ApiServer, index: number): Promise<void> {
  const name = `control-${index}`;
  const body = Buffer.from(JSON.stringify({ metadata: { name }, data: { index: String(index) } }));
  const path = '/api/v1/namespaces/kube-public/configmaps';
  const common = {
    version: 'HTTP/1.1',
    headers: [
      ['host', 'x'],
      ['content-length', String(body.length)],
    ],
  } as const;
  await mustBe(server, bytesOf({ ...common, method: 'POST', target: path, body }), 201);
  const none = { version: 'HTTP/1.1', headers: [['host', 'x']], body: Buffer.alloc(0) } as const;
  const stored = await mustBe(server, bytesOf({ ...none, method: 'GET', target: `${path}/${name}` }), 200);
  equal((JSON.parse(stored) as { data: object }).data, { index: String(index) });
}

async function mustBe(server: ApiServer, bytes: Buffer, status: number): Promise<string> {
  const outcome = await exchange(server.port, bytes, DEADLINE_MS);
  const [answer] = answersIn(outcome.bytes, () => false);
  const text = answer?.body.toString('utf8') ?? outcome.error ?? '';
  is(answer?.status, status, text.slice(0, 500));
  return text;
}
