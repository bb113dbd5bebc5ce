import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { checkServerIdentity } from 'node:tls';

import { parseYaml } from '../../../lib/apiserver/requests/yaml.ts';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import { selfSigned } from '../../../lib/apiserver/tls.ts';
import { equal, is, match, not, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const NOW = Date.UTC(2030, 0, 2, 3, 4, 5);

function get(url: string, ca: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const call = request(url, { ca, agent: false }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode));
  });
  call.on('error', reject);
  call.end();
  return promise;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: Readonly<Record<string, unknown>> }[];
}

suite('selfSigned', (test) => {
  test('makes a certificate for its names that its authority vouches for', () => {
    const files = selfSigned(['localhost', '127.0.0.1', '::1', 'fe80::1:2'], NOW);
    const [cert, ca] = [new X509Certificate(files.cert), new X509Certificate(files.ca)];
    ok(cert.checkIssued(ca) && cert.verify(ca.publicKey));
    ok(ca.ca && !cert.ca);
    is(cert.checkHost('localhost'), 'localhost');
    for (const address of ['127.0.0.1', '::1', 'fe80::1:2']) is(cert.checkIP(address), address);
    is(cert.checkHost('example.com'), undefined);
    is(checkServerIdentity('localhost', cert.toLegacyObject()), undefined);
    equal([cert.validFrom, cert.validTo], ['Jan  1 03:04:05 2030 GMT', 'Jan  2 03:04:05 2031 GMT']);
    match(files.key, /^-----BEGIN PRIVATE KEY-----/u);
  });

  test('makes another authority each time', () => {
    const [one, two] = [selfSigned(['a'], NOW), selfSigned(['a'], NOW)];
    not(new X509Certificate(one.cert).verify(new X509Certificate(two.ca).publicKey));
  });
});

suite('startApiServer with TLS', (test) => {
  test('serves those who trust its authority, and nobody else', async () => {
    await using server = await startApiServer({ tls: true });
    match(server.url, /^https:/u);
    const { clusters } = parseYaml(server.kubeconfig()) as Kubeconfig;
    const { cluster = {} } = clusters[0] ?? {};
    equal(Object.keys(cluster), ['server', 'certificate-authority-data']);
    const ca = Buffer.from(String(cluster['certificate-authority-data']), 'base64').toString();
    is(await get(`${server.url}/readyz`, ca), 200);
    is(await get(`https://localhost:${server.port}/readyz`, ca), 200);
    await rejects(
      () => get(`${server.url}/readyz`, selfSigned(['127.0.0.1'], Date.now()).ca),
      /unable to verify|self-signed/u,
    );
  });

  test('puts its authority into each namespace', async () => {
    await using server = await startApiServer({ tls: true, listen: false });
    const bundle = server.storage.get('configmaps', 'default/kube-root-ca.crt');
    match(JSON.stringify(bundle?.['data']), /BEGIN CERTIFICATE/u);
  });

  test('takes files from outside, and refuses those that are none without showing the key', async () => {
    const files = selfSigned(['127.0.0.1'], Date.now());
    await using server = await startApiServer({ tls: files });
    is(await get(`${server.url}/readyz`, files.ca), 200);
    const error = await rejects(
      () => startApiServer({ tls: { ...files, key: 'my secret key' } }),
      /^ApiServerOptions\.tls\.key must be a private key in PEM form$/u,
    );
    not(JSON.stringify(error).includes('my secret'));
    await rejects(() => startApiServer({ tls: { ...files, ca: '' } }), /^ApiServerOptions\.tls\.ca must be/u);
  });

  test('survives being stopped and resumed', async () => {
    const files = selfSigned(['127.0.0.1'], Date.now());
    await using server = await startApiServer({ tls: files });
    await server.stop();
    await rejects(() => get(`${server.url}/readyz`, files.ca), /ECONNREFUSED/u);
    await server.resume();
    is(await get(`${server.url}/readyz`, files.ca), 200);
  });
});
