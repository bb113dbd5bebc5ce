import type { Measures } from '../harness/statistics.ts';
import { type Address, Connection } from './connection.ts';

/** How much is asked of a server. */
export interface LoadSize {
  readonly creates: number;
  readonly gets: number;
  readonly lists: number;
  readonly patches: number;
  readonly watchers: number;
  /** Changes that each watcher sees. */
  readonly changes: number;
}

export const FULL_LOAD: LoadSize = {
  creates: 3000,
  gets: 6000,
  lists: 150,
  patches: 2000,
  watchers: 100,
  changes: 300,
};
export const QUICK_LOAD: LoadSize = {
  creates: 60,
  gets: 60,
  lists: 3,
  patches: 30,
  watchers: 5,
  changes: 10,
};

/** How many objects a list has. */
const LISTED = 500;
const CONNECTIONS = 8;
const WATCH_MS = 60_000;

const MERGE = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

/** About 1 KB, as config maps of operators are. */
function configMap(name: string, version: number): string {
  const data = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`key-${index}`, `${version}-${'x'.repeat(50)}`]),
  );
  const labels = { 'app.kubernetes.io/name': 'bench', 'app.kubernetes.io/instance': name };
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data });
}

const nameOf = (index: number): string => `item-${String(index).padStart(6, '0')}`;

/** Sends requests to a fresh server, one kind after the other, and measures how fast it answers each. */
export async function measureLoad(address: Address, size: LoadSize): Promise<Measures> {
  using load = await Load.open(address);
  const measures: Record<string, number> = {};
  await load.namespace('bench');
  await load.namespace('listed');
  const all = '/api/v1/namespaces/bench/configmaps';
  const listed = '/api/v1/namespaces/listed/configmaps';
  const one = (index: number): string => `${all}/${nameOf(index % size.creates)}`;
  const content = (index: number, version: number): string =>
    configMap(nameOf(index % size.creates), version);
  // What starts cold is warm then, on both sides.
  await load.each(size.creates / 10, (index) => ['POST', all, configMap(`warm-${index}`, 0)]);
  measures['creates/s'] = await load.each(size.creates, (index) => ['POST', all, content(index, 0)]);
  measures['gets/s'] = await load.each(size.gets, (index) => ['GET', one(index)]);
  await load.each(LISTED, (index) => ['POST', listed, configMap(nameOf(index), 0)]);
  await load.checkList(listed);
  measures['lists of 500/s'] = await load.each(size.lists, () => ['GET', listed]);
  measures['merge patches/s'] = await load.each(size.patches, (index) => [
    'PATCH',
    one(index),
    JSON.stringify({ data: { 'key-0': `patched-${index}` } }),
    MERGE,
  ]);
  const applyTo = (index: number): string => `${one(index)}?fieldManager=bench&force=true`;
  await load.each(size.creates / 10, (index) => ['PATCH', applyTo(index), content(index, 1), APPLY]);
  measures['applies/s'] = await load.each(size.patches, (index) => [
    'PATCH',
    applyTo(index),
    content(index, 2 + index),
    APPLY,
  ]);
  measures['watch events/s'] = await load.fanOut(listed, size);
  return measures;
}

type Request = readonly [method: string, path: string, body?: string, type?: string];

class Load implements Disposable {
  readonly #address: Address;
  readonly #connections: readonly Connection[];

  private constructor(address: Address, connections: readonly Connection[]) {
    this.#address = address;
    this.#connections = connections;
  }

  static async open(address: Address): Promise<Load> {
    return new Load(address, await openAll(address, CONNECTIONS));
  }

  async namespace(name: string): Promise<void> {
    await this.#connections[0]!.send('POST', '/api/v1/namespaces', JSON.stringify({ metadata: { name } }));
  }

  /** @returns requests per second. */
  async each(count: number, request: (index: number) => Request): Promise<number> {
    let next = 0;
    const start = performance.now();
    const lane = async (connection: Connection): Promise<void> => {
      while (next < count) await connection.send(...request(next++));
    };
    await Promise.all(this.#connections.map(lane));
    return (next * 1000) / (performance.now() - start);
  }

  /** There is no figure for a wrong answer. */
  async checkList(path: string): Promise<void> {
    const { body } = await this.#connections[0]!.send('GET', path);
    const { items } = JSON.parse(body.toString('utf8')) as { readonly items: readonly unknown[] };
    // A controller beside the real server adds kube-root-ca.crt.
    if (items.length < LISTED)
      throw new Error(`cannot measure lists: ${items.length} of ${LISTED} are there`);
  }

  /** @returns events that all watchers together got per second. */
  async fanOut(path: string, { watchers, changes }: LoadSize): Promise<number> {
    const { body } = await this.#connections[0]!.send('GET', `${path}?limit=1`);
    const { metadata } = JSON.parse(body.toString('utf8')) as {
      readonly metadata: { readonly resourceVersion: string };
    };
    const expected = watchers * changes;
    const all = Promise.withResolvers<void>();
    let received = 0;
    const count = (events: number): void => {
      received += events;
      if (received >= expected) all.resolve();
    };
    const opened = await openAll(this.#address, watchers);
    const timer = setTimeout(
      () => all.reject(new Error(`cannot measure watches: ${received} of ${expected} events came`)),
      WATCH_MS,
    );
    try {
      const query = `watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=300`;
      for (const connection of opened) connection.watch(`${path}?${query}`, count);
      const start = performance.now();
      const change = (index: number): Request => {
        const data = { data: { 'key-1': `changed-${index}` } };
        return ['PATCH', `${path}/${nameOf(index % LISTED)}`, JSON.stringify(data), MERGE];
      };
      await Promise.all([this.each(changes, change), all.promise]);
      return (expected * 1000) / (performance.now() - start);
    } finally {
      clearTimeout(timer);
      for (const connection of opened) connection[Symbol.dispose]();
    }
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection[Symbol.dispose]();
  }
}

async function openAll(address: Address, count: number): Promise<readonly Connection[]> {
  return await Promise.all(Array.from({ length: count }, () => Connection.open(address)));
}
