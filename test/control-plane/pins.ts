import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** One Go module of this folder, and what is built from it. */
export interface Pin {
  /** Folder that holds the module's `go.mod`. */
  readonly folder: string;
  /** Binary name → Go package. */
  readonly packages: Readonly<Record<string, string>>;
  /** Release that `go.mod` requires, as `v1.36.3`. */
  readonly version: string;
  readonly linkerFlags: string;
  /** What `go` is asked to do. Default `build`. */
  readonly command?: readonly string[];
  /** More files of the folder that go into what is built, beside `go.mod` and `go.sum`. Default none. */
  readonly sources?: readonly string[];
}

const COMPILER_FLAGS = ['-trimpath', '-buildvcs=false'];

/** @throws when `go.mod` in that folder does not require the module by a line of its own. */
export function requiredVersion(folder: string, module: string): string {
  const goMod = readFileSync(join(folder, 'go.mod'), 'utf8');
  const version = new RegExp(`^require ${module} (v\\S+)$`, 'm').exec(goMod)?.[1];
  if (version === undefined) throw new Error(`cannot read the pin of ${module}: ${folder}/go.mod lacks it`);
  return version;
}

/** Without these stamps `/version` and `kubectl version` say v0.0.0, and clients complain about the skew. */
function versionStamps(version: string): string {
  const [major, minor] = version.slice(1).split('.');
  const stamp = (name: string): string =>
    `-X ${name}.gitVersion=${version} -X ${name}.gitMajor=${major} -X ${name}.gitMinor=${minor}`;
  return `${stamp('k8s.io/component-base/version')} ${stamp('k8s.io/client-go/pkg/version')}`;
}

function etcd(): Pin {
  const folder = join(import.meta.dirname, 'etcd');
  const version = requiredVersion(folder, 'go.etcd.io/etcd/server/v3');
  return { folder, version, packages: { etcd: '.' }, linkerFlags: '-s -w' };
}

function kubernetes(): Pin {
  const folder = join(import.meta.dirname, 'kubernetes');
  const version = requiredVersion(folder, 'k8s.io/kubernetes');
  const packages = {
    'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
    'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
    kubectl: 'k8s.io/kubernetes/cmd/kubectl',
  };
  return { folder, version, packages, linkerFlags: `-s -w ${versionStamps(version)}` };
}

/** What is built, in this order: the small one first, then kube-apiserver, whose packages the others share. */
export function pins(): readonly Pin[] {
  return [etcd(), kubernetes()];
}

/** Arguments of `go` for one binary, without its output file. */
export function buildArguments(pin: Pin): readonly string[] {
  return [...(pin.command ?? ['build']), ...COMPILER_FLAGS, '-ldflags', pin.linkerFlags];
}

/** Folder of all that this project keeps outside the clone. */
export function cacheRoot(env: NodeJS.ProcessEnv): string {
  const { OPERATORKIT_CACHE: ours = '', XDG_CACHE_HOME: shared = '' } = env;
  if (ours !== '') return ours;
  return join(shared === '' ? join(homedir(), '.cache') : shared, 'operatorkit');
}

/**
 * Folder of the binaries these pins give, outside the clone so that a fresh clone finds them.
 * Its name is a hash of all that goes into them: another pin, flag or platform is another folder.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env, pinned: readonly Pin[] = pins()): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const pin of pinned) {
    for (const file of ['go.mod', 'go.sum', ...(pin.sources ?? [])])
      hash.update(readFileSync(join(pin.folder, file)));
    hash.update(JSON.stringify([buildArguments(pin), pin.packages]));
  }
  return join(cacheRoot(env), 'control-plane', hash.digest('hex').slice(0, 16));
}
