import { declare, type Overload } from '../declarations.ts';
import { CelError, CelList, LiteralMap, Opaque } from '../values.ts';

interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** An absolute path, or a scheme with what follows it: what Go takes for the target of a request. */
const URL_PATTERN = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/(?:[^/?#@]*@)?([^/?]*))?(\/[^?]*)?(?:\?(.*))?$/iu;

function partsOf(text: string): Parts | undefined {
  const found = URL_PATTERN.exec(text);
  if (found === null || /[\p{Cc}]/u.test(text)) return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = found;
  const absolute = scheme !== '' || path.startsWith('/');
  const sound =
    /^(?:\[[0-9a-f:.%]+\]|[^\s[\]<>"`{}|\\^]*?)(?::\d*)?$/iu.test(host) && !/%(?![0-9a-f]{2})/iu.test(path);
  return absolute && sound ? { scheme: scheme.toLowerCase(), host, path, query } : undefined;
}

function parseUrl(text: string): Opaque {
  const parts = partsOf(text);
  if (parts === undefined)
    throw new CelError(
      `URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
    );
  return new Opaque('kubernetes.URL', parts, text);
}

function of({ content }: Opaque): Parts {
  return content as Parts;
}

const PORT = /:(\d*)$/u;

function hostname(url: Opaque): string {
  return of(url)
    .host.replace(PORT, '')
    .replace(/^\[(.*)\]$/u, '$1');
}

/** What may stand in a path as it is; everything else is escaped, what is escaped already is not. */
function escapedPath(url: Opaque): string {
  return of(url).path.replaceAll(/[^\w\-.~$&+,/:;=@%!'()*]/gu, encodeURIComponent);
}

function queryOf(url: Opaque): LiteralMap {
  const all = [...new URLSearchParams(of(url).query)];
  const map = new LiteralMap();
  for (const [name, values] of Map.groupBy(all, ([key]) => key))
    map.set(name, new CelList(values.map(([, value]) => value)));
  return map;
}

/** @see kubernetes/apiserver:pkg/cel/library/urls.go */
export const URL_FUNCTIONS: readonly Overload[] = [
  declare('isURL(string): bool', (text: string) => partsOf(text) !== undefined),
  declare('url(string): kubernetes.URL', parseUrl),
  declare('kubernetes.URL.getScheme(): string', (url: Opaque) => of(url).scheme),
  declare('kubernetes.URL.getHost(): string', (url: Opaque) => of(url).host),
  declare('kubernetes.URL.getHostname(): string', hostname),
  declare('kubernetes.URL.getPort(): string', (url: Opaque) => PORT.exec(of(url).host)?.[1] ?? ''),
  declare('kubernetes.URL.getEscapedPath(): string', escapedPath),
  declare('kubernetes.URL.getQuery(): map(string, list(string))', queryOf),
];
