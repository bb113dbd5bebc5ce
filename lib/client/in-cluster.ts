import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';

import { type Clock, systemClock } from '../../context/index.ts';
import { InvalidConfigError } from '../errors.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './proxy.ts';
import { tokenFromFile } from './token-file.ts';

/** Where the kubelet puts a service account's token, CA and namespace. */
const SERVICE_ACCOUNT_DIRECTORY = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface InClusterOptions {
  /** Default `process.env`. */
  readonly env?: Environment;
  /** Holds `token`, `ca.crt` and `namespace`. Default: where the kubelet puts them. */
  readonly directory?: string;
  /** Says when the token file is looked at again: at most once a minute. Default: real time. */
  readonly clock?: Clock;
}

/** Whether this process runs in a Pod that has a service account. */
export async function isInCluster(options: InClusterOptions = {}): Promise<boolean> {
  const { env = process.env, directory = SERVICE_ACCOUNT_DIRECTORY } = options;
  if (!env['KUBERNETES_SERVICE_HOST'] || !env['KUBERNETES_SERVICE_PORT']) return false;
  return await readFile(join(directory, 'token')).then(
    () => true,
    () => false, // Any reason is the same answer here; inCluster says what is wrong.
  );
}

/**
 * How a Pod reaches the API server of its own cluster.
 *
 * @throws InvalidConfigError when this is no Pod with a service account.
 */
export async function inCluster(options: InClusterOptions = {}): Promise<Connection> {
  const { env = process.env, directory = SERVICE_ACCOUNT_DIRECTORY, clock = systemClock } = options;
  const host = variable(env, 'KUBERNETES_SERVICE_HOST');
  const port = variable(env, 'KUBERNETES_SERVICE_PORT');
  const credentials = tokenFromFile(join(directory, 'token'), clock);
  await credentials({ renew: false }); // Shows now, not at the first request, that it cannot be read.
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    tls: { ca: await readServiceAccountFile(directory, 'ca.crt') },
    credentials,
    namespace: (await readServiceAccountFile(directory, 'namespace')).trim(),
    origin: 'the in-cluster configuration',
  };
}

function variable(env: Environment, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new InvalidConfigError(
    `cannot use the in-cluster configuration: ${name} is not set; outside of a cluster use a kubeconfig`,
  );
}

async function readServiceAccountFile(directory: string, name: string): Promise<string> {
  try {
    return await readFile(join(directory, name), 'utf8');
  } catch (error) {
    throw new InvalidConfigError(
      `cannot use the in-cluster configuration: cannot read ${join(directory, name)}; ` +
        'does the Pod mount its service account token?',
      { cause: error },
    );
  }
}
