import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Connection } from '../../../lib/client/connection.ts';
import { inCluster, isInCluster } from '../../../lib/client/in-cluster.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

const ENV = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

async function serviceAccount(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await folder.write('token', 'first\n');
  await folder.write('ca.crt', 'the CA');
  await folder.write('namespace', 'mine\n');
  return folder;
}

async function tokenOf(connection: Connection, renew = false): Promise<unknown> {
  return (await defined(connection.credentials)({ renew })).headers['authorization'];
}

suite('inCluster', (test) => {
  test('reads what the kubelet provides', async () => {
    await using folder = await serviceAccount();
    const { credentials, ...rest } = await inCluster({ env: ENV, directory: folder.path });
    equal(rest, {
      server: 'https://10.96.0.1:443',
      tls: { ca: 'the CA' },
      namespace: 'mine',
      origin: 'the in-cluster configuration',
    });
    ok(credentials);
  });

  test('puts an address of version 6 into brackets', async () => {
    await using folder = await serviceAccount();
    const env = { ...ENV, KUBERNETES_SERVICE_HOST: 'fd00::1' };
    is((await inCluster({ env, directory: folder.path })).server, 'https://[fd00::1]:443');
  });

  test('reads the token again after a minute, not before', async () => {
    await using folder = await serviceAccount();
    const clock = new VirtualClock();
    const connection = await inCluster({ env: ENV, directory: folder.path, clock });
    await folder.write('token', 'second');
    is(await tokenOf(connection), 'Bearer first');
    await clock.advance(60_000);
    is(await tokenOf(connection), 'Bearer second');
  });

  test('reads the token again after a 401', async () => {
    await using folder = await serviceAccount();
    const clock = new VirtualClock();
    const connection = await inCluster({ env: ENV, directory: folder.path, clock });
    await folder.write('token', 'second');
    await clock.advance(1000);
    is(await tokenOf(connection, true), 'Bearer second');
  });

  test('keeps the token while its file is away or empty', async () => {
    await using folder = await serviceAccount();
    const clock = new VirtualClock();
    const connection = await inCluster({ env: ENV, directory: folder.path, clock });
    await folder.write('token', '');
    await clock.advance(60_000);
    is(await tokenOf(connection), 'Bearer first');
    await rm(join(folder.path, 'token'));
    await clock.advance(60_000);
    is(await tokenOf(connection), 'Bearer first');
  });

  test('says which variable is missing', async () => {
    const error = await rejects(
      inCluster({ env: {} }),
      /KUBERNETES_SERVICE_HOST is not set; outside of a cluster/,
    );
    ok(isInvalidConfig(error));
  });

  for (const name of ['token', 'ca.crt', 'namespace']) {
    test(`says that ${name} is missing`, async () => {
      await using folder = await serviceAccount();
      await rm(join(folder.path, name));
      const error = await rejects(inCluster({ env: ENV, directory: folder.path }), new RegExp(name));
      ok(isInvalidConfig(error));
    });
  }
});

suite('isInCluster', (test) => {
  test('holds where both the variables and a token are there', async () => {
    await using folder = await serviceAccount();
    is(await isInCluster({ env: ENV, directory: folder.path }), true);
    is(await isInCluster({ env: {}, directory: folder.path }), false);
    is(await isInCluster({ env: ENV, directory: join(folder.path, 'none') }), false);
  });
});
