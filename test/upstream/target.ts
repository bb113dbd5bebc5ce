import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { background } from '../../context/index.ts';
import { startApiServer } from '../../lib/apiserver/server.ts';
import type { Client } from '../../lib/client/client.ts';
import { connect } from '../../lib/client/connect.ts';
import { newClient } from '../../lib/client/http-client.ts';
import { simulateWorkloads } from '../../lib/testing/workload-simulator.ts';
import { startControlPlane } from '../control-plane/control-plane.ts';

/** One spec waits until the history is gone; a real control plane keeps it for five minutes. */
const HISTORY_MS = 60_000;

/** Which server: the one in process, or a real control plane. */
export type Server = 'ours' | 'real';

/** A server with a node on which Pods get ready. */
export interface Target extends AsyncDisposable {
  readonly kubeconfigPath: string;
}

/**
 * Starts a server for the specs.
 *
 * Both have the workload simulator: in place of the kubelet that the real control plane lacks too, and for ours of
 * the workload controllers as well.
 *
 * @param folder takes the kubeconfig.
 */
export async function startTarget(server: Server, folder: string): Promise<Target> {
  await using starting = new AsyncDisposableStack();
  const { kubeconfigPath, client } =
    server === 'ours' ? await startOurs(starting, folder) : await startReal(starting);
  starting.defer(() => client.close());
  starting.use(await simulateWorkloads(background(), { client, podsOnly: server === 'real' }));
  const started = starting.move();
  return { kubeconfigPath, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

interface Started {
  readonly kubeconfigPath: string;
  readonly client: Client;
}

async function startOurs(starting: AsyncDisposableStack, folder: string): Promise<Started> {
  // As a cluster is: the specs read the authority from the kubeconfig and ask what they may do.
  const server = starting.use(await startApiServer({ tls: true, rbac: true, historyMs: HISTORY_MS }));
  const kubeconfigPath = join(folder, 'kubeconfig');
  await writeFile(kubeconfigPath, server.kubeconfig(), { mode: 0o600 });
  return { kubeconfigPath, client: newClient({ transport: server.transport() }) };
}

async function startReal(starting: AsyncDisposableStack): Promise<Started> {
  const { kubeconfigPath } = starting.use(await startControlPlane());
  return { kubeconfigPath, client: await connect({ kubeconfig: kubeconfigPath }) };
}
