import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Credentials } from './credentials.ts';

/**
 * What a cluster without nodes still has. Left out: all that judges nodes or Pods by their heartbeat, which a
 * test's made-up nodes lack (node-lifecycle, taint-eviction, pod-garbage-collector), all that attaches and
 * binds real volumes, signing of certificates, and autoscaling, which asks a metrics server.
 * The protection controllers are here because admission adds their finalizers to every volume claim.
 */
const CONTROLLERS = [
  'clusterrole-aggregation-controller',
  'cronjob-controller',
  'daemonset-controller',
  'deployment-controller',
  'disruption-controller',
  'endpoints-controller',
  'endpointslice-controller',
  'endpointslice-mirroring-controller',
  'garbage-collector-controller',
  'job-controller',
  'namespace-controller',
  'persistentvolume-protection-controller',
  'persistentvolumeclaim-protection-controller',
  'replicaset-controller',
  'replicationcontroller-controller',
  'resourcequota-controller',
  'root-ca-certificate-publisher-controller',
  'service-cidr-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'statefulset-controller',
  'ttl-after-finished-controller',
  'validatingadmissionpolicy-status-controller',
];

const LOG_TAIL_CHARACTERS = 4000;

/** Options of {@link ControllerManager.start}. */
export interface ControllerManagerOptions {
  /** The executable. */
  readonly binary: string;
  readonly kubeconfigPath: string;
  readonly credentials: Credentials;
  /** Where its log goes. */
  readonly folder: string;
}

function flags(options: ControllerManagerOptions): readonly string[] {
  const { caCert, saPrivateKey } = options.credentials.files;
  return [
    `--kubeconfig=${options.kubeconfigPath}`,
    '--leader-elect=false',
    '--secure-port=0',
    `--root-ca-file=${caCert}`,
    `--service-account-private-key-file=${saPrivateKey}`,
    `--controllers=${CONTROLLERS.join(',')}`,
  ];
}

/** A kube-controller-manager that runs. It survives its API server: it reconnects by itself. */
export class ControllerManager {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #logPath: string;

  private constructor(child: ChildProcess, logPath: string) {
    this.#process = child;
    this.#exited = once(child, 'exit');
    this.#logPath = logPath;
  }

  /** Resolves once the process runs; its controllers start in the second or two that follow. */
  static async start(options: ControllerManagerOptions): Promise<ControllerManager> {
    const logPath = join(options.folder, 'kube-controller-manager.log');
    const log = await open(logPath, 'a');
    try {
      const child = spawn(options.binary, flags(options), { stdio: ['ignore', log.fd, log.fd] });
      await once(child, 'spawn');
      return new ControllerManager(child, logPath);
    } finally {
      await log.close();
    }
  }

  /** @throws when the process has ended, with the end of its log. */
  async assertRunning(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) return;
    const log = (await readFile(this.#logPath, 'utf8')).slice(-LOG_TAIL_CHARACTERS);
    throw new Error(`kube-controller-manager ended with ${signalCode ?? `exit code ${exitCode}`}:\n${log}`);
  }

  /** Has it do nothing for a while, at any moment: it stands still and runs by turns, each for up to `mostMs`. */
  async stutter(mostMs: number): Promise<void> {
    for (let stands = true; this.#process.kill(stands ? 'SIGSTOP' : 'SIGCONT'); stands = !stands)
      await sleep(Math.random() * mostMs, undefined, { ref: false });
  }

  /** Kills it; it keeps nothing that a graceful end would save. */
  async stop(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#exited;
  }
}
