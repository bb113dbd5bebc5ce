import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApiServer, type ApiServerOptions } from '../../../lib/apiserver/server.ts';
import { defined, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const run = promisify(execFile);

const MANNERS: readonly ApiServerOptions[] = [{}, { tls: true }, { tls: true, rbac: true }];

suite('the kubeconfig of a server', (test) => {
  for (const manner of MANNERS)
    test(`lets kubectl in, with ${JSON.stringify(manner)}`, async (t) => {
      const kubectl = defined(process.env['OPERATORKIT_KUBECTL'], 'run this with --tier cluster');
      const server = await startApiServer(manner);
      t.defer(() => server.close());
      const folder = await mkdtemp(join(tmpdir(), 'welcome-'));
      t.defer(() => rm(folder, { recursive: true, force: true }));
      const path = join(folder, 'kubeconfig');
      await writeFile(path, server.kubeconfig(), { mode: 0o600 });
      const args = ['--kubeconfig', path, 'get', 'namespace', 'default', '-o', 'name'];
      const asking = run(kubectl, args, { timeout: 20_000 });
      // It would ask for a name and a password.
      asking.child.stdin?.end();
      is((await asking).stdout, 'namespace/default\n');
    });
});
