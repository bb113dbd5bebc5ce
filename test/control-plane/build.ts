/**
 * Builds a real Kubernetes control plane from its Go modules: etcd, kube-apiserver, kube-controller-manager
 * and kubectl, at the versions that `etcd/go.mod` and `kubernetes/go.mod` pin.
 *
 *     npm run control-plane:build
 *
 * Needs: Go 1.26 or newer on the PATH and a way to the Go module proxy; no Docker, no C compiler.
 * Takes: five minutes on two cores with empty caches, seconds once Go's build cache is warm, nothing when the
 * result is there already.
 * Disk: 290 MB of binaries, beside 1.0 GB in Go's module cache and 2.9 GB in its build cache; the last two may
 * be cleaned afterwards (`go clean -cache -modcache`).
 *
 * The binaries go to `$OPERATORKIT_CACHE`, else `$XDG_CACHE_HOME/operatorkit`, else `~/.cache/operatorkit`, in
 * a folder named for what was built. To update: change the version in a `go.mod`, run `go mod tidy` there
 * (Kubernetes' staging modules in `replace` move with it), build again. Older folders can be deleted.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { buildArguments, cacheFolder, pins } from './pins.ts';
import type { Pin } from './pins.ts';

const REMEDY =
  'Install Go 1.26 or newer, or set KUBEBUILDER_ASSETS to a folder that holds ' +
  'etcd, kube-apiserver, kube-controller-manager and kubectl.';

/** Takes one line of progress. */
export type Report = (line: string) => void;

/** Asks in the module's folder, so that a Go that may fetch the toolchain `go.mod` wants does so here. */
async function goVersion(folder: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOVERSION'], { cwd: folder });
    return stdout.trim();
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    const reason =
      code === 'ENOENT'
        ? 'there is no `go` on the PATH'
        : `its Go is too old or does not work (${stderr.trim()})`;
    throw new Error(`cannot build the control plane: ${reason}. ${REMEDY}`, { cause: error });
  }
}

async function compile(pin: Pin, name: string, target: string, report: Report): Promise<void> {
  const startedAt = performance.now();
  report(`building ${name} ${pin.version}`);
  const args = [...buildArguments(pin), '-o', join(target, name), pin.packages[name]!];
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  // Go's own messages go to standard error, where those of this script's caller go too.
  const child = spawn('go', args, { cwd: pin.folder, env, stdio: ['ignore', 2, 2] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0) {
    throw new Error(`cannot build ${name} ${pin.version}: go ended with ${signal ?? `exit code ${code}`}`);
  }
  report(`built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false; // Absent, or in a folder we may not look into: either way it cannot be used from here.
  }
}

/** The rename is what publishes: a folder of the final name is always complete, whoever built it. */
async function publish(built: string, folder: string): Promise<void> {
  try {
    await rename(built, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  }
}

/**
 * Fills a folder of the cache unless it is there.
 *
 * **Guarantees.** Idempotent. Two at once both succeed; the second to finish discards its own. An interruption
 * leaves no folder that looks finished.
 *
 * @param fill is given an empty folder, which is renamed afterwards.
 * @returns the folder.
 */
export async function cached(folder: string, fill: (filling: string) => Promise<void>): Promise<string> {
  if (await exists(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const filling = await mkdtemp(`${folder}.building-`);
  try {
    await fill(filling);
    await publish(filling, folder);
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Builds what is pinned unless it is built already, see {@link cached}.
 *
 * @returns the folder of the binaries.
 * @throws when Go is missing or too old, or a build fails; says how to fix it.
 */
export async function buildPinned(pinned: readonly Pin[], report: Report): Promise<string> {
  return await cached(cacheFolder(process.env, pinned), async (building) => {
    for (const pin of pinned) report(`${await goVersion(pin.folder)} builds ${pin.folder}`);
    for (const pin of pinned) {
      for (const name of Object.keys(pin.packages)) await compile(pin, name, building, report);
    }
  });
}

/** The four binaries of a control plane, as {@link buildPinned} builds them. */
export async function buildControlPlane(report: Report): Promise<string> {
  return await buildPinned(pins(), report);
}

async function main(): Promise<void> {
  try {
    console.log(await buildControlPlane((line) => console.error(line)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
