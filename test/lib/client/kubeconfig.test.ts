import { delimiter, join } from 'node:path';

import { background } from '../../../context/index.ts';
import { connect } from '../../../lib/client/connect.ts';
import { isUnreachable } from '../../../lib/client/errors.ts';
import { fromKubeconfig } from '../../../lib/client/kubeconfig.ts';
import { errorMessage, isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, match, not, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';
import { sendJson, startWireServer } from './wire-server.ts';

interface Parts {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
  readonly current?: string | null;
}

/** A kubeconfig as JSON, which is YAML. */
function kubeconfig({ cluster, user, context, current = 'main' }: Parts = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: [{ name: 'c', cluster: cluster ?? { server: 'https://api.example:6443' } }],
    users: [{ name: 'u', user: user ?? {} }],
    contexts: [{ name: 'main', context: context ?? { cluster: 'c', user: 'u' } }],
  });
}

const BASE64 = Buffer.from('PEM').toString('base64');

const BROKEN: Readonly<
  Record<string, { readonly text: string; readonly says: RegExp; readonly context?: string }>
> = {
  'an empty file': { text: '', says: /it is empty or no mapping/ },
  'a list': { text: '[]', says: /it is empty or no mapping/ },
  'no YAML': { text: 'users:\n  - token: "SECRET\n  x: [', says: /line \d+ is no YAML \(\w+\)/ },
  'clusters that are no list': { text: '{"clusters": {}}', says: /clusters must be a list/ },
  'a user without a name': {
    text: '{"users": [{"user": {"token": "SECRET"}}]}',
    says: /users\[0\] must have a name/,
  },
  'no current context': {
    text: kubeconfig({ current: null }),
    says: /current-context is not set; it has main/,
  },
  'a current context that is not there': {
    text: kubeconfig({ current: 'x' }),
    says: /cannot find context x in .*: it has main/,
  },
  'a context asked for that is not there': {
    text: kubeconfig(),
    context: 'y',
    says: /cannot find context y/,
  },
  'a cluster that is not there': {
    text: kubeconfig({ context: { cluster: 'x', user: 'u' } }),
    says: /there is no cluster x/,
  },
  'a context without a cluster': {
    text: kubeconfig({ context: { user: 'u' } }),
    says: /context main names no cluster/,
  },
  'a user that is not there': {
    text: kubeconfig({ context: { cluster: 'c', user: 'x' } }),
    says: /there is no user x/,
  },
  'a cluster without a server': {
    text: kubeconfig({ cluster: {} }),
    says: /server must be an http or https URL/,
  },
  'a server that is no URL': {
    text: kubeconfig({ cluster: { server: 'ftp://x' } }),
    says: /server must be an http or https URL/,
  },
  'a CA file that is not there': {
    text: kubeconfig({ cluster: { server: 'https://x', 'certificate-authority': 'none.crt' } }),
    says: /cannot read .*none\.crt, the certificate-authority of c/,
  },
  'a certificate file that is not there': {
    text: kubeconfig({ user: { 'client-certificate': 'none.crt', 'client-key-data': BASE64 } }),
    says: /cannot read .*none\.crt, the client-certificate of u/,
  },
  'a certificate without a key': {
    text: kubeconfig({ user: { 'client-certificate-data': BASE64 } }),
    says: /client-certificate and client-key go together/,
  },
  'a token file that is not there': {
    text: kubeconfig({ user: { tokenFile: 'none' } }),
    says: /cannot use user u/,
  },
  'an exec plugin without a command': {
    text: kubeconfig({ user: { exec: {} } }),
    says: /exec\.command must not be empty/,
  },
  'an exec plugin that is not installed': {
    text: kubeconfig({ user: { exec: { command: 'no-such-plugin', installHint: 'Get it at the shop.' } } }),
    says: /there is no command no-such-plugin: Get it at the shop\./,
  },
};

async function connection(
  folder: TemporaryFolder,
  parts: Parts,
  clock?: VirtualClock,
): ReturnType<typeof fromKubeconfig> {
  const file = await folder.write('config', kubeconfig(parts));
  return await fromKubeconfig({
    kubeconfig: file,
    env: process.env,
    ...(clock === undefined ? {} : { clock }),
  });
}

suite('fromKubeconfig', (test) => {
  for (const [name, { text, says, context }] of Object.entries(BROKEN)) {
    test(`says what is wrong with ${name}`, async () => {
      await using folder = await temporaryFolder();
      const file = await folder.write('config', text);
      const error = await rejects(
        fromKubeconfig({ kubeconfig: file, env: {}, ...(context === undefined ? {} : { context }) }),
        says,
      );
      ok(isInvalidConfig(error));
      match(errorMessage(error), file);
      not(errorMessage(error).includes('SECRET'));
    });
  }

  test('says that a file is not there, or none of several', async () => {
    await using folder = await temporaryFolder();
    const [a, b] = [join(folder.path, 'a'), join(folder.path, 'b')];
    await rejects(fromKubeconfig({ kubeconfig: a }), /there is no such file; set KUBECONFIG/);
    await rejects(fromKubeconfig({ env: { KUBECONFIG: a + delimiter + b } }), /none of .*a, .*b exists/);
    await rejects(fromKubeconfig({ env: { HOME: folder.path } }), /\.kube.config: there is no such file/);
  });

  test('reads server, TLS, proxy and namespace, with paths relative to the file', async () => {
    await using folder = await temporaryFolder();
    await folder.write('pki/ca.crt', 'CA');
    const { credentials, ...rest } = await connection(folder, {
      cluster: {
        server: 'https://api.example:6443/x',
        'certificate-authority': 'pki/ca.crt',
        'tls-server-name': 'inner',
        'insecure-skip-tls-verify': true,
        'proxy-url': 'http://proxy:3128',
      },
      user: { 'client-certificate-data': BASE64, 'client-key-data': BASE64 },
      context: { cluster: 'c', user: 'u', namespace: 'n' },
    });
    equal(rest, {
      server: 'https://api.example:6443/x',
      tls: {
        ca: Buffer.from('CA'),
        serverName: 'inner',
        insecureSkipVerify: true,
        cert: Buffer.from('PEM'),
        key: Buffer.from('PEM'),
      },
      proxyUrl: 'http://proxy:3128',
      namespace: 'n',
      origin: `context main of ${join(folder.path, 'config')}`,
    });
    is(credentials, undefined);
  });

  test('joins several files: the first that defines a name wins', async () => {
    await using folder = await temporaryFolder();
    const first = await folder.write('1', '{"current-context": "main"}');
    const second = await folder.write('2', kubeconfig({ user: { token: 'second' }, current: 'x' }));
    const third = await folder.write('3', kubeconfig({ user: { token: 'third' } }));
    const made = await fromKubeconfig({
      env: { KUBECONFIG: [first, 'none', second, third].join(delimiter) },
    });
    equal(await made.credentials?.({ renew: false }), { headers: { authorization: 'Bearer second' } });
  });

  const IDENTITIES = {
    'a token': { user: { token: 't' }, want: { authorization: 'Bearer t' } },
    'a token file, which wins': {
      user: { token: 't', tokenFile: 'token' },
      want: { authorization: 'Bearer from file' },
    },
    'a password': { user: { username: 'a', password: 'b' }, want: { authorization: 'Basic YTpi' } },
    impersonation: {
      user: {
        token: 't',
        as: 'x',
        'as-uid': 'i',
        'as-groups': ['g', 'h'],
        'as-user-extra': { 'Acme/Role': ['r'] },
      },
      want: {
        authorization: 'Bearer t',
        'impersonate-user': 'x',
        'impersonate-uid': 'i',
        'impersonate-group': ['g', 'h'],
        'impersonate-extra-acme%2Frole': ['r'],
      },
    },
  };
  for (const [name, { user, want }] of Object.entries(IDENTITIES)) {
    test(`knows ${name}`, async () => {
      await using folder = await temporaryFolder();
      await folder.write('token', 'from file\n');
      const { credentials } = await connection(folder, { user });
      equal((await defined(credentials)({ renew: false })).headers, want);
    });
  }
});

/** An exec plugin that counts its runs in a file and shows what it was told. */
function plugin(expires: string): string {
  return `#!/bin/sh
echo run >> "$(dirname "$0")/runs"
n=$(wc -l < "$(dirname "$0")/runs" | tr -d ' ')
case "$KUBERNETES_EXEC_INFO" in *'"kind":"ExecCredential"'*) ;; *) echo "not told" >&2; exit 1 ;; esac
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"'"$EXTRA$n"'","expirationTimestamp":"${expires}"}}'
`;
}

suite('exec plugins of fromKubeconfig', (test) => {
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: './plugin',
    env: [{ name: 'EXTRA', value: 'run-' }],
  };

  test(
    'run once for many requests, and again after a 401',
    async () => {
      await using folder = await temporaryFolder();
      await folder.write('plugin', plugin('2999-01-01T00:00:00Z'), 0o700);
      const clock = new VirtualClock();
      const credentials = defined((await connection(folder, { user: { exec } }, clock)).credentials);
      const ask = async (renew: boolean): Promise<unknown> =>
        (await credentials({ renew })).headers['authorization'];
      equal(
        await Promise.all([ask(false), ask(false), ask(false)]),
        Array.from({ length: 3 }, () => 'Bearer run-1'),
      );
      is(await ask(false), 'Bearer run-1');
      is(await ask(true), 'Bearer run-2');
      is(await ask(true), 'Bearer run-2', 'a storm of 401s does not start a storm of processes');
      await clock.advance(10_000);
      is(await ask(true), 'Bearer run-3');
    },
    { timeoutMs: 10_000 },
  );

  test('run again when what they gave has expired', async () => {
    await using folder = await temporaryFolder();
    await folder.write('plugin', plugin('2000-01-01T00:00:00Z'), 0o700);
    const credentials = defined((await connection(folder, { user: { exec } })).credentials);
    equal((await credentials({ renew: false })).headers, { authorization: 'Bearer run-1' });
    equal((await credentials({ renew: false })).headers, { authorization: 'Bearer run-2' });
  });

  test('that fail make the server unreachable', async () => {
    await using folder = await temporaryFolder();
    await folder.write('plugin', '#!/bin/sh\necho broken >&2; exit 1\n', 0o700);
    const credentials = defined((await connection(folder, { user: { exec } })).credentials);
    const error = await rejects(credentials({ renew: false }), /cannot get credentials of user u/);
    ok(isUnreachable(error));
    match(errorMessage(error), 'broken');
  });
});

suite('connect', (test) => {
  test('makes a client of the kubeconfig', async () => {
    await using folder = await temporaryFolder();
    await using server = await startWireServer((request, response) =>
      sendJson(response, 200, { data: { auth: request.headers.authorization } }),
    );
    const file = await folder.write(
      'config',
      kubeconfig({ cluster: { server: server.url }, user: { token: 't' } }),
    );
    await using client = await connect({ kubeconfig: file, env: {} });
    equal((await client.get(background(), ConfigMap, { namespace: 'a', name: 'b' })).data, {
      auth: 'Bearer t',
    });
  });

  test('insists on the cluster where that is asked for', async () => {
    await rejects(connect({ inCluster: true, env: {} }), /in-cluster configuration/);
  });

  test('leaves the cluster alone where a kubeconfig is named', async () => {
    await using folder = await temporaryFolder();
    const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
    await using client = await connect({ kubeconfig: await folder.write('config', kubeconfig()), env });
    is(client.transport.host, 'api.example:6443');
  });
});
