// node -C operatorkit-source examples/schema/main.ts [--kubeconfig FILE]
// Without a kubeconfig: on an API server in this process, with somebody who sees to the Pods of Deployments.
import { parseArgs } from 'node:util';

import { type Client, connect, newLogger } from 'operatorkit';
import { type Context, background } from 'operatorkit/context';
import { eventually, newTestClient, simulateWorkloads, startApiServer } from 'operatorkit/testing';

import { Cache } from './cache.ts';
import { newSchemaOperator } from './operator.ts';

async function demonstrate(ctx: Context, client: Client): Promise<void> {
  const metadata = { name: 'sessions', namespace: 'default' };
  const ready = async (replicas: number): Promise<void> => {
    const { status } = await eventually(
      async () => await client.get(ctx, Cache.kind, metadata),
      (cache) => cache.status?.readyReplicas === replicas,
      { signal: ctx.signal },
    );
    for (const { type, status: is, message } of status?.conditions ?? []) console.log(' ', type, is, message);
  };
  console.log('a cache of one replica, the default');
  const spec = { admin: { name: 'ada', password: 'correct horse' } };
  await client.create<Cache>(ctx, Cache.kind, Cache.object({ metadata, spec }));
  await ready(1);
  console.log('three replicas');
  await client.patch(ctx, Cache.kind, metadata, { type: 'merge', value: { spec: { replicas: 3 } } });
  await ready(3);
}

const { kubeconfig } = parseArgs({ options: { kubeconfig: { type: 'string' } } }).values;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const ctx = background().withSignal(stop.signal);
const logger = newLogger({ format: 'text' });

if (kubeconfig !== undefined) {
  await using client = await connect({ kubeconfig });
  await newSchemaOperator({ client, logger }).boot(stop.signal);
} else {
  await using server = await startApiServer({ listen: false });
  await using client = newTestClient(server);
  const operator = newSchemaOperator({ client, logger });
  const running = operator.boot(stop.signal);
  try {
    await using _workloads = await simulateWorkloads(ctx, { client });
    await operator.whenReady(ctx);
    await demonstrate(ctx, client);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    console.log('interrupted');
    process.exitCode = 130;
  } finally {
    stop.abort();
    await running;
  }
}
