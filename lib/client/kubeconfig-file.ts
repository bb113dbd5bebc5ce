import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

import { InvalidConfigError } from '../errors.ts';
import { type JsonObject, isJsonObject } from '../object/json.ts';
import type { Environment } from './proxy.ts';

/** A named entry of a kubeconfig (a cluster, user or context), and the file that defines it. */
export interface Entry {
  readonly name: string;
  readonly fields: JsonObject;
  readonly file: string;
}

/** One or several kubeconfig files as one. */
export interface Kubeconfig {
  readonly files: readonly string[];
  readonly currentContext: string | undefined;
  readonly clusters: readonly Entry[];
  readonly users: readonly Entry[];
  readonly contexts: readonly Entry[];
}

/** The files to read: those given, those of KUBECONFIG, or `~/.kube/config`. */
export function kubeconfigFiles(given: string | undefined, env: Environment): readonly string[] {
  const files = (given ?? env['KUBECONFIG'] ?? '').split(delimiter).filter((file) => file !== '');
  return files.length > 0 ? files : [join(env['HOME'] ?? homedir(), '.kube', 'config')];
}

/**
 * Reads the files as one: the first that defines a name wins. Of several files some may be missing, as kubectl
 * has it.
 *
 * @throws InvalidConfigError when none is there, or one is broken. Its message quotes nothing of the file.
 */
export async function readKubeconfig(files: readonly string[]): Promise<Kubeconfig> {
  const read = await Promise.all(files.map((file) => readOne(file, files.length > 1)));
  const parts = read.filter((part) => part !== undefined);
  if (parts.length === 0)
    throw new InvalidConfigError(`cannot read the kubeconfig: none of ${files.join(', ')} exists`);
  const current = parts.map((part) => part.currentContext).find((name) => name !== undefined);
  return {
    files: parts.flatMap((part) => part.files),
    currentContext: current,
    clusters: parts.flatMap((part) => part.clusters),
    users: parts.flatMap((part) => part.users),
    contexts: parts.flatMap((part) => part.contexts),
  };
}

async function readOne(file: string, mayBeMissing: boolean): Promise<Kubeconfig | undefined> {
  try {
    return await parse(file, await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof InvalidConfigError) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && mayBeMissing) return undefined;
    const hint = missing
      ? 'there is no such file; set KUBECONFIG or give its path'
      : 'it cannot be opened; check its permissions';
    throw new InvalidConfigError(`cannot read the kubeconfig ${file}: ${hint}`, { cause: error });
  }
}

async function parse(file: string, text: string): Promise<Kubeconfig> {
  // Loaded here, since in a cluster nobody needs it.
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { prettyErrors: false, lineCounter });
  const [error] = document.errors;
  if (error !== undefined) {
    // No cause and no quote: YAML's errors show the line, which may hold a token.
    const { line } = lineCounter.linePos(error.pos[0]);
    throw new InvalidConfigError(
      `cannot read the kubeconfig ${file}: line ${line} is no YAML (${error.code})`,
    );
  }
  const root = document.toJS({ maxAliasCount: 100 }) as unknown;
  if (!isJsonObject(root))
    throw new InvalidConfigError(`cannot read the kubeconfig ${file}: it is empty or no mapping`);
  const current = root['current-context'];
  return {
    files: [file],
    currentContext: typeof current === 'string' && current !== '' ? current : undefined,
    clusters: entries(file, root, 'clusters', 'cluster'),
    users: entries(file, root, 'users', 'user'),
    contexts: entries(file, root, 'contexts', 'context'),
  };
}

function entries(file: string, root: JsonObject, list: string, member: string): readonly Entry[] {
  const items = root[list] ?? [];
  if (!Array.isArray(items))
    throw new InvalidConfigError(`cannot read the kubeconfig ${file}: ${list} must be a list`);
  return (items as readonly unknown[]).map((item, index) => {
    const name = isJsonObject(item) ? item['name'] : undefined;
    const fields = isJsonObject(item) ? (item[member] ?? {}) : undefined;
    if (typeof name !== 'string' || !isJsonObject(fields))
      throw new InvalidConfigError(
        `cannot read the kubeconfig ${file}: ${list}[${index}] must have a name and a mapping "${member}"`,
      );
    return { name, fields, file };
  });
}

/** The directory that relative paths of an entry start from. */
export function directoryOf(entry: Entry): string {
  return dirname(entry.file);
}

/** A field's text; undefined where it is missing, empty or no text. */
export function textIn(entry: Entry, field: string): string | undefined {
  const value = entry.fields[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The absolute path that a field names. */
export function pathIn(entry: Entry, field: string): string | undefined {
  const file = textIn(entry, field);
  return file === undefined ? undefined : resolve(directoryOf(entry), file);
}
