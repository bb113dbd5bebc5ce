import { InvalidConfigError } from '../errors.ts';

const NAME = 'operatorkit';

/** A token for servers that look at none. */
const ANYBODY = 'anybody';

/** How to reach a server, and as whom. */
export interface KubeconfigFacts {
  /** Empty: nowhere. */
  readonly url: string;
  /** The authority that its clients trust, in PEM form; empty without TLS. */
  readonly ca: string;
  /** Undefined: it lets everybody in. */
  readonly token: string | undefined;
}

/** A kubeconfig with one context. Secret where it has a token. */
export function kubeconfigText({ url, ca, token }: KubeconfigFacts): string {
  if (url === '')
    throw new InvalidConfigError(
      'ApiServerOptions.listen must not be false for a kubeconfig: there is no address',
    );
  // Without TLS there is nothing to verify; some clients refuse plain HTTP unless told so.
  const trust =
    ca === ''
      ? 'insecure-skip-tls-verify: true'
      : `certificate-authority-data: ${Buffer.from(ca).toString('base64')}`;
  // Over TLS, kubectl asks whoever has nothing to show for a name and a password.
  const known = ca === '' ? token : (token ?? ANYBODY);
  // By hand: a library for these lines would take longer to load than the server to start.
  return `apiVersion: v1
kind: Config
clusters:
  - name: ${NAME}
    cluster:
      server: ${JSON.stringify(url)}
      ${trust}
users:
  - name: ${NAME}
    user: ${known === undefined ? '{}' : JSON.stringify({ token: known })}
contexts:
  - name: ${NAME}
    context:
      cluster: ${NAME}
      user: ${NAME}
      namespace: default
current-context: ${NAME}
`;
}
