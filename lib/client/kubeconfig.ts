import { type Clock, systemClock } from '../../context/index.ts';
import { InvalidConfigError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { type Entry, type Kubeconfig, kubeconfigFiles, readKubeconfig, textIn } from './kubeconfig-file.ts';
import type { Authenticator, PluginUser } from './kubeconfig-plugin.ts';
import { clientTls, serverTls } from './kubeconfig-tls.ts';
import { credentialsOf } from './kubeconfig-user.ts';
import type { Environment } from './proxy.ts';

export interface KubeconfigOptions {
  /** One file, or several joined by the path delimiter. Default: KUBECONFIG, then `~/.kube/config`. */
  readonly kubeconfig?: string;
  /** Default: the current one. */
  readonly context?: string;
  /** Default `process.env`. */
  readonly env?: Environment;
  /** Default: real time. */
  readonly clock?: Clock;
}

/**
 * The API server and the credentials of a kubeconfig's context.
 *
 * @throws InvalidConfigError for a file that is missing or broken, a name that nothing defines, a certificate
 * that cannot be read. What a plugin does wrong shows at the first request.
 */
export async function fromKubeconfig(options: KubeconfigOptions = {}): Promise<Connection> {
  const { env = process.env, clock = systemClock } = options;
  const config = await readKubeconfig(kubeconfigFiles(options.kubeconfig, env));
  const context = findContext(config, options.context);
  const cluster = find(config, config.clusters, 'cluster', context);
  const user = findUser(config, context);
  const credentials =
    user === undefined ? undefined : await credentialsOf(user, cluster, env, clock, loadAuthenticator);
  const proxyUrl = textIn(cluster, 'proxy-url');
  return {
    server: serverOf(cluster),
    tls: { ...(await serverTls(cluster)), ...(user === undefined ? {} : await clientTls(user)) },
    ...(credentials === undefined ? {} : { credentials }),
    ...(proxyUrl === undefined ? {} : { proxyUrl }),
    namespace: textIn(context, 'namespace') ?? 'default',
    origin: `context ${context.name} of ${context.file}`,
  };
}

function findContext(config: Kubeconfig, name: string | undefined): Entry {
  const wanted = name ?? config.currentContext;
  const where = config.files.join(', ');
  const known = config.contexts.map((context) => context.name).join(', ');
  if (wanted === undefined)
    throw new InvalidConfigError(
      `cannot choose a context of ${where}: current-context is not set; it has ${known}`,
    );
  const found = config.contexts.find((context) => context.name === wanted);
  if (found !== undefined) return found;
  throw new InvalidConfigError(
    `cannot find context ${wanted} in ${where}: it has ${known === '' ? 'none' : known}`,
  );
}

function find(config: Kubeconfig, entries: readonly Entry[], what: string, context: Entry): Entry {
  const name = textIn(context, what);
  const found = entries.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  const missing =
    name === undefined ? `context ${context.name} names no ${what}` : `there is no ${what} ${name}`;
  throw new InvalidConfigError(
    `cannot use context ${context.name} of ${config.files.join(', ')}: ${missing}`,
  );
}

/** A context without a user is anonymous. */
function findUser(config: Kubeconfig, context: Entry): Entry | undefined {
  return textIn(context, 'user') === undefined ? undefined : find(config, config.users, 'user', context);
}

function serverOf(cluster: Entry): string {
  const server = textIn(cluster, 'server');
  const url = server === undefined ? null : URL.parse(server.includes('://') ? server : `http://${server}`);
  if (url !== null && ['http:', 'https:'].includes(url.protocol)) return url.href;
  throw new InvalidConfigError(
    `cannot use cluster ${cluster.name} of ${cluster.file}: server must be an http or https URL`,
  );
}

/**
 * client-node as a mere authenticator, for exec plugins, OIDC and the old cloud providers. It is loaded here and
 * nowhere else, and only for users that have one of these: its index pulls in every model, 370 ms and 86 MB.
 *
 * The cluster is a placeholder: with the real one it would read the CA each time and refuse http.
 */
async function loadAuthenticator(user: PluginUser): Promise<Authenticator> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: 'placeholder', server: 'https://placeholder.invalid', skipTLSVerify: false }],
    users: [user],
    contexts: [{ name: 'placeholder', cluster: 'placeholder', user: user.name }],
    currentContext: 'placeholder',
  });
  return async (options) => await config.applyToHTTPSOptions(options);
}
