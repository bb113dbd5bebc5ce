import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { equal, is, match } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { cacheFolder } from './pins.ts';

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command with a `go` of the test's making, or none, and a cache of its own. */
async function build(folder: string, go?: string): Promise<Outcome> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  if (go !== undefined) {
    await writeFile(join(bin, 'go'), `#!/bin/sh\n${go}\n`);
    await chmod(join(bin, 'go'), 0o700);
  }
  const env = { PATH: bin, OPERATORKIT_CACHE: folder };
  return spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { env, encoding: 'utf8' });
}

const newFolder = () => mkdtempDisposable(join(tmpdir(), 'operatorkit-build-'));

/** Answers as Go does, and "builds" by writing the file that follows `-o`. */
const WORKING_GO = `
case "$1" in
  env) echo go1.26.0 ;;
  build) while [ "$1" != -o ]; do shift; done; echo built >"$2" ;;
esac`;

suite(
  'build',
  (test) => {
    test('says what to install where Go is missing', async () => {
      await using folder = await newFolder();
      const { status, stderr } = await build(folder.path);
      is(status, 1);
      match(stderr, /^cannot build the control plane: there is no `go` on the PATH\. Install Go 1\.26/m);
    });

    test('says what to install where Go is too old', async () => {
      await using folder = await newFolder();
      const { status, stderr } = await build(
        folder.path,
        'echo "go: go.mod requires go >= 1.26.0" >&2; exit 1',
      );
      is(status, 1);
      match(stderr, /^cannot build the control plane: .*too old.*go\.mod requires go >= 1\.26\.0/ms);
    });

    test('builds every binary once and prints their folder', async () => {
      await using folder = await newFolder();
      const want = cacheFolder({ OPERATORKIT_CACHE: folder.path });
      const first = await build(folder.path, WORKING_GO);
      equal([first.status, first.stdout.trim()], [0, want]);
      equal((await readdir(want)).toSorted(), [
        'etcd',
        'kube-apiserver',
        'kube-controller-manager',
        'kubectl',
      ]);
      const second = await build(folder.path, 'exit 1');
      equal([second.status, second.stdout.trim(), second.stderr], [0, want, '']);
    });

    test('leaves nothing behind when a build fails', async () => {
      await using folder = await newFolder();
      const { status, stderr } = await build(folder.path, '[ "$1" = env ] || exit 7; echo go1.26.0');
      is(status, 1);
      match(stderr, /cannot build etcd v3\.\d+\.\d+: go ended with exit code 7/);
      equal(await readdir(dirname(cacheFolder({ OPERATORKIT_CACHE: folder.path }))), []);
    });
  },
  // Each starts a process or two.
  { timeoutMs: 20_000 },
);
