import { fileURLToPath } from 'node:url';
import type { Context } from '../../context/index.ts';
import {
  inLoadingOrder,
  loadManifests as load,
  type Manifest,
  parseManifests,
  readManifests,
} from '../apiserver/command/manifests.ts';
import type { Client } from '../client/client.ts';
import { errorMessage, InvalidConfigError } from '../errors.ts';
import { CustomResourceDefinition } from '../object/kinds.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';
import { eventually } from './eventually.ts';

/** How long a definition may take to be served. */
const DEADLINE_MS = 30_000;

/**
 * Where manifests are: a file or a folder, by its path or URL, or a text. Files may be YAML or JSON, with several
 * documents and Lists; of a folder, the `.yaml`, `.yml` and `.json` files directly in it are taken.
 */
export type ManifestSource = string | URL | { readonly yaml: string };

/**
 * Creates the objects of manifests, or replaces those that are there: definitions of kinds first, which are
 * waited for until they are served, then namespaces, then the rest as it stands there. Objects without a
 * namespace go to `default`.
 *
 * **Assumptions:** nobody else writes the same objects. When it rejects, what came before stays.
 *
 * @returns what the server made of them, in the order in which they were loaded.
 * @throws InvalidConfigError that says which document of which file cannot be loaded and why; nothing is written
 * when one cannot be read. The reason of the context when that is aborted.
 */
export async function loadManifests(
  ctx: Context,
  client: Client,
  ...sources: readonly ManifestSource[]
): Promise<readonly KubernetesObject[]> {
  const manifests = inLoadingOrder((await Promise.all(sources.map(readSource))).flat());
  const definitions = manifests.filter(({ object }) => object.kind === CustomResourceDefinition.kind);
  try {
    return await load(ctx, client, manifests, async () => {
      await Promise.all(definitions.map(async (definition) => await untilServed(ctx, client, definition)));
    });
  } catch (error) {
    ctx.signal.throwIfAborted();
    throw error;
  }
}

async function readSource(source: ManifestSource, index: number): Promise<readonly Manifest[]> {
  if (typeof source === 'object' && 'yaml' in source)
    return parseManifests(source.yaml, `ManifestSource ${index + 1}`);
  const path = typeof source === 'string' ? source : fileURLToPath(source);
  if (path.includes('\n'))
    throw new InvalidConfigError(
      `cannot load ManifestSource ${index + 1}: it has several lines, so it is no path; give text as { yaml: text }`,
    );
  return await readManifests([path]);
}

async function untilServed(ctx: Context, client: Client, { object, where }: Manifest): Promise<void> {
  const options = { deadlineMs: DEADLINE_MS, signal: ctx.signal, clock: ctx.clock };
  const { name = '' } = object.metadata;
  try {
    const { spec } = await eventually(
      async () => await client.get(ctx, CustomResourceDefinition, { name }),
      isEstablished,
      { ...options, what: 'the definition to be established' },
    );
    for (const { name: version } of spec?.versions.filter(({ served }) => served) ?? []) {
      const kind = { apiVersion: `${spec?.group ?? ''}/${version}`, kind: spec?.names.kind ?? '' };
      const read = async (): Promise<unknown> => await client.resolve(ctx, kind);
      await eventually(read, () => true, { ...options, what: `${kind.kind} of ${kind.apiVersion}` });
    }
  } catch (cause) {
    throw new InvalidConfigError(`cannot load ${where}: ${errorMessage(cause)}`, { cause });
  }
}

/** @throws when it never will be. */
function isEstablished({ status }: CustomResourceDefinition): boolean {
  const conditions = status?.conditions ?? [];
  const refused = conditions.find(({ type, status: is }) => type === 'NamesAccepted' && is === 'False');
  if (refused !== undefined) throw new Error(`its names are not accepted: ${refused.message ?? ''}`);
  return conditions.some(({ type, status: is }) => type === 'Established' && is === 'True');
}
