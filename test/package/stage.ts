import { execFile, type ExecFileException } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The checkout. */
export const ROOT: string = resolve(import.meta.dirname, '../..');

/** The programs that users' projects are made of. */
export const PROGRAMS = ['operator.ts', 'refused.ts'] as const;

/** The ways in which users' compilers look for modules. */
export const RESOLUTIONS = ['nodenext', 'bundler'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What `npm pack` says it made. */
export interface Tarball {
  readonly path: string;
  /** Packed, in bytes. */
  readonly size: number;
  /** In bytes. */
  readonly unpackedSize: number;
  /** Paths inside of the package. */
  readonly files: readonly string[];
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** How a project loads modules, which is its package.json's `type`. */
export type ModuleType = 'module' | 'commonjs';

const MOST_BYTES = 64 * 1024 * 1024;
const COMMAND_LIMIT_MS = 240_000;

/**
 * The package as its users get it, outside of the checkout, so that nothing is found by going up the folders.
 * Each thing is made once, when it is first asked for.
 */
export class Stage {
  readonly folder: string = realpathSync(mkdtempSync(join(tmpdir(), 'operatorkit-package-')));
  readonly #made = new Map<string, Promise<unknown>>();

  /** Builds and packs the checkout. */
  tarball(): Promise<Tarball> {
    return this.#once('tarball', async () => {
      const folder = this.#newFolder('tarball');
      const output = await npm(['pack', '--json', '--pack-destination', folder], ROOT);
      // npm 10 prints what the prepack script prints before its own answer.
      const [packed] = JSON.parse(output.slice(output.search(/^\[/m))) as [Packed];
      const { filename, size, unpackedSize, files } = packed;
      return { path: join(folder, filename), size, unpackedSize, files: files.map(({ path }) => path) };
    });
  }

  /** A fresh project with the package installed and the {@link PROGRAMS}. @returns its folder. */
  project(type: ModuleType): Promise<string> {
    return this.#once(type, async () => {
      const folder = this.#newProject(type, { type });
      await npm(['install', (await this.tarball()).path], folder);
      for (const program of PROGRAMS) cpSync(join(import.meta.dirname, program), join(folder, program));
      for (const resolution of RESOLUTIONS) writeConfig(folder, resolution);
      return folder;
    });
  }

  /** The operator of a project, compiled for Node as its module type wants it. @returns its path. */
  program(type: ModuleType): Promise<string> {
    return this.#once(`program ${type}`, async () => {
      const [compiler, folder] = [await this.compiler('checkout'), await this.project(type)];
      await run(compiler, ['-p', 'tsconfig.nodenext.json'], { cwd: folder });
      return join(folder, 'out/operator.js');
    });
  }

  /**
   * The executable of a Node from the registry. Its package needs its install script: npm 11 runs only those
   * that the project lists, npm 10 runs all.
   */
  node(version: string): Promise<string> {
    return this.#once(`node ${version}`, async () => {
      const folder = this.#newProject(`node-${version}`, { allowScripts: { node: true } });
      await npm(['install', `node@${version}`], folder);
      return join(folder, 'node_modules/node/bin/node');
    });
  }

  /** The compiler of a TypeScript from the registry; `checkout` is the one that is installed here. */
  compiler(version: string): Promise<string> {
    return this.#once(`typescript ${version}`, async () => {
      if (version === 'checkout') return join(ROOT, 'node_modules/.bin/tsc');
      const folder = this.#newProject(`typescript-${version}`, {});
      await npm(['install', `typescript@${version}`], folder);
      return join(folder, 'node_modules/.bin/tsc');
    });
  }

  /** Everything goes, and nothing may be asked for any more. */
  async remove(): Promise<void> {
    await Promise.allSettled(this.#made.values());
    await rm(this.folder, { recursive: true, force: true });
  }

  #newFolder(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }

  #newProject(name: string, manifest: object): string {
    const folder = this.#newFolder(name);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
    return folder;
  }

  #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = this.#made.get(what) ?? make();
    this.#made.set(what, made);
    return made as Promise<T>;
  }
}

/** As strict as there is, but for mistakes in declarations of other packages. */
function writeConfig(folder: string, resolution: Resolution): void {
  const compilerOptions = {
    target: 'es2023',
    module: resolution === 'bundler' ? 'preserve' : resolution,
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    types: ['node'],
    outDir: 'out',
  };
  const config = { compilerOptions, files: PROGRAMS };
  writeFileSync(join(folder, `tsconfig.${resolution}.json`), JSON.stringify(config));
}

/** Runs a program to its end. @returns what it printed. @throws with all it printed, unless it exits with 0. */
export async function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      ...options,
      maxBuffer: MOST_BYTES,
      timeout: COMMAND_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch (error) {
    const { code, signal, stdout = '', stderr = '' } = error as ExecFileException;
    // oxlint-disable-next-line preserve-caught-error -- the cause has all of the output, twice
    throw new Error(`cannot run ${command} (${signal ?? code}): ${args.join(' ')}\n${stderr}${stdout}`);
  }
}

/** With the user's own configuration, but without what an npm around us says about its own run. */
async function npm(args: readonly string[], cwd: string): Promise<string> {
  const outer = /^(npm_(package|lifecycle)_|npm_command$|npm_config_local_prefix$|INIT_CWD$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !outer.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_prefer_offline: 'true',
  };
  return await run('npm', args, { cwd, env });
}
