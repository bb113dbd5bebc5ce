import { accessSync, constants } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { delimiter, join, resolve } from 'node:path';

import type { Clock } from '../../context/index.ts';
import { InvalidConfigError } from '../errors.ts';
import { type JsonObject, isJsonObject } from '../object/json.ts';
import { type CredentialSource, type Credentials, sharedWhileRunning } from './credentials.ts';
import { UnreachableError } from './errors.ts';
import { type Entry, directoryOf } from './kubeconfig-file.ts';
import type { Environment } from './proxy.ts';

/** Adds what a user's plugin says to the options of a request. */
export type Authenticator = (options: RequestOptions) => Promise<void>;

/** Makes an authenticator that remembers nothing yet, for a user as client-node has it. */
export type LoadAuthenticator = (user: PluginUser) => Promise<Authenticator>;

/** A user of a kubeconfig, in client-node's spelling. */
export interface PluginUser {
  readonly name: string;
  readonly exec?: object;
  readonly authProvider?: object;
}

/** A plugin that just ran gives the same again; a storm of 401s must not start a storm of processes. */
const RENEW_AT_MOST_EVERY_MS = 10_000;

/**
 * The credentials of a user with `exec` or `auth-provider`; undefined for one without.
 *
 * client-node keeps what a plugin gave until it expires. After a 401 it is asked anew, with nothing kept.
 *
 * @throws InvalidConfigError when an exec plugin's command does not exist.
 */
export function pluginCredentials(
  user: Entry,
  cluster: Entry,
  env: Environment,
  clock: Clock,
  load: LoadAuthenticator,
): CredentialSource | undefined {
  const { exec, 'auth-provider': provider } = user.fields;
  if (!isJsonObject(exec) && !isJsonObject(provider)) return undefined;
  const plugin = isJsonObject(exec) ? { exec: completeExec(user, cluster, exec, env) } : {};
  const source = new PluginSource(user, load, {
    name: user.name,
    ...plugin,
    ...(isJsonObject(provider) ? { authProvider: structuredClone(provider) } : {}),
  });
  let renewedAtMs = -Infinity;
  return async ({ renew }) => {
    if (renew && clock.monotonic() - renewedAtMs >= RENEW_AT_MOST_EVERY_MS) {
      renewedAtMs = clock.monotonic();
      source.forget();
    }
    return await source.credentials();
  };
}

class PluginSource {
  /** Concurrent requests share one run of the plugin, which client-node alone would start for each. */
  readonly credentials: () => Promise<Credentials>;
  readonly #load: LoadAuthenticator;
  readonly #user: PluginUser;
  #authenticate: Authenticator | undefined;

  constructor(entry: Entry, load: LoadAuthenticator, user: PluginUser) {
    this.#load = load;
    this.#user = user;
    this.credentials = sharedWhileRunning(() => this.#ask(entry));
  }

  forget(): void {
    this.#authenticate = undefined;
  }

  async #ask(entry: Entry): Promise<Credentials> {
    this.#authenticate ??= await this.#load(this.#user);
    const options: RequestOptions = { headers: {} };
    try {
      await this.#authenticate(options);
    } catch (error) {
      throw new UnreachableError(`cannot get credentials of user ${entry.name} in ${entry.file}`, {
        cause: error,
      });
    }
    return credentialsIn(options);
  }
}

function credentialsIn({ headers, cert, key }: RequestOptions): Credentials {
  const pairs = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const certificate = isPem(cert) && isPem(key) ? { certificate: { cert, key } } : {};
  return { headers: Object.fromEntries(pairs) as Credentials['headers'], ...certificate };
}

function isPem(value: unknown): value is string | Buffer {
  return typeof value === 'string' || Buffer.isBuffer(value);
}

/**
 * The plugin as client-node shall run it: with the path made absolute, and with what the protocol says a plugin
 * is told, which client-node leaves out.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
function completeExec(user: Entry, cluster: Entry, exec: JsonObject, env: Environment): object {
  const command = commandOf(user, exec, env);
  const { apiVersion = 'client.authentication.k8s.io/v1', provideClusterInfo } = exec;
  const spec = {
    interactive: false,
    ...(provideClusterInfo === true ? { cluster: clusterInfo(cluster) } : {}),
  };
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  const own = Array.isArray(exec['env']) ? (exec['env'] as readonly unknown[]) : [];
  return { ...exec, command, env: [...own, { name: 'KUBERNETES_EXEC_INFO', value: info }] };
}

function commandOf(user: Entry, exec: JsonObject, env: Environment): string {
  const { command, installHint } = exec;
  if (typeof command !== 'string' || command === '')
    throw new InvalidConfigError(
      `cannot use user ${user.name} of ${user.file}: exec.command must not be empty`,
    );
  const found = /[/\\]/.test(command)
    ? [resolve(directoryOf(user), command)]
    : (env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, command));
  const path = found.find(isExecutable);
  if (path !== undefined) return path;
  const hint =
    typeof installHint === 'string' ? `: ${installHint.trim()}` : '; install it or correct exec.command';
  throw new InvalidConfigError(
    `cannot use user ${user.name} of ${user.file}: there is no command ${command}${hint}`,
  );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // Missing or not ours to run: the same to us.
  }
}

function clusterInfo(cluster: Entry): object {
  return {
    server: cluster.fields['server'],
    'tls-server-name': cluster.fields['tls-server-name'],
    'insecure-skip-tls-verify': cluster.fields['insecure-skip-tls-verify'],
    'certificate-authority-data': cluster.fields['certificate-authority-data'],
    'proxy-url': cluster.fields['proxy-url'],
  };
}
