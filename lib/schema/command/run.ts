import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ExecutionFailedError, InvalidConfigError, errorMessage, isInvalidConfig } from '../../errors.ts';
import { isJsonObject } from '../../object/json.ts';
import type { CustomResourceDefinition } from '../../object/kinds.ts';
import { breakingChanges } from '../breaking-changes.ts';
import { crdYaml } from '../crd-yaml.ts';
import { type DefinitionFile, definitionsIn } from './modules.ts';
import { type CommandOptions, USAGE, parseOptions } from './options.ts';
import { textDiff } from './text-diff.ts';

/** What a command gets from its process. */
export interface CommandEnvironment {
  /** Writes to standard output, and to standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/**
 * Runs `operatorkit-crd`. Never rejects.
 *
 * @returns the exit code: 0; 1 when files are not up to date or cannot be written; 2 when it cannot do what it was
 * asked to.
 */
export async function runCommand(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  try {
    const options = parseOptions(args);
    if (!options.help) return await work(options, environment);
    environment.print(USAGE);
    return 0;
  } catch (error) {
    // Whoever made it wrote its causes' messages into its own.
    const message =
      error instanceof InvalidConfigError || error instanceof ExecutionFailedError
        ? error.message
        : errorMessage(error);
    environment.complain(`operatorkit-crd: ${message}\n`);
    return isInvalidConfig(error) ? 2 : 1;
  }
}

async function work(options: CommandOptions, environment: CommandEnvironment): Promise<number> {
  const files = await definitionsIn(options.modules);
  if (options.stdout) {
    environment.print(files.map(({ resource }) => crdYaml(resource.crd)).join(''));
    return 0;
  }
  const results: boolean[] = [];
  for (const file of files) results.push(await treat(file, options, environment));
  return options.check && results.includes(false) ? 1 : 0;
}

/** @returns whether the file was up to date. */
async function treat(
  { name, resource }: DefinitionFile,
  { out, check }: CommandOptions,
  { print, complain }: CommandEnvironment,
): Promise<boolean> {
  const path = join(out, name);
  const [before, after] = [await contentsOf(path), crdYaml(resource.crd)];
  if (before === after) {
    if (!check) print(`${path} is up to date\n`);
    return true;
  }
  if (before !== undefined) warn(path, before, resource.crd, complain);
  if (check) {
    const what = before === undefined ? 'is not there' : `is not up to date:\n${textDiff(before, after)}`;
    complain(`${path} ${what}\n`);
    return false;
  }
  await write(path, after, out);
  print(`${path} written\n`);
  return false;
}

function warn(
  path: string,
  before: string,
  after: CustomResourceDefinition,
  complain: (text: string) => void,
): void {
  const old = definitionIn(before);
  if (old === undefined) return complain(`warning: ${path} was no definition that could be compared\n`);
  for (const change of breakingChanges(old, after))
    complain(`warning: ${path}: ${change.path} ${change.message}\n`);
}

function definitionIn(text: string): CustomResourceDefinition | undefined {
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const document = parseDocument(text);
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  if (!isJsonObject(value) || !isJsonObject(value['spec'])) return undefined;
  const { names, versions } = value['spec'];
  return isJsonObject(names) && Array.isArray(versions) && versions.every(isJsonObject)
    ? (value as unknown as CustomResourceDefinition)
    : undefined;
}

async function contentsOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ExecutionFailedError(`cannot read ${path}: ${errorMessage(cause)}`, { cause });
  }
}

async function write(path: string, text: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
  } catch (cause) {
    throw new ExecutionFailedError(`cannot write ${path}: ${errorMessage(cause)}`, { cause });
  }
}
