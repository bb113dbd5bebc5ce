// node -C operatorkit-source examples/outside/main.ts [--kubeconfig FILE]
// Without a kubeconfig: on an API server in this process. The bucket service is in this process either way.
import { parseArgs } from 'node:util';

import { type Client, connect, exponentialBackOff, newEventRecorder, newLogger } from 'operatorkit';
import { type Context, background } from 'operatorkit/context';
import { eventually, newTestClient, startApiServer } from 'operatorkit/testing';

import { BucketService } from './bucket-service.ts';
import { Bucket } from './bucket.ts';
import { newOutsideOperator } from './operator.ts';

async function demonstrate(ctx: Context, client: Client, service: BucketService): Promise<void> {
  const metadata = { name: 'media', namespace: 'default' };
  const wait = { signal: ctx.signal, deadlineMs: 10_000 };
  const quota = async (gigabytes: number | undefined): Promise<void> => {
    const found = (): number | undefined => service.buckets.get('default-media')?.quota;
    await eventually(found, (there) => there === gigabytes, wait);
    console.log(gigabytes === undefined ? '  the bucket is gone' : `  a bucket of ${gigabytes} GB`);
  };
  console.log('a Bucket is created');
  await client.create<Bucket>(ctx, Bucket.kind, Bucket.object({ metadata, spec: { accessKey: 'k3y' } }));
  await quota(10);
  console.log('it shall be larger, while the service is down');
  service.isDown = true;
  await client.patch(ctx, Bucket.kind, metadata, { type: 'merge', value: { spec: { quota: 20 } } });
  const read = async (): Promise<Bucket | undefined> => await client.tryGet(ctx, Bucket.kind, metadata);
  const isFailing = (bucket?: Bucket): boolean =>
    bucket?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'False') ?? false;
  const failing = await eventually(read, isFailing, wait);
  console.log(`  ${failing?.status?.conditions?.find(({ type }) => type === 'Ready')?.message}`);
  service.isDown = false;
  await quota(20);
  console.log('it is deleted, which takes the service a while');
  await client.delete(ctx, Bucket.kind, metadata);
  await quota(undefined);
  await eventually(read, (bucket) => bucket === undefined, wait);
  console.log('  and so is the Bucket');
}

const { kubeconfig } = parseArgs({ options: { kubeconfig: { type: 'string' } } }).values;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const ctx = background().withSignal(stop.signal);
const logger = newLogger({ format: 'text' });
await using service = await BucketService.start();
const serviceUrl = service.url;

if (kubeconfig !== undefined) {
  await using client = await connect({ kubeconfig });
  await using recorder = newEventRecorder({ client, controller: 'example.com/outside', logger });
  await newOutsideOperator({ client, logger, serviceUrl, recorder }).boot(stop.signal);
} else {
  await using server = await startApiServer({ listen: false });
  await using client = newTestClient(server);
  // A demonstration should not wait for long.
  const backOffFactory = () => exponentialBackOff({ initialMs: 50, factor: 1.5, maxMs: 500 });
  const operator = newOutsideOperator({ client, logger, serviceUrl, backOffFactory });
  const running = operator.boot(stop.signal);
  try {
    await operator.whenReady(ctx);
    await demonstrate(ctx, client, service);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    console.log('interrupted');
    process.exitCode = 130;
  } finally {
    stop.abort();
    await running;
  }
}
