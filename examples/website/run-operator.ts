import { type Client, type Framework, Registry, newMetricsEndpoint } from 'operatorkit';
import type { Context, Logger } from 'operatorkit/context';

import { newWebsiteOperator } from './operator.ts';
import type { Website } from './website.ts';

export interface RunningOperator extends AsyncDisposable {
  readonly framework: Framework<Website>;
  readonly registry: Registry;
  /** Where its metrics and health checks are. */
  readonly url: string;
}

export interface RunOptions {
  readonly client: Client;
  readonly logger: Logger;
  readonly registry?: Registry;
  /** Of the metrics endpoint. Default: any free one. */
  readonly port?: number;
}

/** Boots the website operator with its metrics endpoint; resolves when its caches are in sync. */
export async function runOperator(ctx: Context, options: RunOptions): Promise<RunningOperator> {
  const { client, logger, registry = new Registry(), port = 0 } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([ctx.signal, stop.signal]);
  const framework = newWebsiteOperator({ client, logger, registry });
  const endpoint = newMetricsEndpoint({
    registry,
    port,
    logger,
    readyChecks: framework.readyChecks(),
    healthChecks: framework.healthChecks(),
  });
  await endpoint.start(ctx);
  const running = framework.boot(signal);
  await framework.whenReady(ctx);
  return {
    framework,
    registry,
    url: endpoint.url ?? '',
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error('the operator stops'));
      await running;
      await endpoint.close();
    },
  };
}
