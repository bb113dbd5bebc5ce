import { BucketService } from '../../examples/outside/bucket-service.ts';
import { Bucket } from '../../examples/outside/bucket.ts';
import { newOutsideOperator } from '../../examples/outside/operator.ts';
import { equal, is, ok } from '../kit/assert.ts';
import { suite, type TestContext } from '../kit/suite.ts';
import { newPlainSentinel, newSentinel } from './sentinel.ts';
import { ExampleStage, LIMIT_MS } from './stage.ts';

interface Outside {
  readonly stage: ExampleStage<Bucket>;
  readonly service: BucketService;
  /** What the service has for the object `media`. */
  readonly stored: () => { quota: number; accessKey: string } | undefined;
  /** What it was asked to change since the last call. */
  readonly changes: () => string[];
}

async function newOutside(t: TestContext): Promise<Outside> {
  const service = await BucketService.start();
  t.defer(async () => await service[Symbol.asyncDispose]());
  const stage = await ExampleStage.on(t, Bucket.kind, (config) =>
    newOutsideOperator({ ...config, serviceUrl: service.url }),
  );
  return {
    stage,
    service,
    stored: () => service.buckets.get(`${stage.namespace}-media`),
    changes: () =>
      service.requests
        .splice(0)
        .map((request) => request.split(' ')[0] ?? '')
        .filter((method) => method !== 'GET'),
  };
}

async function create({ stage }: Outside, accessKey: string): Promise<void> {
  await stage.create<Bucket>(
    Bucket.kind,
    Bucket.object({ metadata: { name: 'media' }, spec: { accessKey } }),
  );
}

suite(
  'newOutsideOperator',
  (test) => {
    test('changes each thing once, here and outside', async (t) => {
      const outside = await newOutside(t);
      const { stage, service, stored, changes } = outside;
      const key = newPlainSentinel();
      const created = await stage.step(
        'media',
        async () => await create(outside, key),
        'the bucket',
        () => stored()?.accessKey === key,
      );
      equal(changes(), ['PUT']);
      equal(created.counts, { 'patch buckets/media': 1 });
      equal(created.reads, []);
      is(created.statusWrites, 1);
      await stage.isQuiet('media');

      const changed = await stage.step(
        'media',
        async () => await stage.change(Bucket.kind, 'media', { spec: { quota: 20 } }),
        'the quota',
        () => stored()?.quota === 20,
      );
      equal(changes(), ['PUT']);
      equal(changed.counts, {});
      equal(changed.reads, []);
      ok(changed.statusWrites <= 1);

      service.buckets.set(`${stage.namespace}-media`, { quota: 1, accessKey: 'theirs', state: 'ready' });
      await stage.reconcile('media');
      is(stored()?.quota, 20);
      equal(changes(), ['PUT']);
      await stage.isQuiet('media');
      equal(changes(), []);

      const deleted = await stage.step(
        'media',
        async () => await stage.delete(Bucket.kind, 'media'),
        'the end of the object',
        async () => (await stage.find(Bucket.kind, 'media')) === undefined,
      );
      is(stored(), undefined);
      equal(changes(), ['DELETE']);
      equal(deleted.counts, { 'patch buckets/media': 1 });
      equal(deleted.reads, []);
      await stage.hides([key]);
    });

    test('waits for a service that is down, and keeps the object until the bucket is gone', async (t) => {
      const outside = await newOutside(t);
      const { stage, service, stored, changes } = outside;
      service.isDown = true;
      await stage.fails('media', async () => await create(outside, newPlainSentinel()));
      const wakeUp = async (): Promise<void> => void (service.isDown = false);
      const woken = await stage.step('media', wakeUp, 'the bucket', () => stored() !== undefined);
      equal(woken.counts, {});

      changes();
      service.isDown = true;
      await stage.fails('media', async () => await stage.delete(Bucket.kind, 'media'));
      ok((await stage.find(Bucket.kind, 'media')) !== undefined, 'the object is gone before the bucket');
      service.isDown = false;
      await stage.until('the end of the object', async () => {
        const [isThere, found] = [stored() !== undefined, await stage.find(Bucket.kind, 'media')];
        ok(found !== undefined || !isThere, 'the object is gone before the bucket');
        return found === undefined;
      });
      equal(
        changes().filter((method, index, all) => index === 0 || method !== all[index - 1]),
        ['DELETE'],
      );
    });

    test('shows no access key that the service quotes, nor in a dry run', async (t) => {
      const outside = await newOutside(t);
      const { stage, stored } = outside;
      const [refused, taken] = [newSentinel(), newPlainSentinel()];
      await stage.fails('media', async () => await create(outside, refused));
      for (const where of ['log', 'events', 'status', 'explanations', 'spans'] as const)
        await stage.shows(where, 'must not contain spaces');
      await stage.hides([refused]);
      await stage.change(Bucket.kind, 'media', { spec: { accessKey: taken } });
      await stage.until('the bucket', () => stored() !== undefined);
      await stage.stop();
      await stage.change(Bucket.kind, 'media', { spec: { accessKey: newPlainSentinel() } });
      await stage.dryRun('media');
      is(stored()?.accessKey, taken);
      await stage.shows('planned', 'would update bucket');
      await stage.hides([refused, taken, 's3ntinel']);
    });
  },
  { timeoutMs: LIMIT_MS },
);
