import { type Client, Deployment, type Reader, type Resource } from 'operatorkit';
import type { Context } from 'operatorkit/context';

import { Website, type WebsiteStatus, nameOf, namespaceOf } from './website.ts';

/** Tells users how far their website is, from the Deployment in the cache. Runs last. */
export function statusResource(client: Client, cache: Reader): Resource<Website> {
  return {
    name: 'status',
    ensureCreated: async (ctx, site) => {
      const ref = { name: nameOf(site), namespace: namespaceOf(site) };
      const deployment = await cache.tryGet<Deployment>(ctx, Deployment, ref);
      const readyReplicas = deployment?.status?.readyReplicas ?? 0;
      const running = readyReplicas >= site.spec.replicas && isCurrent(deployment);
      await writeStatus(ctx, client, site, { phase: running ? 'Running' : 'Pending', readyReplicas });
    },
    ensureDeleted: async () => {},
  };
}

function isCurrent(deployment: Deployment | undefined): boolean {
  const { metadata, status } = deployment ?? {};
  return (status?.observedGeneration ?? 0) >= (metadata?.generation ?? Infinity);
}

/** Writes the status where it differs: a converged website costs no request. */
export async function writeStatus(
  ctx: Context,
  client: Client,
  site: Website,
  status: Omit<WebsiteStatus, 'observedGeneration'>,
): Promise<void> {
  const wanted = { message: null, ...status, observedGeneration: site.metadata?.generation ?? 0 };
  const current: Record<string, unknown> = { ...site.status };
  const same = Object.entries(wanted).every(([field, value]) => (current[field] ?? null) === value);
  if (same) return;
  const ref = { name: nameOf(site), namespace: namespaceOf(site) };
  const patch = { type: 'merge', value: { status: wanted } } as const;
  await client.patch<Website>(ctx, Website, ref, patch, { subresource: 'status' });
}
