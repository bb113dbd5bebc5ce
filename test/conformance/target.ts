import type { Tier } from '../kit/tier.ts';
import { fromKubeconfig } from '../../lib/client/kubeconfig.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { newUndiciTransport } from '../../lib/client/undici-transport.ts';

/** The server that a topic's cases talk to. */
export interface Target extends AsyncDisposable {
  readonly transport: Transport;
  /** Whether its writes begin with what a watch cache has. */
  readonly isCached: boolean;
}

/** A server of the tier: in process a fresh one, a real one is shared with other tests. */
export async function newTarget(tier: Tier): Promise<Target> {
  if (tier === 'real') return await realTarget(process.env['OPERATORKIT_KUBECONFIG']);
  // Loaded only where it is wanted: it brings tables of all kinds.
  const { startApiServer } = await import('../../lib/apiserver/server.ts');
  const server = await startApiServer(tier === 'direct' ? { listen: false } : {});
  const transport =
    tier === 'direct' ? server.transport() : newUndiciTransport({ server: server.url, tls: {} });
  return {
    transport,
    isCached: false,
    [Symbol.asyncDispose]: async () => {
      await transport.close();
      await server.close();
    },
  };
}

/** The server of a kubeconfig file. */
export async function realTarget(kubeconfig: string | undefined): Promise<Target> {
  if (kubeconfig === undefined)
    throw new Error(
      'cannot find the cluster: run the file with --tier cluster, or set OPERATORKIT_KUBECONFIG',
    );
  const { server, tls, credentials } = await fromKubeconfig({ kubeconfig });
  const transport = newUndiciTransport({
    server,
    tls,
    ...(credentials === undefined ? {} : { credentials }),
  });
  return { transport, isCached: true, [Symbol.asyncDispose]: () => transport.close() };
}
