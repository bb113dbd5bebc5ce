import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';

import { errorMessage, InvalidConfigError } from '../../errors.ts';
import { isJsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { numberAt, textAt } from '../fields.ts';
import type { StoredState } from '../storage.ts';

const FORMAT = 'operatorkit-apiserver';
const VERSION = 1;
const CHUNK_CHARACTERS = 1 << 20;
/**
 * What a revision grows by when the last writes may be lost: nobody must see an old revision with other objects.
 * Far more than a server writes between two saves.
 */
const GAP = 1_000_000;

/**
 * Reads what {@link writeDataFile} wrote. After a server that did not end in good order the revision is far above
 * all that it ever gave out, so that clients list again.
 *
 * @returns undefined where there is no file. @throws InvalidConfigError for one that is something else.
 */
export async function readDataFile(path: string): Promise<StoredState | undefined> {
  const [head, ...rows] = (await readLines(path)) ?? [];
  if (head === undefined) return undefined;
  if (!isJsonObject(head) || head['format'] !== FORMAT || head['version'] !== VERSION)
    throw new InvalidConfigError(`cannot read --data ${path}: it is no file of this version of ${FORMAT}`);
  const count = numberAt(head, 'objects');
  if (count !== rows.length) {
    const why = `it has ${rows.length} objects instead of ${count}; it was cut or changed`;
    throw new InvalidConfigError(`cannot read --data ${path}: ${why}`);
  }
  const revision = numberAt(head, 'revision');
  return {
    revision: head['clean'] === true ? revision : revision + GAP,
    objects: rows.map(storedObject),
  };
}

/** Line by line: the whole may be longer than a text can be. Undefined where there is no file. */
async function readLines(path: string): Promise<readonly unknown[] | undefined> {
  const values: unknown[] = [];
  try {
    await using file = await fs.open(path, 'r');
    for await (const line of file.readLines()) values.push(parseLine(path, line, values.length + 1));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (cause instanceof InvalidConfigError) throw cause;
    throw new InvalidConfigError(`cannot read --data ${path}: ${errorMessage(cause)}`, { cause });
  }
  return values;
}

function parseLine(path: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // The cause would quote the line, which may hold a Secret.
    throw new InvalidConfigError(`cannot read --data ${path}: line ${number} is not JSON`);
  }
}

type Stored = StoredState['objects'] extends Iterable<infer T> ? T : never;

function storedObject(row: unknown): Stored {
  const value = isJsonObject(row) ? row : {};
  return {
    collection: textAt(value, 'collection'),
    key: textAt(value, 'key'),
    object: value['object'] as unknown as ApiObject,
  };
}

/**
 * Writes a state as JSON lines, first beside the file and then in its place: after a crash there is the old one or
 * the new one, whole. Readable by its owner only.
 *
 * @param clean whether nothing is written any more after it.
 */
export async function writeDataFile(path: string, state: StoredState, clean: boolean): Promise<void> {
  const draft = `${path}.new`;
  await using file = await fs.open(draft, 'w', 0o600);
  for (const chunk of chunksOf(linesOf(state, clean))) await file.writeFile(chunk);
  await file.sync();
  await fs.rename(draft, path);
  await using folder = await fs.open(dirname(path), 'r');
  await folder.sync();
}

function* linesOf({ revision, objects }: StoredState, clean: boolean): Generator<string, void, undefined> {
  const all = [...objects];
  yield JSON.stringify({ format: FORMAT, version: VERSION, revision, objects: all.length, clean });
  for (const one of all) yield JSON.stringify(one);
}

/** Not a write per line. */
function* chunksOf(lines: Iterable<string>): Generator<string, void, undefined> {
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
