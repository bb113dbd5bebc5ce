// kit: file limit 1300 s
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { Connection } from '../../bench/apiserver/connection.ts';
import { peakRssMib } from '../../bench/apiserver/process-facts.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { equal, is, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import type { TestContext } from '../kit/suite.ts';
import { DEFINITION, gadgetJson, GADGETS, nameOf } from './hundred-thousand/gadget.ts';

const OBJECTS = 100_000;
const PAGE = 500;
const CONNECTIONS = 8;
const LIMIT_MIB = 1024;
/** Changes that a watcher must see while all is there. */
const CHANGES = 1000;

/** The server's process, and the port it listens on. */
async function startServer(t: TestContext): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(new URL('hundred-thousand/server.ts', import.meta.url), [], {
    execArgv: ['-C', 'operatorkit-source'],
  });
  t.defer(async () => {
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function open(t: TestContext, port: number): Promise<Connection> {
  const connection = await Connection.open({ port });
  t.defer(() => connection[Symbol.dispose]());
  return connection;
}

interface Page {
  readonly metadata: { readonly continue?: string; readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

/** Reads all pages, and forgets each before the next one. @returns what the last one says of itself. */
async function countPages(connection: Connection): Promise<{ names: number; resourceVersion: string }> {
  let names = 0;
  let token = '';
  for (;;) {
    const path = `${GADGETS}?limit=${PAGE}${token === '' ? '' : `&continue=${token}`}`;
    const page = JSON.parse((await connection.send('GET', path)).body.toString('utf8')) as Page;
    is(page.items[0]?.metadata.name, nameOf(names));
    names += page.items.length;
    token = page.metadata.continue ?? '';
    if (token === '') return { names, resourceVersion: page.metadata.resourceVersion };
  }
}

async function fill(connections: readonly Connection[]): Promise<void> {
  let next = 0;
  const lane = async (connection: Connection): Promise<void> => {
    while (next < OBJECTS) await connection.send('POST', GADGETS, gadgetJson(next++));
  };
  await Promise.all(connections.map(lane));
}

suite(
  'an API server with 100,000 custom resources of 2 KB',
  (test) => {
    test('holds, lists and watches them within 1 GB', async (t) => {
      const { child, port } = await startServer(t);
      const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(t, port)));
      const first = connections[0]!;
      const bytes = Buffer.byteLength(gadgetJson(1));
      ok(bytes > 1900 && bytes < 2500, `${bytes} bytes each`);
      const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      await first.send('POST', definitions, JSON.stringify(DEFINITION));
      await eventually(
        async () => await first.send('GET', `${definitions}/${DEFINITION.metadata.name}`),
        ({ body }) => isEstablished(body),
      );
      await fill(connections);
      const { names, resourceVersion } = await countPages(first);
      equal(names, OBJECTS);

      let fromStart = 0;
      let changed = 0;
      const initial = await open(t, port);
      initial.watch(`${GADGETS}?watch=1&timeoutSeconds=300`, (events) => (fromStart += events));
      const later = await open(t, port);
      later.watch(`${GADGETS}?watch=1&timeoutSeconds=300&resourceVersion=${resourceVersion}`, (events) => {
        changed += events;
      });
      for (let index = 0; index < CHANGES; index++) {
        const path = `${GADGETS}/${nameOf(index * 97)}`;
        await first.send('PATCH', path, '{"spec":{"replicas":-1}}', 'application/merge-patch+json');
      }
      const deadline = { deadlineMs: 120_000, intervalMs: 50 };
      await eventually(
        () => changed,
        (events) => events >= CHANGES,
        deadline,
      );
      await eventually(
        () => fromStart,
        (events) => events >= OBJECTS,
        deadline,
      );
      const peak = peakRssMib([child.pid!]);
      console.log(`${OBJECTS} objects of ${bytes} bytes: at most ${peak.toFixed(0)} MiB resident`);
      ok(peak <= LIMIT_MIB, `${peak.toFixed(0)} MiB resident at most`);
    });
  },
  { timeoutMs: 1_200_000 },
);

function isEstablished(body: Buffer): boolean {
  const { status } = JSON.parse(body.toString('utf8')) as {
    readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  };
  return (
    status?.conditions?.some(
      (condition) => condition.type === 'Established' && condition.status === 'True',
    ) ?? false
  );
}
