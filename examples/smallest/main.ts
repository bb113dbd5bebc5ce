// node -C operatorkit-source examples/smallest/main.ts [--kubeconfig FILE]
// Without a kubeconfig: on an API server in this process, with somebody who creates a ConfigMap and changes it.
import { parseArgs } from 'node:util';

import { type Client, ConfigMap, connect, newLogger } from 'operatorkit';
import { type Context, background } from 'operatorkit/context';
import { eventually, newTestClient, startApiServer } from 'operatorkit/testing';

import { CHECKSUM, newSmallestOperator } from './operator.ts';

async function demonstrate(ctx: Context, client: Client): Promise<void> {
  const ref = { name: 'settings', namespace: 'default' };
  const metadata = { ...ref, labels: { [CHECKSUM]: 'yes' } };
  const read = async (): Promise<string | undefined> =>
    (await client.get<ConfigMap>(ctx, ConfigMap, ref)).metadata?.annotations?.[CHECKSUM];
  const changed = async (from?: string): Promise<string | undefined> =>
    await eventually(read, (sum) => sum !== from, { signal: ctx.signal });

  await client.create(ctx, ConfigMap, { metadata, data: { colour: 'green' } });
  const first = await changed();
  console.log(`colour green: ${first}`);
  await client.patch(ctx, ConfigMap, ref, { type: 'merge', value: { data: { colour: 'blue' } } });
  console.log(`colour blue:  ${await changed(first)}`);
}

const { kubeconfig } = parseArgs({ options: { kubeconfig: { type: 'string' } } }).values;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const ctx = background().withSignal(stop.signal);
const logger = newLogger({ format: 'text' });

if (kubeconfig !== undefined) {
  await using client = await connect({ kubeconfig });
  await newSmallestOperator({ client, logger }).boot(stop.signal);
} else {
  await using server = await startApiServer({ listen: false });
  await using client = newTestClient(server);
  const running = newSmallestOperator({ client, logger }).boot(stop.signal);
  try {
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
