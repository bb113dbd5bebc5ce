import { type CRUDResource, Patch, crudResource, statusReport } from 'operatorkit';
import { type Context, type Logger, finalizersKept, requeueAfter } from 'operatorkit/context';

import type { BucketClient, BucketSettings } from './bucket-client.ts';
import type { StoredBucket } from './bucket-service.ts';
import type { Bucket } from './bucket.ts';

/** Nobody tells us what happens at the service, so we look from time to time. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

export type BucketResource = CRUDResource<
  Bucket,
  StoredBucket | undefined,
  BucketSettings,
  BucketSettings,
  BucketSettings,
  string
>;

/**
 * Keeps each bucket at the service as its object says. A failure needs no care here: the framework tries again,
 * with growing waits. The object of a deleted bucket stays until the service has emptied the bucket.
 */
export function bucketResource(buckets: BucketClient, logger: Logger): BucketResource {
  return crudResource<Bucket>()({
    logger,
    ops: {
      name: 'bucket',
      getCurrentState: async (ctx, bucket) => await buckets.get(ctx, nameOf(bucket)),
      getDesiredState: async (_, { spec: { quota, accessKey } }): Promise<BucketSettings> => ({
        quota,
        accessKey,
      }),

      newUpdatePatch: async (ctx, bucket, current, desired) => {
        report(ctx, buckets.urlOf(nameOf(bucket)));
        const patch = new Patch<BucketSettings, BucketSettings, string>();
        if (current === undefined) patch.setCreateChange(desired);
        else if (!isAsDesired(current, desired)) patch.setUpdateChange(desired);
        return patch;
      },
      newDeletePatch: async (ctx, bucket, current) => {
        const patch = new Patch<BucketSettings, BucketSettings, string>();
        if (current !== undefined) finalizersKept.set(ctx);
        if (current?.state === 'ready') patch.setDeleteChange(nameOf(bucket));
        return patch;
      },

      applyCreateChange: async (ctx, bucket, change) => await buckets.put(ctx, nameOf(bucket), change),
      applyUpdateChange: async (ctx, bucket, change) => await buckets.put(ctx, nameOf(bucket), change),
      applyDeleteChange: async (ctx, _, name) => await buckets.delete(ctx, name),
    },
  });
}

function report(ctx: Context, url: string): void {
  requeueAfter.set(ctx, LOOK_EVERY_MS);
  statusReport.set(ctx, { url });
}

function isAsDesired(current: StoredBucket, desired: BucketSettings): boolean {
  return current.quota === desired.quota && current.accessKey === desired.accessKey;
}

/** The service knows no namespaces. */
export function nameOf({ metadata }: Bucket): string {
  return `${metadata?.namespace}-${metadata?.name}`;
}
