import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { is, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { findBinaries } from './binaries.ts';

suite('findBinaries', (test) => {
  test('prefers KUBEBUILDER_ASSETS to the cache', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'operatorkit-assets-'));
    for (const name of ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl']) {
      await writeFile(join(folder.path, name), '', { mode: 0o700 });
    }
    const env = { KUBEBUILDER_ASSETS: folder.path, OPERATORKIT_CACHE: '/nowhere' };
    is(findBinaries(env).kubectl, join(folder.path, 'kubectl'));
  });

  test('names what KUBEBUILDER_ASSETS lacks, such as the controller-manager that setup-envtest leaves out', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'operatorkit-assets-'));
    for (const name of ['etcd', 'kube-apiserver', 'kubectl']) {
      await writeFile(join(folder.path, name), '', { mode: 0o700 });
    }
    throws(
      () => findBinaries({ KUBEBUILDER_ASSETS: folder.path }),
      /^(Error: )?cannot find kube-controller-manager in .*unset KUBEBUILDER_ASSETS/,
    );
  });

  test('says how to build what the cache lacks', () => {
    throws(
      () => findBinaries({ OPERATORKIT_CACHE: '/nowhere' }),
      /cannot find etcd, .*npm run control-plane:build/,
    );
  });
});
