// node -C operatorkit-source examples/secrets/main.ts [--kubeconfig FILE]
// Without a kubeconfig: on an API server in this process, where a Secret of two is changed.
import { parseArgs } from 'node:util';

import { type Client, Deployment, Secret, connect, newLogger } from 'operatorkit';
import { type Context, background } from 'operatorkit/context';
import { eventually, newTestClient, startApiServer } from 'operatorkit/testing';

import { App } from './app.ts';
import { newSecretsOperator } from './operator.ts';

const namespace = 'default';

async function demonstrate(ctx: Context, client: Client): Promise<void> {
  const shop = { name: 'shop', namespace };
  const checksum = async (before?: string): Promise<string | undefined> =>
    await eventually(
      async () => {
        const { spec } = await client.get<Deployment>(ctx, Deployment, shop);
        return spec?.template.metadata?.annotations?.['apps.example.com/secret-checksum'];
      },
      (found) => found !== before,
      { signal: ctx.signal },
    );
  const stringData = { user: 'ada', password: 'correct horse' };
  for (const name of ['database', 'other'])
    await client.create<Secret>(ctx, Secret, { metadata: { name, namespace }, stringData });
  const spec = { image: 'shop:1', secretName: 'database' };
  await client.create<App>(ctx, App.kind, App.object({ metadata: shop, spec }));
  const first = await checksum();
  console.log(`the shop’s Pods carry the checksum ${first?.slice(0, 8)}`);
  for (const name of ['other', 'database']) {
    const value = { stringData: { password: 'battery staple' } };
    await client.patch(ctx, Secret, { name, namespace }, { type: 'merge', value });
    console.log(`the password in ${name} is changed`);
  }
  console.log(`the shop’s Pods carry the checksum ${(await checksum(first))?.slice(0, 8)}`);
}

const { kubeconfig } = parseArgs({ options: { kubeconfig: { type: 'string' } } }).values;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const ctx = background().withSignal(stop.signal);
const logger = newLogger({ format: 'text' });

if (kubeconfig !== undefined) {
  await using client = await connect({ kubeconfig });
  await newSecretsOperator({ client, logger }).boot(stop.signal);
} else {
  await using server = await startApiServer({ listen: false });
  await using client = newTestClient(server);
  const operator = newSecretsOperator({ client, logger });
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
