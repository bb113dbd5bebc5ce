import { InvalidConfigError } from '../errors.ts';
import { formatYaml } from './requests/yaml.ts';

const NAME = 'operatorkit';

/** A kubeconfig for a server that speaks plain HTTP and lets everybody in. */
export function kubeconfigText(url: string): string {
  if (url === '')
    throw new InvalidConfigError(
      'ApiServerOptions.listen must not be false for a kubeconfig: there is no address',
    );
  return formatYaml({
    apiVersion: 'v1',
    kind: 'Config',
    // Without TLS there is nothing to verify; some clients refuse plain HTTP unless told so.
    clusters: [{ name: NAME, cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: NAME, user: {} }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, namespace: 'default' } }],
    'current-context': NAME,
  });
}
