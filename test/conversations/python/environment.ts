import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { cached } from '../../control-plane/build.ts';
import { cacheRoot } from '../../control-plane/pins.ts';
import type { Program } from '../conversation.ts';

const PYTHON = 'python3';
const OLDEST = [3, 11] as const;
const INPUTS = ['install.py', 'requirements.txt', 'collection.txt'];

/** Why there is no conversation in Python on this machine. Undefined: there may be. */
export function missingPython(): string | undefined {
  const { stdout } = spawnSync(PYTHON, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (/^Python (\d+)\.(\d+)/.exec(stdout) ?? []).slice(1).map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `there is no python3 on the PATH that is ${OLDEST.join('.')} or newer, with pip`;
}

/** Of what was installed and for whom: some packages hold machine code. */
function environmentFolder(): string {
  const identity = 'import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform())';
  const hash = createHash('sha256').update(execFileSync(PYTHON, ['-c', identity]));
  for (const file of INPUTS) hash.update(readFileSync(join(import.meta.dirname, file)));
  return join(cacheRoot(process.env), 'python', hash.digest('hex').slice(0, 16));
}

async function install(folder: string): Promise<void> {
  const script = join(import.meta.dirname, 'install.py');
  const child = spawn(PYTHON, [script, folder], { stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    throw new Error('cannot install what the conversations in Python need: see what pip said above');
}

/**
 * The way to run a script with the pinned packages, which are installed unless they are there: 260 MB in the cache of
 * the control plane, from PyPI, in a minute.
 *
 * @param script the absolute path of one that takes what a {@link Program} is given.
 */
export async function pythonProgram(script: string): Promise<Program> {
  const packages = await cached(environmentFolder(), install);
  return {
    command: [PYTHON, script],
    env: { PYTHONPATH: packages, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' },
  };
}
