import type { Client } from '../../lib/client/client.ts';
import { clientOf, findConnection } from '../../lib/client/connect.ts';
import { bearer, type CredentialSource } from '../../lib/client/credentials.ts';
import { isForbidden, isUnauthorized } from '../../lib/client/errors.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { is, match, ok, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const REF = { namespace: 'default', name: 'a' };

/** A client that trusts the cluster, and that the cluster does not know. */
async function stranger(credentials?: CredentialSource): Promise<Client> {
  const kubeconfig = process.env['OPERATORKIT_KUBECONFIG'] ?? '';
  const { server, tls, namespace, origin } = await findConnection({ kubeconfig });
  const known = { server, tls: { ...(tls.ca && { ca: tls.ca }) }, namespace, origin };
  return clientOf(credentials === undefined ? known : { ...known, credentials }, { env: {} });
}

const wrongToken: CredentialSource = async () => bearer('not-a-token');

suite('a client that a real API server does not know', (test) => {
  test('is told to check its token', async ({ ctx }) => {
    await using client = await stranger(wrongToken);
    const error = await rejects(client.get(ctx, ConfigMap, REF), isUnauthorized);
    match(
      (error as Error).message,
      /^cannot GET .*configmaps\/a: Unauthorized \(401 Unauthorized\); check the credentials/,
    );
  });

  test('is told who may not do what', async ({ ctx }) => {
    await using client = await stranger();
    const error = await rejects(client.get(ctx, ConfigMap, REF), isForbidden);
    match(
      (error as Error).message,
      /: configmaps "a" is forbidden: User "system:anonymous" cannot get resource "configmaps"/,
    );
  });

  test('goes on trying as an informer, and says why it cannot', async ({ ctx }) => {
    await using client = await stranger(wrongToken);
    const informer = newInformer<ConfigMap>({ client, kind: ConfigMap, namespace: 'default' });
    const stop = new AbortController();
    const running = informer.run(ctx.withSignal(stop.signal));
    const health = await eventually(
      () => informer.health(),
      ({ error }) => error !== undefined,
      { signal: ctx.signal },
    );
    ok(isUnauthorized(health.error));
    is(health.running, true);
    stop.abort(new Error('enough'));
    await running;
  });
});
