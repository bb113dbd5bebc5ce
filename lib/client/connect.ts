import { type Clock, systemClock } from '../../context/index.ts';
import type { Client } from './client.ts';
import type { Connection } from './connection.ts';
import { type ClientOptions, newClient } from './http-client.ts';
import { inCluster, isInCluster } from './in-cluster.ts';
import { fromKubeconfig } from './kubeconfig.ts';
import { type Environment, proxyFromEnvironment } from './proxy.ts';
import { newUndiciTransport } from './undici-transport.ts';

export interface ConnectionOptions {
  /** The address of an API server that asks for no credentials, such as one in process; nothing else is read. */
  readonly server?: string;
  /**
   * A kubeconfig file, or several joined by the system's path delimiter; the first that defines something
   * wins. Default: the variable KUBECONFIG, then `~/.kube/config`.
   */
  readonly kubeconfig?: string;
  /** A context of the kubeconfig. Default: its current one. */
  readonly context?: string;
  /**
   * True: the Pod's service account and nothing else; false: never that. Default: the service account in a
   * Pod, unless `kubeconfig` or `context` is given.
   */
  readonly inCluster?: boolean;
  /** Default `process.env`. */
  readonly env?: Environment;
  /** Says when tokens are looked at again. Default: real time. */
  readonly clock?: Clock;
}

export interface ConnectOptions extends ConnectionOptions, Omit<ClientOptions, 'transport'> {
  /** See `newUndiciTransport`. Default 32. */
  readonly connections?: number;
}

/**
 * Finds out which API server is meant. Reads files, sends nothing.
 *
 * @throws InvalidConfigError that says what is missing or wrong, in which file, and what to do.
 */
export async function findConnection(options: ConnectionOptions = {}): Promise<Connection> {
  const { server, kubeconfig, context, env = process.env, clock = systemClock } = options;
  if (server !== undefined)
    return { server, tls: {}, namespace: 'default', origin: 'ConnectionOptions.server' };
  const named = kubeconfig !== undefined || context !== undefined;
  if (options.inCluster ?? (!named && (await isInCluster({ env })))) return await inCluster({ env, clock });
  return await fromKubeconfig({
    env,
    clock,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  });
}

/** A client for a connection that is known. */
export function clientOf(connection: Connection, options: Omit<ConnectOptions, 'kubeconfig'> = {}): Client {
  const { server, tls, credentials } = connection;
  const proxyUrl = connection.proxyUrl ?? proxyFromEnvironment(server, options.env ?? process.env);
  const transport = newUndiciTransport({
    server,
    tls,
    ...(credentials === undefined ? {} : { credentials }),
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
    ...(options.connections === undefined ? {} : { connections: options.connections }),
  });
  return newClient({ ...options, transport });
}

/**
 * A client of the cluster that this process belongs to or that the kubeconfig names. Sends nothing yet.
 *
 * @throws InvalidConfigError, see {@link findConnection}.
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  return clientOf(await findConnection(options), options);
}
