import { BlockList, isIP, isIPv6 } from 'node:net';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a server by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` (or their lower-case forms), with the
 * rules of Go's programs, since clusters are set up for those: entries are hosts, domains, addresses, networks
 * such as `10.0.0.0/8`, or `*`; loopback never goes through a proxy.
 *
 * @see golang/net:http/httpproxy/proxy.go
 */
export function proxyFromEnvironment(server: string, env: Environment): string | undefined {
  const url = URL.parse(server);
  if (url === null) return undefined;
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = variable(env, name);
  if (proxy === undefined) return undefined;
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = url.port === '' ? defaultPort(url) : url.port;
  if (isLoopback(host) || isExcepted(host, port, variable(env, 'NO_PROXY') ?? '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function variable(env: Environment, name: string): string | undefined {
  const value = env[name] ?? env[name.toLowerCase()];
  return value === undefined || value === '' ? undefined : value;
}

function defaultPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isExcepted(host: string, port: string, noProxy: string): boolean {
  return noProxy
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matches(host.toLowerCase(), port, entry));
}

function matches(host: string, port: string, entry: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isIP(host) !== 0 && isInNetwork(host, entry);
  if (isIP(entry) !== 0) return host === entry;
  const [, name = entry, entryPort = port] = /^(.+):(\d+)$/.exec(entry) ?? [];
  if (entryPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  // A leading dot means the domain's hosts without the domain itself.
  return host.endsWith(`.${domain}`) || (domain === name && host === domain);
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const prefix = Number(bits);
  if (isIP(address) === 0 || !Number.isInteger(prefix) || prefix > (family === 'ipv6' ? 128 : 32))
    return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}
