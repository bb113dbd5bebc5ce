import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder } from './pins.ts';

const NAMES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;

/** Paths of the executables a control plane is made of. */
export type Binaries = Readonly<Record<(typeof NAMES)[number], string>>;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // Absent or not executable: the caller names every such file in one error.
  }
}

/**
 * Finds the executables in `KUBEBUILDER_ASSETS`, else where `build.ts` puts them.
 *
 * @throws when one is missing there; names the folder, what it lacks and how to fix it.
 */
export function findBinaries(env: NodeJS.ProcessEnv = process.env): Binaries {
  const { KUBEBUILDER_ASSETS: given = '' } = env;
  const folder = given === '' ? cacheFolder(env) : given;
  const paths = Object.fromEntries(NAMES.map((name) => [name, join(folder, name)])) as Binaries;
  const missing = NAMES.filter((name) => !isExecutable(paths[name]));
  if (missing.length === 0) return paths;
  const remedy =
    given === ''
      ? 'run `npm run control-plane:build`'
      : 'add them, or unset KUBEBUILDER_ASSETS and run `npm run control-plane:build`';
  throw new Error(`cannot find ${missing.join(', ')} in ${folder}: ${remedy}`);
}
