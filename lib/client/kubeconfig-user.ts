import type { Clock } from '../../context/index.ts';
import { InvalidConfigError } from '../errors.ts';
import { type CredentialSource, bearer } from './credentials.ts';
import { type Entry, pathIn, textIn } from './kubeconfig-file.ts';
import { type LoadAuthenticator, pluginCredentials } from './kubeconfig-plugin.ts';
import type { Environment } from './proxy.ts';
import { tokenFromFile } from './token-file.ts';

/** What a user sends with each request; undefined where that is nothing. */
export async function credentialsOf(
  user: Entry,
  cluster: Entry,
  env: Environment,
  clock: Clock,
  loadAuthenticator: LoadAuthenticator,
): Promise<CredentialSource | undefined> {
  const source = await identityOf(user, cluster, env, clock, loadAuthenticator);
  const extra = impersonation(user);
  if (Object.keys(extra).length === 0) return source;
  return async (options) => {
    const credentials = (await source?.(options)) ?? { headers: {} };
    return { ...credentials, headers: { ...credentials.headers, ...extra } };
  };
}

/** The first that is there, in the order of kubectl: token file, token, password, plugins. */
async function identityOf(
  user: Entry,
  cluster: Entry,
  env: Environment,
  clock: Clock,
  loadAuthenticator: LoadAuthenticator,
): Promise<CredentialSource | undefined> {
  const tokenFile = pathIn(user, 'tokenFile');
  if (tokenFile !== undefined) {
    const source = tokenFromFile(tokenFile, clock);
    await source({ renew: false }).catch((cause: unknown) => {
      throw new InvalidConfigError(`cannot use user ${user.name} of ${user.file}`, { cause });
    });
    return source;
  }
  const token = textIn(user, 'token');
  if (token !== undefined) return () => Promise.resolve(bearer(token));
  const username = textIn(user, 'username');
  if (username !== undefined) return basic(username, textIn(user, 'password') ?? '');
  return pluginCredentials(user, cluster, env, clock, loadAuthenticator);
}

function basic(username: string, password: string): CredentialSource {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return () => Promise.resolve({ headers: { authorization } });
}

/** @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation */
function impersonation(user: Entry): Readonly<Record<string, string | readonly string[]>> {
  const name = textIn(user, 'as');
  const uid = textIn(user, 'as-uid');
  const groups = strings(user.fields['as-groups']);
  return {
    ...(name === undefined ? {} : { 'impersonate-user': name }),
    ...(uid === undefined ? {} : { 'impersonate-uid': uid }),
    ...(groups.length === 0 ? {} : { 'impersonate-group': groups }),
    ...extraHeaders(user.fields['as-user-extra']),
  };
}

function extraHeaders(extra: unknown): Readonly<Record<string, readonly string[]>> {
  const pairs = Object.entries(typeof extra === 'object' && extra !== null ? extra : {});
  return Object.fromEntries(
    pairs.map(([key, values]) => [
      `impersonate-extra-${encodeURIComponent(key.toLowerCase())}`,
      strings(values),
    ]),
  );
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
