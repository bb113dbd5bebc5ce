import { type Client, ConfigMap, type Resource } from 'operatorkit';
import { type Context, contextKey } from 'operatorkit/context';

import { writeStatus } from './status.ts';
import { type Website, namespaceOf } from './website.ts';

/** What the banner resource finds is handed to the resources after it through the context. */
const found = contextKey<{ text?: string }>('banner');

/** Makes room for the banner in the context of one reconcile. */
export function withBanner(ctx: Context): Context {
  return ctx.withValue(found, {});
}

export function bannerOf(ctx: Context): string | undefined {
  return ctx.value(found)?.text;
}

/**
 * Looks up the banner that a website asks for. As long as it is missing the website fails: the error makes the
 * framework try again with growing waits, and nothing after this resource runs.
 */
export function bannerResource(client: Client): Resource<Website> {
  return {
    name: 'banner',
    ensureCreated: async (ctx, site) => {
      const name = site.spec.bannerFrom;
      if (name === undefined) return;
      const source = await client.tryGet<ConfigMap>(ctx, ConfigMap, { name, namespace: namespaceOf(site) });
      const text = source?.data?.['banner'];
      if (text === undefined) {
        const message = `config map ${name} with a key "banner" is missing`;
        await writeStatus(ctx, client, site, { phase: 'Failed', message });
        throw new Error(message);
      }
      const room = ctx.value(found);
      if (room !== undefined) room.text = text;
    },
    ensureDeleted: async () => {},
  };
}
