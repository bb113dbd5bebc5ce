import { promises as fs } from 'node:fs';
import { join } from 'node:path';

import type { Context } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists, isConflict } from '../../client/errors.ts';
import { errorMessage, InvalidConfigError } from '../../errors.ts';
import { isJsonObject } from '../../object/json.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { listAt, textAt } from '../fields.ts';
import { parseYamlDocuments } from './yaml-documents.ts';

/** What every object of a file has. */
export interface NamedObject extends KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: NonNullable<KubernetesObject['metadata']>;
}

/** An object of a file. */
export interface Manifest {
  readonly object: NamedObject;
  /** `crds/site.yaml, document 2 (CustomResourceDefinition "sites.example.com")` */
  readonly where: string;
}

const EXTENSION = /\.(?:ya?ml|json)$/u;
/** What others need is there before them; kinds that are missing here come last. */
const ORDER: readonly string[] = ['CustomResourceDefinition', 'Namespace'];
const ATTEMPTS = 5;

/**
 * Reads the objects of files, and of the files of folders: YAML and JSON, several documents, Lists.
 * Definitions of kinds come first, then namespaces, then the rest as it stands there.
 *
 * @throws InvalidConfigError that names file and document.
 */
export async function readManifests(paths: readonly string[]): Promise<readonly Manifest[]> {
  const files = (await Promise.all(paths.map(filesOf))).flat();
  return inLoadingOrder((await Promise.all(files.map(readFileManifests))).flat());
}

/** Definitions of kinds first, then namespaces, then the rest as it stands there. */
export function inLoadingOrder(manifests: readonly Manifest[]): readonly Manifest[] {
  const rank = ({ object }: Manifest): number => {
    const index = ORDER.indexOf(object.kind);
    return index < 0 ? ORDER.length : index;
  };
  return manifests.toSorted((one, other) => rank(one) - rank(other));
}

/** The objects of a text, by the name that errors give it. @throws InvalidConfigError that names the document. */
export function parseManifests(text: string, file: string): readonly Manifest[] {
  return parseYamlDocuments(text, file).flatMap(({ value, number }) =>
    objectsOf(value, `${file}, document ${number}`),
  );
}

/** A folder's own files in the order of their names; a file by itself, whatever it is called. */
async function filesOf(path: string): Promise<readonly string[]> {
  try {
    if (!(await fs.stat(path)).isDirectory()) return [path];
    const names = await fs.readdir(path);
    return names
      .filter((name) => EXTENSION.test(name))
      .toSorted()
      .map((name) => join(path, name));
  } catch (cause) {
    throw new InvalidConfigError(`cannot load ${path}: ${errorMessage(cause)}`, { cause });
  }
}

async function readFileManifests(file: string): Promise<readonly Manifest[]> {
  const text = await fs.readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InvalidConfigError(`cannot load ${file}: ${errorMessage(cause)}`, { cause });
  });
  return parseManifests(text, file);
}

function objectsOf(value: unknown, where: string): readonly Manifest[] {
  if (value === null || value === undefined) return [];
  if (!isJsonObject(value)) throw new InvalidConfigError(`cannot load ${where}: it is no object`);
  const kind = textAt(value, 'kind');
  if (kind.endsWith('List') && Array.isArray(value['items']))
    return listAt(value, 'items').flatMap((item, index) => objectsOf(item, `${where}, item ${index + 1}`));
  for (const field of ['apiVersion', 'kind'])
    if (textAt(value, field) === '') throw new InvalidConfigError(`cannot load ${where}: it has no ${field}`);
  const name = textAt(value, 'metadata', 'name');
  if (name === '') throw new InvalidConfigError(`cannot load ${where}: it has no metadata.name`);
  return [{ object: value as unknown as NamedObject, where: `${where} (${kind} ${JSON.stringify(name)})` }];
}

/**
 * Creates the objects, or replaces those that are there.
 *
 * @param settle is waited for between kinds' definitions and their objects, and at the end.
 * @returns what the server made of them, in the same order.
 * @throws InvalidConfigError that names file and document, and what the server said.
 */
export async function loadManifests(
  ctx: Context,
  client: Client,
  manifests: readonly Manifest[],
  settle: () => Promise<void>,
): Promise<readonly KubernetesObject[]> {
  const loaded: KubernetesObject[] = [];
  let previous = '';
  for (const { object, where } of manifests) {
    if (previous === ORDER[0] && object.kind !== previous) await settle();
    previous = object.kind;
    try {
      loaded.push(await createOrReplace(ctx, client, object));
    } catch (cause) {
      throw new InvalidConfigError(`cannot load ${where}: ${errorMessage(cause)}`, { cause });
    }
  }
  await settle();
  return loaded;
}

async function createOrReplace(ctx: Context, client: Client, object: NamedObject): Promise<KubernetesObject> {
  const { apiVersion, kind } = object;
  const ref = await client.resolve(ctx, { apiVersion, kind });
  const placed = ref.namespaced ? inNamespace(object) : object;
  try {
    return await client.create(ctx, ref, placed);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return await replace(ctx, client, ref, placed);
  }
}

async function replace(
  ctx: Context,
  client: Client,
  ref: Awaited<ReturnType<Client['resolve']>>,
  object: NamedObject,
): Promise<KubernetesObject> {
  const { name = '', namespace } = object.metadata;
  for (let attempt = 1; ; attempt++) {
    const present = await client.get(ctx, ref, { name, ...(namespace === undefined ? {} : { namespace }) });
    const { resourceVersion = '' } = present.metadata ?? {};
    try {
      return await client.update(ctx, ref, {
        ...object,
        metadata: { ...object.metadata, resourceVersion },
      });
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Manifests may leave out the namespace `default`. */
function inNamespace(object: NamedObject): NamedObject {
  const { namespace = 'default' } = object.metadata;
  return { ...object, metadata: { ...object.metadata, namespace } };
}
