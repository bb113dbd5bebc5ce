// node -C operatorkit-source examples/versions/main.ts [--kubeconfig FILE]
// Without a kubeconfig: on an API server in this process, where a keyring is created and then moved to version 2.
import { parseArgs } from 'node:util';

import { type Client, Secret, connect, newLogger } from 'operatorkit';
import { type Context, background } from 'operatorkit/context';
import { eventually, newTestClient, startApiServer } from 'operatorkit/testing';

import { Keyring } from './keyring.ts';
import { newVersionsOperator } from './operator.ts';

const namespace = 'default';

async function demonstrate(ctx: Context, client: Client): Promise<void> {
  const secrets = async (...names: readonly string[]): Promise<void> => {
    const found = await eventually(
      async () => (await client.listAll<Secret>(ctx, Secret, { namespace })).map((one) => one.metadata?.name),
      (there) => there.join() === names.join(),
      { signal: ctx.signal },
    );
    console.log(`  Secrets: ${found.join(', ')}`);
  };
  const passwords = { mail: 'correct horse', door: 'battery staple' };
  const metadata = { name: 'home', namespace };
  console.log('keyring of version 1');
  await client.create<Keyring>(ctx, Keyring.kind, Keyring.object({ metadata, spec: { passwords } }));
  await secrets('home');
  console.log('keyring of version 2');
  await client.patch(ctx, Keyring.kind, metadata, { type: 'merge', value: { spec: { version: 2 } } });
  await secrets('home-door', 'home-mail');
}

const { kubeconfig } = parseArgs({ options: { kubeconfig: { type: 'string' } } }).values;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const ctx = background().withSignal(stop.signal);
const logger = newLogger({ format: 'text', level: 'warn' });

if (kubeconfig !== undefined) {
  await using client = await connect({ kubeconfig });
  await newVersionsOperator({ client, logger }).boot(stop.signal);
} else {
  await using server = await startApiServer({ listen: false });
  await using client = newTestClient(server);
  const operator = newVersionsOperator({ client, logger });
  const running = operator.boot(stop.signal);
  try {
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
