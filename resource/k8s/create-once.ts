import type { Context } from '../../context/index.ts';
import type { Client, JsonPatchOperation } from '../../lib/client/client.ts';
import { isInvalid } from '../../lib/client/errors.ts';
import { ExecutionFailedError } from '../../lib/errors.ts';
import type { Fields } from '../../lib/informer/interned-fields.ts';
import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import { type Kind, type KubernetesObject, refOfKey, keyOf } from '../../lib/object/kubernetes-object.ts';
import { childName } from './marks.ts';
import { appliedEntry, appliedFields } from './field-set.ts';
import { type FieldPath, parseFieldPath, withoutField, withoutOwned } from './field-path.ts';
import type { CreateOnce } from './owned-objects-options.ts';

/** Others may write the list of managers at the same time. */
const MOST_ATTEMPTS = 5;

/** The paths that hold for an object. */
export function oncePaths(
  createOnce: CreateOnce | undefined,
  desired: KubernetesObject,
): readonly FieldPath[] {
  const paths = typeof createOnce === 'function' ? createOnce(desired) : (createOnce ?? []);
  return paths.map((path, index) => parseFieldPath(`OwnedObjectsOptions.createOnce[${index}]`, path));
}

/** The object as it is applied once it exists. */
export function withoutOnce(desired: KubernetesObject, paths: readonly FieldPath[]): KubernetesObject {
  return paths.reduce((left, path) => withoutField(left, path), desired as JsonObject);
}

/** Whether the manager still owns some of the fields, so that leaving them out would remove them. */
export function ownsSome(live: KubernetesObject, manager: string, paths: readonly FieldPath[]): boolean {
  const fields = appliedFields(live, manager);
  return fields !== undefined && paths.some((path) => withoutOwned(fields, path) !== fields);
}

export interface Release {
  readonly client: Client;
  readonly kind: Kind;
  readonly manager: string;
  readonly paths: readonly FieldPath[];
}

/**
 * Gives fields up without removing them: takes them out of the manager's entry in `metadata.managedFields`. Their
 * values stay, nobody owns them, and whoever writes them next does.
 *
 * An apply without the fields would remove them, since nobody else owned them.
 *
 * @param live with all its managed fields.
 * @returns the object after that.
 * @see kubernetes/client-go:util/csaupgrade, which edits managed fields likewise
 */
export async function releaseFields(
  ctx: Context,
  live: KubernetesObject,
  release: Release,
): Promise<KubernetesObject> {
  const { client, kind, manager, paths } = release;
  const ref = refOfKey(keyOf(live));
  let now = live;
  for (let attempt = 1; ; attempt += 1) {
    if (!ownsSome(now, manager, paths)) return now;
    try {
      const operations = releaseOperations(now, manager, paths);
      return await client.patch(ctx, kind, ref, { type: 'json', operations }, { fieldManager: manager });
    } catch (error) {
      // A test of the patch failed: somebody has written the list meanwhile.
      if (!isInvalid(error)) throw error;
      if (attempt === MOST_ATTEMPTS)
        throw new ExecutionFailedError(
          `cannot release fields of ${childName(live)}: others keep writing it`,
          {
            cause: error,
          },
        );
      now = await client.get(ctx, kind, ref);
    }
  }
}

/** Replaces the manager's entry, if it is still what and where it was. */
function releaseOperations(
  live: KubernetesObject,
  manager: string,
  paths: readonly FieldPath[],
): readonly JsonPatchOperation[] {
  const entry = appliedEntry(live, manager)!;
  const at = `/metadata/managedFields/${live.metadata!.managedFields!.indexOf(entry)}`;
  const left = paths.reduce(
    (fields, path) => withoutOwned(fields, path),
    entry.fieldsV1 as unknown as Fields,
  );
  return [
    { op: 'test', path: '/metadata/uid', value: live.metadata?.uid ?? '' },
    { op: 'test', path: at, value: entry as unknown as JsonValue },
    { op: 'replace', path: `${at}/fieldsV1`, value: left as unknown as JsonValue },
  ];
}
